import { activeWith, insertJobs } from "../../../db/jobs/jobs.ts";
import { titleKey } from "../../../db/jobs/job_list.ts";
import { firstPlace, lastPlace } from "../../../db/jobs/queue_order.ts";
import type { JobRow, NewJobRow } from "../../../db/schema/schema.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { inLanes } from "../../kit/async/lanes.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";
import type { CrashPoint } from "../delivery/crash_points.ts";
import type { JobsDeps } from "../deps.ts";
import { withAlbumTracks } from "./album.ts";
import type { JobOrigin } from "../service.ts";
import { withManagerFiles, withManagers } from "../delivery/file_managers.ts";
import { foreseer } from "./foresee.ts";
import { baseName } from "../delivery/file_names.ts";
import type { Ledger } from "../ledger.ts";
import { GAP } from "../queue/order.ts";
import { copiesOnly, keepRecipe } from "./recipe_copy.ts";
import type { BulkCreate, BulkResult, CreateJob, SkippedJob } from "../schema.ts";
import { findSource, identityKey, type SourceFile } from "./source_file.ts";
import { toJob } from "../queue/view.ts";

export interface IntakeDeps {
  deps: JobsDeps;
  ledger: Ledger;
  crashPoint: (point: CrashPoint) => void;
  /** Called when jobs joined the queue. */
  joined: () => void;
}

/** How many files are looked at at once: enough to hide a slow share, few enough not to flood it. */
const LOOKS_AT_ONCE = 64;
/** So many files of a list are looked into before they are queued; of a longer list each when its turn comes. */
const LOOKED_INTO = 100;
/** The largest list a live event carries; clients read anew above 200. */
const LISTED_MAX = 201;

