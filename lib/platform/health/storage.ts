import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";
import { newId } from "../../kit/id.ts";
import type { Storage } from "../storage/storage.ts";
import { diskOf } from "../storage/space.ts";
import type { Finding, HealthProbe } from "./probe.ts";

/** Inputs of the storage checks. Tests replace `disk`, which returns the free space in bytes. */
export interface StorageFacts {
  storage: Pick<Storage, "folders" | "onNetworkShare">;
  clock: Clock;
  disk?: typeof diskOf;
}

const SYSTEM_PAGE = "/system";
const LOW_PART = 0.05;
const SLOW_MS = 5_000;

/** Checks that the folder of the database is writable, fast, and on a local disk. */
export const programDataProbe = ({ storage, clock }: StorageFacts): HealthProbe => ({
  source: "storage",
  fine: "Lathe's data is in a safe location.",
  async check() {
    const { programData } = storage.folders;
    const found: Finding[] = [];
    const started = clock.monotonicMs();
    const file = join(programData, `probe-${newId()}`);
    const error = await Deno.writeTextFile(file, "x", { mode: 0o600, createNew: true })
      .then(() => Deno.remove(file)).then(() => undefined, (failure: Error) => failure);
    if (error) {
      found.push({
        id: "program data",
        type: "error",
        code: "not_writable",
        message: `The program data folder is not writable (${error.name}): ${programData}.`,
        link: SYSTEM_PAGE,
      });
    } else if (clock.monotonicMs() - started > SLOW_MS) {
      found.push({
        id: "slow data",
        type: "warning",
        code: "slow_storage",
        message: `Writing one small file to ${programData} took over ${SLOW_MS / 1000} seconds.`,
        link: SYSTEM_PAGE,
      });
    }
    if (storage.onNetworkShare) {
      found.push({
        id: "network share",
        type: "warning",
        code: "network_share",
        message: `The program data is on a network share (${programData}), where a lost connection can damage ` +
          "the settings and the history. Move it to a local disk.",
        link: SYSTEM_PAGE,
      });
    }
    return found;
  },
});

/** Checks free disk space. */
export const diskSpaceProbe = ({ storage, disk = diskOf }: StorageFacts): HealthProbe => ({
  source: "space",
  fine: "Every disk in use has enough free space.",
  async check() {
    const found = new Map<string, Finding>();
    for (const id of ["programData", "transcodes", "rips"] as const) {
      const folder = storage.folders[id];
      const facts = await disk(folder).catch(() => undefined);
      if (facts === undefined || facts.totalBytes === 0 || facts.freeBytes / facts.totalBytes >= LOW_PART) continue;
      found.set(facts.device, {
        id: `space ${id}`,
        type: "warning",
        code: "disk_low",
        message: `The disk that contains ${folder} has less than ${LOW_PART * 100} % free space.`,
        link: SYSTEM_PAGE,
      });
    }
    return [...found.values()];
  },
});
