import { activeJobsWith, insertJobs } from "../../../db/jobs/job_insert.ts";
import { titleKey } from "../../kit/fold.ts";
import { positionAtEnd, positionAtTop } from "../../../db/jobs/queue_order.ts";
import type { JobRow, NewJobRow } from "../../../db/schema/jobs.ts";
import type { Tx } from "../../../db/store.ts";
import { isAdjusted, type Overrides } from "../../encode/profiles/overrides.ts";
import type { Method } from "../../encode/profiles/encoders/methods.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import { newId } from "../../kit/id.ts";
import { baseName } from "../delivery/file_names.ts";
import type { JobsDeps } from "../deps.ts";
import type { JobStore } from "../job_store.ts";
import { POSITION_GAP } from "../order.ts";
import type { CreateJob } from "../request_schema.ts";
import type { JobOrigin } from "../service.ts";
import { copiesOnly, saveRecipe } from "./job_recipe.ts";
import { identityKey } from "../../media/probe/source.ts";
import type { SourceFile } from "./source_file.ts";

/** Job to be added, and its file. The tracks of an album are in one batch. */
export interface WantedJob {
  input: Pick<CreateJob, "title" | "subtitle" | "poster" | "source">;
  file: SourceFile;
  batchId?: string;
  /** Expected size of the encode, if the file has been read. */
  estimatedBytes?: number | undefined;
}

/** Options that the jobs of one request share. */
export interface SharedJobOptions {
  recipe: AnyRecipe;
  audioOnly: boolean;
  overrides?: Overrides | undefined;
  priority: CreateJob["priority"];
  origin?: JobOrigin;
  /** ID of the bulk request. */
  bulkId?: string;
}

/**
 * Adds jobs for the sources that are not already active, in one transaction. Returns a job for each source, in order.
 */
export async function addJobs(
  { deps, jobStore }: { deps: JobsDeps; jobStore: JobStore },
  wanted: WantedJob[],
  options: SharedJobOptions,
): Promise<{ id: string; created: boolean }[]> {
  // Loads the tables of encoders, which are not needed before.
  const { expectedMethod } = await import("../decision/expected_method.ts");
  const shared = {
    ...options,
    recipeHash: await saveRecipe(jobStore.jobs, options.recipe),
    createdAt: deps.clock.now().getTime(),
    hardware: expectedMethod(options.recipe, {
      audioOnly: options.audioOnly,
      chosen: deps.settings.current().transcoding.hardwareAcceleration,
    }),
  };
  return await deps.store.write(async (tx) => {
    const same = { profileId: options.recipe.id, audioOnly: options.audioOnly };
    const known = await activeIds(tx, wanted.map(({ file }) => file), same);
    let position = options.priority === "top" ? await positionAtTop(tx) : await positionAtEnd(tx);
    const rows: NewJobRow[] = [];
    const answers = wanted.map((job) => {
      const key = identityKey(job.file.identity);
      const existing = known.get(job.file.path) ?? known.get(key);
      if (existing !== undefined) return { id: existing, created: false };
      const row = newRow(job, { ...shared, position });
      known.set(job.file.path, row.id).set(key, row.id);
      rows.push(row);
      position += POSITION_GAP;
      return { id: row.id, created: true };
    });
    await insertJobs(tx, rows);
    for (const { id, created } of answers) if (created) await options.origin?.alongside?.(tx, id);
    return answers;
  });
}

/** Returns the IDs of active jobs with one of these files and this profile. Files are compared by path and identity. */
export async function activeIds(
  tx: Tx,
  files: SourceFile[],
  { profileId, audioOnly }: Pick<JobRow, "profileId" | "audioOnly">,
): Promise<Map<string, string>> {
  const active = await activeJobsWith(
    tx,
    files.map(({ path }) => path),
    files.map(({ identity }) => identityKey(identity)),
  );
  const ids = new Map<string, string>();
  for (const row of active) {
    if (row.profileId !== profileId || row.audioOnly !== audioOnly) continue;
    ids.set(row.sourcePath, row.id).set(row.sourceKey, row.id);
  }
  return ids;
}

function newRow(
  { input, file, batchId, estimatedBytes }: WantedJob,
  { recipe, recipeHash, audioOnly, overrides, priority, origin, bulkId, position, createdAt, hardware }:
    & SharedJobOptions
    & {
      recipeHash: string;
      hardware: Method | null;
      position: number;
      createdAt: number;
    },
): NewJobRow {
  const title = input.title ?? baseName(file.path);
  return {
    id: newId(),
    title,
    titleKey: titleKey(title),
    subtitle: input.subtitle ?? null,
    poster: input.poster ?? null,
    status: "queued",
    labels: [
      ...(origin ? [origin.label] : []),
      ...(audioOnly ? ["Audio only"] : []),
      ...(overrides && isAdjusted(overrides) ? ["Adjusted"] : []),
    ],
    trigger: origin?.trigger ?? "manual",
    priority: priority === "top" ? 1 : 0,
    position,
    profileId: recipe.id,
    profileName: recipe.name,
    recipeHash,
    audioOnly,
    overrides: overrides ?? null,
    copyOnly: copiesOnly(recipe),
    hardware,
    source: { ...input.source, localPath: file.path, namedPath: file.namedPath },
    arr: input.source.arr ?? null,
    sourcePath: file.path,
    sourceKey: identityKey(file.identity),
    sourceIdentity: file.identity,
    inputSizeBytes: file.identity.sizeBytes,
    estimatedBytes: estimatedBytes ?? null,
    warnings: [],
    batchId: batchId ?? null,
    bulkId: bulkId ?? null,
    ripId: origin?.rip?.id ?? null,
    createdAt,
  };
}
