import { join } from "node:path";
import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import { bytes as formatBytes } from "../../kit/format.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import { ripFolderName } from "../choose/rip_names.ts";
import type { RipPatch, RippedFile, StoredRip } from "../rip_schema.ts";
import { beginWork, changeRip, existingRip, logRip, settleRip } from "./announce.ts";
import { patchRip } from "./change_rip.ts";
import { advanceRip } from "./after_copy.ts";
import { copyCd } from "./cd/copy_cd.ts";
import { copyTitles } from "./copy_titles.ts";
import type { RipsState, Working } from "./deps.ts";
import { missingTitles, wantedFiles } from "./rip_view.ts";

/**
 * Applies the changes and starts copying, and returns immediately. A failed or interrupted rip continues with the
 * missing titles. Throws `not_found`, `bad_state`, `nothing_selected`, `invalid`, or `conflict` if there is not enough
 * free space.
 */
export async function startRip(state: RipsState, id: string, patch: RipPatch = {}): Promise<RipRow> {
  if (Object.keys(patch).length > 0) await patchRip(state, id, patch);
  const { record, status } = await settleRip(state, id);
  if (status === "done") checkMore(record);
  await checkReady(state, record);
  return await beginWork(
    state,
    id,
    { event: "start", record: (current) => started(state, current) },
    (row, working) => copyAndAdvance(state, row, working),
  );
}

/** Checks that a finished disc is continued only with additional titles. Throws `bad_state`. */
function checkMore(record: StoredRip): void {
  // The album is written from the copies of all tracks, which no longer exist.
  if (record.cd !== undefined) {
    throw new Fault("bad_state", "This CD has already been ripped. To rip it again, scan it first.");
  }
  if (missingTitles(record).length > 0) return;
  throw new Fault(
    "bad_state",
    "All selected titles of this disc have already been ripped. Select other titles, or scan the disc again.",
  );
}

/** Starts the copy after identification. If a requirement is not met, the disc waits and the reason is stored. */
export async function beginCopy(state: RipsState, id: string, working: Working): Promise<void> {
  const { record } = await existingRip(state, id);
  try {
    await checkReady(state, record);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await changeRip(state, id, {
      record: (current) => ({ ...current, warnings: [...current.warnings, error.message] }),
    });
    return;
  }
  const row = await changeRip(state, id, { event: "start", record: (current) => started(state, current) });
  if (row !== undefined) await copyAndAdvance(state, row, working);
}

async function copyAndAdvance(state: RipsState, row: RipRow, working: Working): Promise<void> {
  // The copy does not wait for a manager that is slow or unreachable.
  const adding = addMissing(state, row);
  await (row.record.cd === undefined ? copyTitles : copyCd)(state, row, working);
  await adding;
  await advanceRip(state, row.id, working);
}

/** Adds the title to its manager if enabled, even for a rip that is not delivered. A failure does not stop the rip. */
async function addMissing(state: RipsState, { id, record: { media } }: RipRow): Promise<void> {
  const isKnown = (media.kind === "movie" || media.kind === "series") && media.externalId !== undefined;
  if (!state.settings.current().disc.addMissing || !isKnown || media.arrId !== undefined) return;
  try {
    const { record } = await existingRip(state, id);
    const { arrId, message } = await state.delivery.addToLibrary(record);
    await changeRip(state, id, { record: (current) => withArrId(current, media, arrId) });
    await logRip(state, id, message);
  } catch (error) {
    const isExpected = error instanceof Fault || error instanceof ManagerProblem;
    if (!isExpected) {
      state.log("error", "A title could not be added to its manager.", { rip: id, error: String(error) });
    }
    const reason = isExpected ? error.message : "see Lathe's log for the reason.";
    await logRip(state, id, `${media.title} was not added to its manager: ${reason}`);
  }
}

/** The user may have chosen another title since. */
const withArrId = (record: StoredRip, { kind, externalId }: StoredRip["media"], arrId: number): StoredRip =>
  record.media.kind === kind && record.media.externalId === externalId
    ? { ...record, media: { ...record.media, arrId } }
    : record;

/** Returns the folder of a rip's titles until they are delivered. */
export const workFolder = ({ storage }: Pick<RipsState, "storage">, { id, media, label, cd }: StoredRip): string =>
  join(storage.folders.rips, ".work", id, cd === undefined ? ripFolderName(media, label) : "tracks");

function started(state: RipsState, record: StoredRip): StoredRip {
  const { error: _, finishedAt: __, ...rest } = record;
  return {
    ...rest,
    files: wantedFiles(record).map((file) => unencoded(file, record)),
    outputDir: record.outputDir ?? workFolder(state, record),
    startedAt: record.startedAt ?? state.clock.now().toISOString(),
  };
}

/**
 * Returns a file without its job, so that a failed encode is queued again. Without transcoding, an undelivered encode
 * is also removed, so that the copy is delivered.
 */
function unencoded({ jobId: _, encodedPath, ...file }: RippedFile, { options }: StoredRip): RippedFile {
  const isKept = encodedPath !== undefined && (options.transcode || file.finalPath !== undefined);
  return { ...file, ...(isKept ? { encodedPath } : {}) };
}

/** Space required for an encode, relative to the copy. */
const ENCODED_SHARE = 0.75;
/** Number of copies of a CD: tracks are stored without and with tags, and one track is being read. */
const CD_COPIES = 2;

async function checkReady({ storage }: RipsState, record: StoredRip): Promise<void> {
  const { selectedTitleIds, titles, options, cd } = record;
  if (selectedTitleIds.length === 0) {
    throw new Fault("nothing_selected", "Select at least one title to copy.", {
      fields: [{ path: "selectedTitleIds", message: "no title is selected" }],
    });
  }
  if (record.slot?.state === "unexpected") {
    throw new Fault(
      "bad_state",
      "This is not the expected disc of the box set. Assign it a disc number, or reject it.",
    );
  }
  const missing = missingTitles(record);
  const broken = titles.find(({ id, problem }) => missing.includes(id) && problem !== undefined);
  if (broken !== undefined) {
    throw new Fault(
      "unreadable",
      `Title ${broken.id + 1} cannot be copied: ${broken.problem} Deselect it.`,
    );
  }
  const bytes = titles.filter(({ id }) => missing.includes(id)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const needed = Math.ceil(bytes * ((cd === undefined ? 1 : CD_COPIES) + (options.transcode ? ENCODED_SHARE : 0)));
  const shortage = await storage.space.shortage([{ path: storage.folders.rips, bytes: needed }]);
  if (shortage !== undefined) {
    throw new Fault(
      "conflict",
      `The selected titles need ${formatBytes(shortage.needed)} in ${shortage.path}, but ` +
        `only ${formatBytes(shortage.free)} are free. Free up space or select fewer titles.`,
    );
  }
}
