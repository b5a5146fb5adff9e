import type { GrabRow } from "../../../db/schema/library.ts";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import { type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { ManagerProblem } from "../managers/request.ts";
import { type Arrivals, arrivalsOf, silentText } from "./arrivals.ts";
import { type Import, judge, type ManagerSnapshot } from "./decide.ts";
import { type GrabDeps, localOf } from "./deps.ts";
import { findDiscs, isDiscImage } from "./results/disc_files.ts";

/** Effect of one check of a grab on its job. */
export type Step = "waiting" | "queued" | "failed";

/** Performs the next step of a grab, based on the manager's state. Throws `ManagerProblem`, `Fault`. */
export async function followGrab(deps: GrabDeps, grab: GrabRow, snapshot: ManagerSnapshot): Promise<Step> {
  const kind: LibraryKind = grab.source === "soulseek" ? "music" : grab.source;
  const { verdict, downloadId, goneSince } = judge(grab, snapshot, MANAGERS[kind].app, deps.clock.now().getTime());
  if (downloadId !== grab.downloadId || goneSince !== grab.goneSince) {
    await deps.grabs.patch(grab.jobId, { downloadId, goneSince });
  }
  switch (verdict.kind) {
    case "wait":
      await deps.jobs.waitingMessage(grab.jobId, verdict.message);
      return "waiting";
    case "failed":
      return await fail(deps, grab, verdict.reason, verdict.code);
    case "disc":
      return await handDiscs(deps, grab, kind, localOf(deps, kind, verdict.outputPath), verdict.queueIds);
    case "imported": {
      const image = grab.request.disc && verdict.imports.find(({ path }) => isDiscImage(path));
      return image === undefined
        ? await queueImported(deps, grab, verdict)
        : await handDiscs(deps, grab, kind, localOf(deps, kind, image.path), []);
    }
  }
}

/**
 * Fails a job whose file will not arrive. The row is removed after the job has ended, so that the next round can
 * recover after a crash in between.
 */
export async function fail(deps: GrabDeps, grab: GrabRow, reason: string, code: string): Promise<"failed"> {
  await deps.jobs.downloadFailed(grab.jobId, reason, code);
  await deps.grabs.end(grab.jobId);
  return "failed";
}

/** Queues the imported files. The job keeps waiting for files that this machine cannot access yet. */
export async function queueImported(
  deps: GrabDeps,
  grab: GrabRow,
  { imports, complete, missing, message }: {
    imports: Import[];
    complete: boolean;
    missing: number;
    message: string;
  },
): Promise<Step> {
  const { visible, hiddenText }: Arrivals = imports.length === 0
    ? { visible: [], hiddenText: undefined }
    : await arrivalsOf(deps, grab, imports);
  const all = complete && hiddenText === undefined;
  const short = `${count(missing, "episode")} of the pack could not be imported; the others are queued.`;
  if (all && missing > 0 && visible.length === 0) return await fail(deps, grab, short, "incomplete");
  if (visible.length > 0 || all) {
    const taken = [...grab.taken, ...visible.flatMap(({ keys }) => keys)];
    const holders = await deps.jobs.imported(grab.jobId, visible.map(({ file }) => file), {
      complete: all,
      alongside: (tx) => deps.grabs.patchIn(tx, grab.jobId, { taken }),
    });
    if (all || holders === undefined) {
      await deps.grabs.end(grab.jobId);
      if (missing > 0) await deps.jobs.recordManagerResult(grab.jobId, { warning: short });
      return "queued";
    }
  }
  await deps.jobs.waitingMessage(grab.jobId, hiddenText ?? message);
  return "waiting";
}

/** Timeout in milliseconds for reading the folders of a download. */
const DISCS_MS = 15_000;

/** Passes the discs of a download to the ripper. */
async function handDiscs(
  deps: GrabDeps,
  grab: GrabRow,
  arr: LibraryKind,
  folder: string,
  queueIds: number[],
): Promise<Step> {
  const exists = await deps.disks.read(folder, () => Deno.stat(folder).then(() => true, () => false));
  const discs = exists && await deps.disks.read(folder, () => findDiscs(folder), DISCS_MS);
  if (exists === undefined || discs === undefined) {
    await deps.jobs.waitingMessage(grab.jobId, silentText(`The disc was downloaded, but ${folder}`));
    return "waiting";
  }
  if (!discs) {
    await deps.jobs.waitingMessage(
      grab.jobId,
      `The disc was downloaded, but ${folder} does not exist on this server. Add a path mapping for the download folder ` +
        "in Settings > Media; the job then continues automatically.",
    );
    return "waiting";
  }
  const { jobId } = grab;
  if (discs.length === 0) {
    await deps.jobs.waitingMessage(jobId, `The download is in ${folder}, but it contains no disc.`);
    return "waiting";
  }
  if (deps.discs === undefined) {
    const reason = `This version cannot rip discs. The download is in ${folder}: ` +
      `${count(discs.length, "disc")}, ready for a ripper.`;
    return await fail(deps, grab, reason, "disc_ripping_missing");
  }
  const message = await deps.discs({ jobId, arr, queueIds, discs });
  await deps.jobs.waitingMessage(jobId, message);
  await deps.grabs.end(jobId);
  return "queued";
}

/** Returns the message of an expected failure. Rethrows other errors. */
export function expected(error: unknown): string {
  if (error instanceof Fault || error instanceof ManagerProblem) return error.message;
  throw error;
}
