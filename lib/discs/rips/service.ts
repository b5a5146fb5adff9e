import type { RipRow } from "../../../db/schema/discs.ts";
import { createKeyedMutex } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import { Fault } from "../../kit/fault.ts";
import type { JobBusEvents } from "../../jobs/service.ts";
import type { ImportAccess, SweepResult } from "../delivery/model.ts";
import type { ChooseRelease } from "../cd_schema.ts";
import type { Rip, RipEstimate, RipEstimateRequest, RipPatch, RipProgress, ScanRip, StoredRip } from "../rip_schema.ts";
import { HELD_STATES } from "../rip_states.ts";
import { advanceRip } from "./after_copy.ts";
import { changeRip, existingRip, logRip, requireChange, settleRip, workOn } from "./announce.ts";
import { type AlbumText, albumText } from "./cd/album_text.ts";
import { chooseRelease } from "./cd/choose_release.ts";
import { patchRip } from "./change_rip.ts";
import type { RipsDeps, RipsState } from "./deps.ts";
import { encodeProgress } from "./encode_progress.ts";
import { estimateRip } from "./estimate/estimate_rip.ts";
import { importLeft } from "./imports/import_left.ts";
import { newRip, type SeenDisc } from "./new_rip.ts";
import { removeCopies, removePartialCopies, removeRefused, removeUnownedPartials } from "./rip_files.ts";
import type { RipQuery } from "../rip_schema.ts";
import { LISTED_LINES, toRip } from "./rip_view.ts";
import { identifyRip, scanRip } from "./scan/scan_rip.ts";
import { shareRip } from "./share_rip.ts";
import { startRip } from "./start_rip.ts";

/** Rips: discs from their detection to the end of their delivery. */
export interface Rips {
  /** Returns all rips, newest first, each with the end of its log. */
  list(): Promise<Rip[]>;
  /** Returns a page of the list, or the whole list without a limit. Throws `invalid`. */
  page(query: RipQuery): Promise<{ items: Rip[]; total: number; nextCursor?: string }>;
  /** Returns a rip with its complete log. Throws `not_found`. */
  get(id: string): Promise<Rip>;
  /** Adds a disc and starts scanning it. */
  add(disc: SeenDisc): Promise<Rip>;
  /** Changes the user's choices. Throws `not_found`, `bad_state`, `invalid`, `no_profile`. */
  patch(id: string, patch: RipPatch): Promise<Rip>;
  /** Scans the disc. With `cd`, scans it as an audio CD. Throws `not_found`, `bad_state`. */
  scan(id: string, options?: ScanRip & { cd?: boolean }): Promise<Rip>;
  /** Identifies the disc again. Throws `not_found`, `bad_state`. */
  identify(id: string): Promise<Rip>;
  /**
   * Sets the release of an audio CD. Throws `not_found`, `bad_state`, `invalid`, `upstream_failed`, `upstream_timeout`,
   * `busy`.
   */
  chooseRelease(id: string, choice: ChooseRelease): Promise<Rip>;
  /** Returns the log, cue sheet or playlist of an audio CD's album, and its file name. Throws `not_found`. */
  albumText(id: string, kind: AlbumText): Promise<{ name: string; text: string }>;
  /** Starts copying. Throws `not_found`, `bad_state`, `nothing_selected`, `invalid`, `conflict`. */
  start(id: string, patch?: RipPatch): Promise<Rip>;
  /** Cancels a rip. Resolves when all processing has stopped. Throws `not_found`, `bad_state`. */
  cancel(id: string): Promise<Rip>;
  /** Deletes a rip. `files` also deletes copies that have not been delivered. Throws `not_found`, `bad_state`. */
  forget(id: string, options?: { files?: boolean }): Promise<void>;
  /** Adds the movie or series to its manager. Throws `not_found`, `bad_state`, `invalid`, `upstream_failed`. */
  addToLibrary(id: string): Promise<Rip>;
  /**
   * Submits a delivered disc to the shared index, or declines permanently. Throws `not_found`, `bad_state`,
   * `upstream_failed`.
   */
  share(id: string, accept: boolean): Promise<Rip>;
  /** Estimates a selection of titles. Throws `not_found`, `no_profile`. */
  estimate(id: string, wanted: RipEstimateRequest): Promise<RipEstimate>;
  /**
   * Imports the remaining files in the rip folder. A rip whose files have all been imported becomes done. Throws
   * `bad_state`.
   */
  importLeft(options?: { again?: boolean }): Promise<SweepResult>;
  /** Checks whether the managers can access the rip folder. */
  importAccess(): Promise<ImportAccess>;
  /** Recovers the state of the previous run, then subscribes to job events. */
  open(): Promise<void>;
  /** Stops all processing. An interrupted copy is continued at the next start. */
  close(): Promise<void>;
}

