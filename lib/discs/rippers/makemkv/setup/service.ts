import { join } from "node:path";
import { writeFileAtomic } from "../../../../kit/atomic_file.ts";
import type { Clock } from "../../../../kit/clock.ts";
import { Fault } from "../../../../kit/fault.ts";
import type { HttpClient } from "../../../../platform/http_client/model.ts";
import type { MakemkvEnvironment } from "./environment.ts";
import { type AcceptMakemkv, type MakemkvOffer, type MakemkvSetup, MakemkvVersion } from "./model.ts";
import { newestVersion, readOffer } from "./read_offer.ts";
import { requestedVersion, requestText } from "./request_file.ts";

/** Services that the setup of MakeMKV needs. */
export interface MakemkvSetupDeps {
  environment: MakemkvEnvironment;
  http: Pick<HttpClient, "open" | "send">;
  clock: Pick<Clock, "now">;
  /** Folder in the config folder for the build request, the files that mark its state, and the build log. */
  folder: string;
}

/**
 * Builds MakeMKV in a container image after its licence was accepted. The container's entrypoint builds it, not this
 * process.
 */
export interface MakemkvSetupService {
  state(): Promise<MakemkvSetup>;
  /** Reads the licence of a version, by default the newest. Throws `Fault`. */
  readLicence(version: string | undefined, signal: AbortSignal): Promise<MakemkvOffer>;
  /**
   * Requests the build at the next start of the container. The licence must be the one that was read last. Throws
   * `Fault`.
   */
  accept(accepted: AcceptMakemkv): Promise<MakemkvSetup>;
  /** Removes a build request that is not in progress, and the mark of a failed build. */
  withdraw(): Promise<MakemkvSetup>;
}

/**
 * Names of the files in the setup folder. The entrypoint renames the request to `building`, and after a failure to
 * `failed`.
 */
const MARKS = [["request", "accepted"], ["building", "building"], ["failed", "failed"]] as const;
const MAX_REQUEST = 4096;
const LOG_END = 6000;

/** Creates the setup of MakeMKV, which does nothing until it is used. */
export function createMakemkvSetup({ environment, http, clock, folder }: MakemkvSetupDeps): MakemkvSetupService {
  const { build, url, target = "/opt/makemkv" } = environment;
  let offer: MakemkvOffer | undefined;
  let reading = false;

  async function state(): Promise<MakemkvSetup> {
    if (build === undefined || build === "user") {
      return { state: "unavailable", missing: build };
    }
    for (const [name, state] of MARKS) {
      const text = await readEnd(join(folder, name), MAX_REQUEST);
      if (text === undefined) continue;
      const log = state === "accepted" ? undefined : await readEnd(join(folder, "build.log"), LOG_END);
      return { state, offer, version: requestedVersion(text), log };
    }
    const version = MakemkvVersion.safeParse((await readEnd(join(target, "version"), 64))?.trim()).data;
    if (version !== undefined) return { state: "built", version, offer };
    if (build === "ready") return { state: "ready", offer };
    return { state: "unprepared", missing: build === "read-only" ? "read-only" : "no-volume" };
  }

  function throwUnlessReady(): void {
    if (build === "ready") return;
    throw new Fault("bad_state", "This container cannot build MakeMKV. Settings > Discs shows what is missing.");
  }

  return {
    state,
    async readLicence(version, signal) {
      throwUnlessReady();
      if (reading) {
        throw new Fault("busy", "MakeMKV is already being downloaded. Try again when the download is complete.");
      }
      reading = true;
      try {
        const site = { http, signal, url };
        return offer = await readOffer(site, version ?? await newestVersion(site));
      } finally {
        reading = false;
      }
    },
    async accept({ version, licenceSha256 }) {
      throwUnlessReady();
      if (offer?.version !== version || offer.licenceSha256 !== licenceSha256) {
        throw new Fault("conflict", "This licence is not the one that was read last. Read the licence again.");
      }
      if ((await state()).state === "building") {
        throw new Fault("bad_state", "MakeMKV is already being built. Wait until the build is complete.");
      }
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(folder, "request"), requestText(offer, clock.now()));
      return await state();
    },
    async withdraw() {
      for (const name of ["request", "failed"]) {
        await Deno.remove(join(folder, name)).catch((error) => {
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        });
      }
      return await state();
    },
  };
}

/** Returns the last `bytes` of a file as text, or undefined if it cannot be read. */
async function readEnd(path: string, bytes: number): Promise<string | undefined> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return undefined;
    using file = await Deno.open(path, { read: true });
    await file.seek(Math.max(0, size - bytes), Deno.SeekMode.Start);
    const buffer = new Uint8Array(bytes);
    let length = 0;
    for (let read; length < bytes && (read = await file.read(buffer.subarray(length))) !== null;) length += read;
    return new TextDecoder().decode(buffer.subarray(0, length));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return undefined;
    throw error;
  }
}
