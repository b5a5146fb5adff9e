import { activeJobsWith, insertJobs } from "../../../db/jobs/job_insert.ts";
import { applyEventIn } from "../../../db/jobs/job_events.ts";
import { jobExists, waitingJob } from "../../../db/jobs/jobs.ts";
import { titleKey } from "../../../db/jobs/job_list.ts";
import { lastPlace } from "../../../db/jobs/queue_order.ts";
import type { JobRow, NewJobRow } from "../../../db/schema/schema.ts";
import type { Tx } from "../../../db/store.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { inLanes } from "../../kit/async/lanes.ts";
import type { JobsDeps } from "../deps.ts";
import { baseName } from "../delivery/file_names.ts";
import type { Ledger } from "../ledger.ts";
import { GAP } from "./order.ts";
import { copiesOnly, keepRecipe } from "../intake/recipe_copy.ts";
import type { ImportedFile, ImportOptions, JobOrigin, WaitingInput } from "../service.ts";
import { findSource, identityKey, type SourceFile } from "../intake/source_file.ts";
import { toJob } from "./view.ts";

interface WaitingDeps {
  deps: JobsDeps;
  ledger: Ledger;
  /** Called when jobs joined the queue. */
  joined: () => void;
}

/** A file that came in, looked at. */
interface Arrival {
  wanted: ImportedFile;
  file: SourceFile;
}

const LOOKS_AT_ONCE = 16;

/** Jobs whose file is still to come, and how it comes to them. */
export function createWaitingDesk({ deps, ledger, joined }: WaitingDeps) {
  const rules = () => ({ mediaRoots: deps.settings.current().general.security.mediaRoots, storage: deps.storage });

  return {
    async create({ id, source, ...input }: WaitingInput, origin: JobOrigin): Promise<JobRow> {
      const recipe = await deps.profiles.recipe(input.profileId);
      const recipeHash = await keepRecipe(ledger.jobs, recipe);
      const created = await deps.store.write(async (tx) => {
        if (await jobExists(tx, id)) return false;
        await insertJobs(tx, [{
          ...input,
          id,
          titleKey: titleKey(input.title),
          status: "waiting",
          labels: [origin.label],
          trigger: origin.trigger,
          position: await lastPlace(tx),
          profileName: recipe.name,
          recipeHash,
          copyOnly: copiesOnly(recipe),
          source,
          arr: source.arr ?? null,
          sourcePath: "",
          sourceKey: "",
          warnings: [],
          createdAt: deps.clock.now().getTime(),
        }]);
        return true;
      });
      const row = await ledger.jobs.get(id);
      if (row === undefined) throw new Fault("conflict", "The job was removed at once.");
      if (created) {
        ledger.announce(row);
        ledger.publish("job-added", { count: 1, job: toJob(row) });
        ledger.changed();
      }
      return row;
    },

    async imported(id: string, files: ImportedFile[], options: ImportOptions): Promise<string[] | undefined> {
      const arrivals = await inLanes(files, LOOKS_AT_ONCE, async (wanted): Promise<Arrival> => ({
        wanted,
        file: await findSource({ kind: "file", ...wanted.source }, rules()),
      }));
      const outcome = await deps.store.write(async (tx) => {
        const parent = await waitingJob(tx, id);
        return parent && await take(tx, parent, arrivals, options);
      });
      if (outcome === undefined) return undefined;
      const rows = await ledger.jobs.many([id, ...outcome.made]);
      for (const row of rows) ledger.announce(row);
      for (const row of rows) {
        if (row.status === "done") ledger.publish("job-ended", { job: toJob(row) });
        else if (row.status === "queued") ledger.publish("job-added", { count: 1, job: toJob(row) });
      }
      joined();
      return outcome.holders;
    },

    message: async (id: string, text: string): Promise<void> => {
      const row = await ledger.jobs.setWaitingMessage(id, text);
      if (row) ledger.announce(row);
    },

    failed: async (id: string, reason: string, code: string): Promise<void> =>
      void await ledger.apply(id, "downloadFailed", {
        error: reason,
        errorCode: code,
        message: null,
        finishedAt: deps.clock.now().getTime(),
      }),

    handedOver: async (id: string, message: string): Promise<void> =>
      void await ledger.apply(id, "handedOver", { message, finishedAt: deps.clock.now().getTime() }),

    managerSaid: async (id: string, said: { message: string } | { warning: string }): Promise<void> => {
      const row = await ledger.jobs.get(id);
      if (row === undefined) return;
      await ledger.patch(
        id,
        "message" in said ? { message: said.message } : { warnings: [...new Set([...row.warnings, said.warning])] },
      );
    },
  };

  /** Gives every arrival to a job: the waiting one, one that is active already, or a new one. */
  async function take(
    tx: Tx,
    parent: JobRow,
    arrivals: Arrival[],
    { complete, alongside }: ImportOptions,
  ): Promise<{ holders: string[]; made: string[] }> {
    const active = await activeJobsWith(
      tx,
      arrivals.map(({ file }) => file.path),
      arrivals.map(({ file }) => identityKey(file.identity)),
    );
    const known = new Map<string, string>();
    for (const row of active) {
      if (row.profileId !== parent.profileId || row.audioOnly !== parent.audioOnly) continue;
      known.set(row.sourcePath, row.id).set(row.sourceKey, row.id);
    }
    let position = await lastPlace(tx);
    let own: Arrival | undefined;
    const children: NewJobRow[] = [];
    const holders = arrivals.map((arrival) => {
      const { path, identity } = arrival.file;
      const existing = known.get(path) ?? known.get(identityKey(identity));
      if (existing !== undefined) return existing;
      const mine = complete && own === undefined;
      const id = mine ? parent.id : newId();
      known.set(path, id).set(identityKey(identity), id);
      if (mine) own = arrival;
      else {
        children.push({ ...childOf(parent, arrival), id, position, createdAt: deps.clock.now().getTime() });
        position += GAP;
      }
      return id;
    });
    await insertJobs(tx, children);
    const now = deps.clock.now().getTime();
    if (own !== undefined) {
      await applyEventIn(tx, parent.id, "imported", { ...facts(parent, own), message: null });
    } else if (complete) {
      const message = "Other jobs have the files that came in.";
      await applyEventIn(tx, parent.id, "handedOver", { message, finishedAt: now });
    }
    await alongside?.(tx);
    return { holders, made: children.map(({ id }) => id) };
  }
}

/** What a job says about the file it has. */
const facts = (parent: JobRow, { wanted, file }: Arrival) => {
  const title = wanted.title ?? parent.title;
  return {
    title,
    titleKey: titleKey(title),
    subtitle: wanted.subtitle ?? parent.subtitle,
    poster: wanted.poster ?? parent.poster,
    source: { ...parent.source, ...wanted.source, localPath: file.path },
    sourcePath: file.path,
    sourceKey: identityKey(file.identity),
    sourceIdentity: file.identity,
    inputSizeBytes: file.identity.sizeBytes,
  };
};

const childOf = (parent: JobRow, arrival: Arrival): Omit<NewJobRow, "id" | "position" | "createdAt"> => ({
  ...facts(parent, arrival),
  subtitle: arrival.wanted.subtitle ?? baseName(arrival.file.path),
  status: "queued",
  labels: parent.labels,
  trigger: parent.trigger,
  priority: parent.priority,
  profileId: parent.profileId,
  profileName: parent.profileName,
  recipeHash: parent.recipeHash,
  audioOnly: parent.audioOnly,
  copyOnly: parent.copyOnly,
  arr: parent.arr,
  warnings: [],
  parentId: parent.id,
});