/** Creates the rips service. Nothing runs before `open`. */
export function createRips(deps: RipsDeps & { jobEvents: Pick<Bus<JobBusEvents>, "on"> }): Rips {
  const state: RipsState = {
    ...deps,
    working: new Map(),
    mutex: createKeyedMutex(),
    ending: new AbortController(),
    retries: new Map(),
  };
  const show = (row: RipRow): Promise<Rip> => view(state, row, LISTED_LINES);
  const stops: (() => void)[] = [];
  return {
    list: async () => await Promise.all((await state.repository.list()).map(show)),
    async page({ logLines = LISTED_LINES, ...query }) {
      const { rows, ...rest } = await state.repository.page(query);
      return { items: await Promise.all(rows.map((row) => view(state, row, logLines))), ...rest };
    },
    get: async (id) => await view(state, await existingRip(state, id)),
    async add(disc) {
      const row = newRip(disc, state.settings.current(), state.clock.now());
      await state.repository.insert(row);
      return await show(await scanRip(state, row.id, { cd: disc.cd }));
    },
    patch: async (id, patch) => await show(await state.mutex(id, () => patchAndConsider(state, id, patch))),
    scan: async (id, options) => await show(await state.mutex(id, () => scanRip(state, id, options))),
    chooseRelease: async (id, choice) => await show(await state.mutex(id, () => chooseRelease(state, id, choice))),
    identify: async (id) => await show(await state.mutex(id, () => identifyRip(state, id))),
    albumText: async (id, kind) => await albumText((await existingRip(state, id)).record, kind),
    start: async (id, patch) => await show(await state.mutex(id, () => startRip(state, id, patch))),
    cancel: async (id) => await show(await state.mutex(id, () => cancelRip(state, id))),
    forget: (id, options = {}) => state.mutex(id, () => forgetRip(state, id, options)),
    async addToLibrary(id) {
      const { record } = await existingRip(state, id);
      const { arrId } = await state.delivery.addToLibrary(record);
      const added = (current: StoredRip) => ({ ...current, media: { ...current.media, arrId } });
      return await show(await requireChange(state, id, { record: added }));
    },
    share: async (id, accept) => await show(await state.mutex(id, () => shareRip(state, id, accept))),
    estimate: (id, wanted) => estimateRip(state, id, wanted),
    importLeft: (options) => importLeft(state, options),
    importAccess: () => state.delivery.check(),
    async open() {
      await recoverRips(state);
      stops.push(
        deps.jobEvents.on("job-ended", ({ job }) => job.ripId === undefined ? undefined : followJob(state, job.ripId)),
        deps.jobEvents.on(
          "job",
          ({ job }) => job.ripId === undefined || job.status !== "queued" ? undefined : followRetry(state, job.ripId),
        ),
      );
    },
    async close() {
      for (const stop of stops) stop();
      state.ending.abort();
      await Promise.all([...state.working.values()].map(({ done }) => done));
    },
  };
}

async function view(state: RipsState, row: RipRow, lines?: number): Promise<Rip> {
  const { repository, profiles, working } = state;
  const { profileId } = row.record;
  const profile = profileId === undefined ? undefined : await profiles.get(profileId).catch(() => undefined);
  return toRip(row, {
    log: await repository.readLog(row.id, lines),
    progress: working.get(row.id)?.progress ?? await progressOfEncodes(state, row),
    profileName: profile?.name,
  });
}

