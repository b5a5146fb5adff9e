import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Recipe } from "../../encode/profiles/schema.ts";
import type { JobStorage } from "../deps.ts";
import type { Need, Shortage } from "../../platform/storage/space.ts";
import { refuseExistingOutput } from "../intake/existing_output.ts";
import { strayFolderOf, strayFolderText } from "../intake/linked_folder.ts";
import { type OutputPaths, outputPaths } from "../intake/output_paths.ts";
import { segmentFolder } from "../segments/segment_files.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type { JobRecord } from "../attempt/job_record.ts";
import { isInside } from "../../platform/storage/own_places.ts";

/**
 * Thrown if a disk has too little space for a job, which then waits. The message contains the required space and the
 * location.
 */
export class InsufficientSpace extends JobFailure {
  constructor(readonly needs: Need[], shortage: Shortage) {
    super(
      "disk_full",
      `Waiting for space: needs ${megabytes(shortage.needed)} in ${shortage.path}, ` +
        `${megabytes(Math.max(0, shortage.free))} available (5 % or 2 GB must stay free).`,
    );
  }
}

type ClaimInput = Pick<Attempt, "deps" | "jobStore" | "lease"> & { record: Pick<JobRecord, "row"> };

/**
 * Determines the paths of the encode and reserves its name. Throws `output_exists` if the name is in use,
 * `invalid_plan` without a folder.
 */
export async function claimOutputPaths(recipe: Recipe, outputName: string, attempt: ClaimInput): Promise<OutputPaths> {
  const { record: { row }, deps, jobStore, lease } = attempt;
  const place = outputPaths({
    source: row.sourcePath,
    outputName,
    jobId: row.id,
    recipe,
    settings: deps.settings.current(),
    transcodes: deps.storage.folders.transcodes,
    day: deps.clock.now(),
  });
  const { target, bin } = place;
  const stray = bin === undefined ? undefined : await strayFolderOf(row.source, deps.settings.current());
  if (stray !== undefined) throw new JobFailure("invalid_plan", strayFolderText(stray));
  await ensureFolder(dirname(target));
  await refuseOwnFolder(dirname(target), deps.storage);
  if (target !== row.sourcePath) await refuseExistingOutput(target, jobStore);
  const other = await jobStore.jobs.claimOutput(row.id, target, lease);
  if (other) {
    throw new JobFailure(
      "output_exists",
      `${target} will be written by another job (${other.title}, ${other.profileName}).`,
    );
  }
  return place;
}

/**
 * Reserves space on the disk to which the tool writes, and on the disk of the destination if it is another one. The
 * reserved space is the estimated size with a margin, or the size of the source if there is no estimate. Throws
 * `InsufficientSpace`.
 */
export async function reserveSpace(
  estimatedBytes: number,
  identity: SourceIdentity,
  place: OutputPaths,
  { inParts }: { inParts: boolean },
  { record: { row }, deps, jobStore }: Omit<ClaimInput, "lease">,
): Promise<void> {
  const [temp, home] = [dirname(place.partial), dirname(place.target)];
  const guess = estimatedBytes > 0 ? Math.ceil(estimatedBytes * 1.3) : identity.sizeBytes;
  const folders = (await stat(temp)).dev === (await stat(home)).dev ? [temp] : [temp, home];
  // Segments are kept until they are joined, so those of an earlier attempt already occupy their space.
  const kept = inParts ? await jobStore.segments.ofJobs([row.id]) : [];
  const missing = kept.reduce((sum, { sizeBytes }) => sum - sizeBytes, guess);
  const guesses = [
    ...folders.map((path) => ({ path, bytes: guess })),
    ...(inParts ? [{ path: segmentFolder(deps.storage.folders.transcodes), bytes: Math.max(0, missing) }] : []),
  ];
  // If an earlier attempt ran out of space, the space that it turned out to need takes precedence over the estimate.
  const neededBefore = (folder: string) => row.spaceNeeds?.find((need) => need.path === folder)?.bytes ?? 0;
  const needs = guesses.map(({ path, bytes }) => ({ path, bytes: Math.max(bytes, neededBefore(path)) }));
  const shortage = await deps.storage.space.reserve(row.id, needs);
  if (shortage) throw new InsufficientSpace(needs, shortage);
}

/** Throws for an encode in a folder of the service. A profile may contain any folder, including links. */
async function refuseOwnFolder(folder: string, { configDir, folders: { rips, ...own } }: JobStorage): Promise<void> {
  const real = await realpath(folder);
  if (isInside(real, rips)) return;
  for (const mine of [configDir, ...Object.values(own)]) {
    if (!isInside(real, await realpath(mine).catch(() => mine))) continue;
    throw new JobFailure("invalid_plan", `The output folder ${folder} is one of Lathe's own folders.`);
  }
}

/**
 * Creates the output folder if only the last folder of its path is missing. If a parent is missing, the disk is not
 * mounted.
 */
async function ensureFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return;
  if (!(await stat(dirname(folder)).catch(() => undefined))?.isDirectory()) {
    throw new JobFailure("invalid_plan", `The output folder ${folder} does not exist.`);
  }
  await mkdir(folder);
}

const megabytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