/** How jobs come into the queue. The same file with the same profile while active is the same job (behaviour.md, 1.4). */
export function createIntake({ deps, ledger, crashPoint, joined }: IntakeDeps) {
  const foresee = foreseer({ deps, ledger });
  const rules = () => ({ mediaRoots: deps.settings.current().general.security.mediaRoots, storage: deps.storage });

  /** Adds rows for those sources that are not active yet; answers a job for each, in order. */
  const add = async (
    wanted: {
      input: Pick<CreateJob, "title" | "subtitle" | "poster" | "source">;
      file: SourceFile;
      batchId?: string;
    }[],
    { recipe, audioOnly, priority, origin }: {
      recipe: AnyRecipe;
      audioOnly: boolean;
      priority: CreateJob["priority"];
      origin?: JobOrigin;
    },
  ): Promise<{ id: string; created: boolean }[]> => {
    const recipeHash = await keepRecipe(ledger.jobs, recipe);
    const createdAt = deps.clock.now().getTime();
    return await deps.store.write(async (tx) => {
      const active = await activeWith(
        tx,
        wanted.map(({ file }) => file.path),
        wanted.map(({ file }) => identityKey(file.identity)),
      );
      const known = new Map<string, string>();
      for (const row of active) {
        if (row.profileId !== recipe.id || row.audioOnly !== audioOnly) continue;
        known.set(row.sourcePath, row.id).set(row.sourceKey, row.id);
      }
      let position = priority === "top" ? await firstPlace(tx) : await lastPlace(tx);
      const rows: NewJobRow[] = [];
      const answers = wanted.map(({ input, file, batchId }) => {
        const key = identityKey(file.identity);
        const existing = known.get(file.path) ?? known.get(key);
        if (existing !== undefined) return { id: existing, created: false };
        const id = newId();
        known.set(file.path, id).set(key, id);
        const title = input.title ?? baseName(file.path);
        rows.push({
          id,
          title,
          titleKey: titleKey(title),
          subtitle: input.subtitle ?? null,
          poster: input.poster ?? null,
          status: "queued",
          labels: [...(origin ? [origin.label] : []), ...(audioOnly ? ["Audio only"] : [])],
          trigger: origin?.trigger ?? "manual",
          priority: priority === "top" ? 1 : 0,
          position,
          profileId: recipe.id,
          profileName: recipe.name,
          recipeHash,
          audioOnly,
          copyOnly: copiesOnly(recipe),
          source: { ...input.source, localPath: file.path },
          arr: input.source.arr ?? null,
          sourcePath: file.path,
          sourceKey: key,
          sourceIdentity: file.identity,
          inputSizeBytes: file.identity.sizeBytes,
          warnings: [],
          batchId: batchId ?? null,
          createdAt,
        });
        position += GAP;
        return { id, created: true };
      });
      await insertJobs(tx, rows);
      return answers;
    });
  };

  /** The same file with the same profile: then asking again is no second job, and nothing is in the way. */
  const isActive = async (file: SourceFile, recipe: AnyRecipe, audioOnly: boolean): Promise<boolean> =>
    (await activeWith(deps.store.db, [file.path], [identityKey(file.identity)]))
      .some((row) => row.profileId === recipe.id && row.audioOnly === audioOnly);

  return {
    async create(asked: CreateJob, origin?: JobOrigin): Promise<{ created: boolean; row: JobRow } | SkippedJob> {
      const [input = asked] = await withManagerFiles([asked], deps.managerFiles);
      const recipe = await deps.profiles.recipe(input.profileId);
      refuseNothing(recipe, input.audioOnly);
      const file = await findSource(input.source, rules());
      const { nothingToDo: reason, taken } = await foresee(recipe, file, input.audioOnly);
      if (reason !== undefined) return { skipped: true, reason, job: null };
      if (taken !== undefined && origin === undefined && !await isActive(file, recipe, input.audioOnly)) throw taken;
      const wanted = await withManagers([{ input, file }], deps.managerFilesAt);
      const [answer] = await add(wanted, { ...input, recipe, origin });
      crashPoint("created");
      const row = answer && await ledger.jobs.get(answer.id);
      if (answer === undefined || row === undefined) throw new Fault("conflict", "The job was removed at once.");
      if (answer.created) {
        ledger.announce(row);
        ledger.publish("job-added", { count: 1, job: toJob(row) });
        joined();
      }
      return { created: answer.created, row };
    },

    /** One bad item never blocks the others; what was good is one transaction. */
    async createBulk(input: BulkCreate): Promise<BulkResult> {
      const recipe = await deps.profiles.recipe(input.profileId);
      refuseNothing(recipe, input.audioOnly);
      const errors: BulkResult["errors"] = [];
      const placed = await withAlbumTracks(
        input.items,
        (index, { code, message }) => errors.push({ index, code, message }),
        deps.managerAlbum,
        rules(),
      );
      const named = await withManagerFiles(placed.map(({ item }) => item), deps.managerFiles);
      const found = await inLanes(placed, LOOKS_AT_ONCE, async ({ item, index, batchId }, at) => {
        try {
          const input = named[at] ?? item;
          return { index, input, file: await findSource(input.source, rules()), batchId };
        } catch (error) {
          if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
          errors.push({ index, code: error.code, message: error.message });
        }
      });
      let refused = 0;
      const visible = found.filter((item) => item !== undefined);
      const wanted = visible.length > LOOKED_INTO ? visible : (await inLanes(visible, 2, async (item) => {
        const { nothingToDo, taken } = await foresee(recipe, item.file, input.audioOnly);
        if (nothingToDo !== undefined) return undefined;
        if (taken === undefined || await isActive(item.file, recipe, input.audioOnly)) return item;
        errors.push({ index: item.index, code: taken.code, message: taken.message });
        refused++;
      })).filter((item) => item !== undefined);
      const owned = await withManagers(wanted, deps.managerFilesAt);
      const answers = await add(owned, { recipe, audioOnly: input.audioOnly, priority: "bottom" });
      crashPoint("created");
      const created = answers.filter((answer) => answer.created);
      if (created.length > 0) {
        const rows = await ledger.jobs.many(created.slice(0, LISTED_MAX).map(({ id }) => id));
        ledger.publish("jobs", { jobs: rows.map((row) => toJob(row)) });
        ledger.publish("job-added", { count: created.length });
        joined();
      }
      return {
        created: created.length,
        skipped: visible.length - refused - wanted.length + answers.length - created.length,
        errors: errors.sort((a, b) => a.index - b.index),
        jobs: answers.map(({ id }) => id),
      };
    },
  };
}

function refuseNothing(recipe: AnyRecipe, audioOnly: boolean): void {
  if (audioOnly && !isSmart(recipe) && recipe.audio.encoder === "copy") {
    throw new Fault("nothing_to_do", `Audio only with ${recipe.name} changes nothing: that profile copies audio.`);
  }
}