async function progressOfEncodes({ jobs }: RipsState, { status, record }: RipRow): Promise<RipProgress | undefined> {
  if (status !== "transcoding") return undefined;
  const ids = record.files.flatMap(({ jobId }) => jobId ?? []);
  // A job may have been removed.
  const found = await Promise.all(ids.map((id) => jobs.get(id).catch(() => undefined)));
  return encodeProgress(record, found.filter((job) => job !== undefined));
}

/** Handles the end of a rip's job, after which the next step may start. */
function followJob(state: RipsState, id: string): void {
  if (state.ending.signal.aborted) return;
  const current = state.working.get(id);
  if (current === undefined) workOn(state, id, (working) => advanceRip(state, id, working));
  else void current.done.then(() => followJob(state, id));
}

/** Handles the retry of a failed rip's job: the rip waits for it. */
function followRetry(state: RipsState, id: string): void {
  changeRip(state, id, { event: "jobRetried", record: ({ error: _, finishedAt: __, ...record }) => record })
    .catch((error) =>
      state.log("error", "A rip could not be updated from its job.", { rip: id, error: String(error) })
    );
}

/** Offers a disc that the user has identified to its box set, as for a disc identified automatically. */
async function patchAndConsider(state: RipsState, id: string, patch: RipPatch): Promise<RipRow> {
  const row = await patchRip(state, id, patch);
  if (patch.media === undefined || row.record.cd !== undefined) return row;
  await state.matched?.(id);
  return await existingRip(state, id);
}

async function cancelRip(state: RipsState, id: string): Promise<RipRow> {
  const row = await requireChange(state, id, {
    event: "cancel",
    record: (record) => ({ ...record, finishedAt: state.clock.now().toISOString() }),
  });
  const working = state.working.get(id);
  working?.controller.abort();
  await working?.done;
  await removePartialCopies(row.record);
  for (const job of await state.repository.jobsOf(id)) {
    if (job.status !== "done") await state.jobs.cancel(job.id).catch(ignoreFaults);
  }
  return row;
}

/** Ignores faults when cancelling a job that has already ended. */
function ignoreFaults(error: unknown): void {
  if (!(error instanceof Fault)) throw error;
}

async function forgetRip(state: RipsState, id: string, { files = false }: { files?: boolean }): Promise<void> {
  const row = await settleRip(state, id);
  if (HELD_STATES.some((one) => one === row.status) || state.working.has(id)) {
    throw new Fault("bad_state", `The rip of this disc is active (${row.status}); cancel it first.`);
  }
  // The encodes of a deleted rip are not needed.
  if (row.status === "transcoding") await cancelRip(state, id);
  await state.repository.remove(id);
  if (files) {
    await removeCopies(state, row.record);
    await removeRefused(state, row.record);
  }
  state.bus.publish("rip-removed", { id });
}

/**
 * Recovers rips after a restart. Rips that were being read are marked as interrupted. Partial titles are removed, and
 * verified titles are kept. Encodes and deliveries continue.
 */
async function recoverRips(state: RipsState): Promise<void> {
  for (const { id, record } of await state.repository.inStates(["scanning", "identifying", "ripping"])) {
    await removePartialCopies(record);
    await changeRip(state, id, {
      event: "processEnded",
      record: (current) => ({ ...current, warnings: [...current.warnings, ENDED].slice(-50) }),
    });
    await logRip(state, id, ENDED);
  }
  await removeUnownedPartials(state).catch((error) =>
    state.log("warn", "The disc work folder could not be checked.", { error: String(error) })
  );
  for (const { id } of await state.repository.inStates(["transcoding", "delivering"])) {
    workOn(state, id, (working) => advanceRip(state, id, working));
  }
}

const ENDED = "Lathe was stopped while it was reading this disc. Titles that were copied are kept; start it again.";
