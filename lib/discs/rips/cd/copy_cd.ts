import { dirname, join } from "node:path";
import type { RipRow } from "../../../../db/schema/discs.ts";
import { syncFile, syncFolder } from "../../../kit/atomic_file.ts";
import type { AccurateRipAnswer } from "../../cd/accuraterip/look_up.ts";
import { musicBrainzDiscId } from "../../cd/ids/disc_ids.ts";
import type { CdSource, CdToc } from "../../cd/model.ts";
import type { CdTrackRead } from "../../cd_schema.ts";
import { presenceOf } from "../../delivery/presence.ts";
import type { RipProgress, StoredRip } from "../../rip_schema.ts";
import { RipProblem, type StepProgress } from "../../ripper_model.ts";
import type { DiscTitle } from "../../title_schema.ts";
import { announceRip, changeRip, existingRip, logBuffer } from "../announce.ts";
import { endCopy, endsCopy, ignoreMissing, PROGRESS_MS, sentence } from "../copy_titles.ts";
import type { RipsState, Working } from "../deps.ts";
import { missingTitles } from "../rip_view.ts";
import { offerOffset } from "./offer_offset.ts";
import { type CdRip, isCdRip, trackFile } from "./named_cd.ts";
import { cdSourceOf } from "./cd_source.ts";
import { withAccurateRip } from "../../cd/work/track_marks.ts";
import { writeCd } from "./write_cd.ts";

/** State of one copy run over the tracks of a CD. */
interface CdRun {
  state: RipsState;
  working: Working;
  row: RipRow & { record: CdRip };
  source: CdSource;
  toc: CdToc;
  known: AccurateRipAnswer | undefined;
  lines: { add(line: string): void; flush(): Promise<void> };
  startedAt: number;
}

type Place = Pick<RipProgress, "titleIndex" | "titleCount">;

/**
 * Copies the selected tracks that are missing, one by one, and writes the album once all are complete. A track that
 * cannot be copied does not prevent the others from being copied. Progress is stored after each track, so that a
 * restart does not copy it again.
 */
export async function copyCd(state: RipsState, { id }: RipRow, working: Working): Promise<void> {
  const { signal } = working.controller;
  const lines = logBuffer(state, id);
  const startedAt = state.clock.now().getTime();
  const failures: string[] = [];
  try {
    const row = await withoutLost(state, await existingRip(state, id));
    const { record } = row;
    if (!isCdRip(record)) {
      throw new RipProblem("no_disc", "The table of contents of this CD was not read; scan it again.");
    }
    const missing = missingTitles(record);
    if (missing.length > 0) {
      failures.push(...await copyMissing({ state, working, row: { ...row, record }, lines, startedAt }, missing));
    }
    if (signal.aborted) return;
    if (failures.length === 0) await writeCd(state, id, working, lines);
  } catch (error) {
    if (signal.aborted) return;
    failures.push(sentence(state, id, error));
  } finally {
    await lines.flush();
  }
  if (signal.aborted) return;
  await endCopy(state, id, { failures, seconds: (state.clock.now().getTime() - startedAt) / 1000 });
}

/**
 * Removes the records of copies that were deleted from the cache, so that the tracks are copied again. Throws
 * `RipProblem` if the folder is not accessible, for example on a disconnected share.
 */
async function withoutLost(state: RipsState, row: RipRow): Promise<RipRow> {
  const { files, outputDir = "" } = row.record;
  const lost = new Set<number>();
  for (const { titleId, import: taken } of files) {
    if (taken?.state === "imported") continue;
    // The folder of the rip must exist, because a disconnected share leaves an empty mount point.
    const presence = await presenceOf({ path: join(outputDir, trackFile(titleId)), root: dirname(outputDir) });
    if (presence === "unknown") throw unseenCopies(outputDir);
    if (presence === "gone") lost.add(titleId);
  }
  if (lost.size === 0) return row;
  const kept = (record: StoredRip) => ({ ...record, files: record.files.filter(({ titleId }) => !lost.has(titleId)) });
  return await changeRip(state, row.id, { record: kept }) ?? row;
}

const unseenCopies = (folder: string): RipProblem =>
  new RipProblem("failed", `The folder of the copied tracks is not accessible: ${folder}.`, {
    remedy: "Check that its disk or share is connected. If the folder was deleted, scan the CD again.",
  });

async function copyMissing(run: Omit<CdRun, "source" | "toc" | "known">, missing: number[]): Promise<string[]> {
  const { state, working: { controller: { signal } }, row: { id, record }, lines } = run;
  const source = cdSourceOf(record.source);
  if (source === undefined) {
    throw new RipProblem("no_disc", "The source of this disc is no longer recorded; scan the disc again.");
  }
  const toc = await state.cds.readToc(source, signal);
  if (musicBrainzDiscId(toc) !== record.cd.discId) {
    throw new RipProblem(
      "changed",
      "There is another disc in the drive now. Insert this one again, or start a new scan.",
    );
  }
  const known = await state.cds.accurateRip(toc, signal);
  const accurateRip = accurateRipState(known);
  if (accurateRip.message !== undefined) lines.add(accurateRip.message);
  await changeRip(state, id, { record: (now) => withAccurateRip(now, accurateRip) });
  const failures: string[] = [];
  for (const [at, number] of missing.entries()) {
    const title = record.titles.find((one) => one.id === number);
    if (title === undefined) continue;
    const place = { titleIndex: at + 1, titleCount: missing.length };
    const failure = await copyOne({ ...run, source, toc, known }, title, place);
    if (signal.aborted) return failures;
    if (failure !== undefined) failures.push(failure);
  }
  await offerOffset(state, { id, source, toc, known, signal, onLog: lines.add });
  return failures;
}

function accurateRipState(
  known: AccurateRipAnswer | undefined,
): { state: "off" | "known" | "unknown" | "failed"; message?: string } {
  if (known === undefined) return { state: "off" };
  if (known.outcome === "failed") return { state: "failed", message: known.message };
  return known.outcome === "known"
    ? { state: "known", message: "AccurateRip has an entry for this disc." }
    : { state: "unknown", message: "AccurateRip has no entry for this disc." };
}

/** Copies a track. Returns the reason if it could not be copied, or undefined if the verified copy is in place. */
async function copyOne(run: CdRun, title: DiscTitle, place: Place): Promise<string | undefined> {
  const { state, working: { controller: { signal } }, row: { id, record }, source, toc, known, lines } = run;
  const folder = join(dirname(record.outputDir ?? ""), `.copy-${title.id}`);
  const target = join(record.outputDir ?? "", trackFile(title.id));
  const name = trackName(title.id);
  try {
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const watching = { signal, onLog: lines.add, onProgress: progressOf(run, title, place) };
    const { path, read } = await state.cds.copy(
      { source, toc, number: title.id, folder, known, drive: record.driveName },
      watching,
    );
    signal.throwIfAborted();
    await syncFile(path);
    await Deno.rename(path, target);
    await syncFolder(dirname(target));
    const { size } = await Deno.stat(target);
    await storeTrack(state, id, { path: target, sizeBytes: size }, read);
    lines.add(`${name} is copied and verified${readText(read)}`);
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    const text = sentence(state, id, error);
    lines.add(`${name}: ${text}`);
    if (endsCopy(error)) throw error;
    return `${name} (${title.name}): ${text}`;
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  }
}

/** Returns the name of a track for the log and messages. */
export const trackName = (number: number): string => number === 0 ? "Hidden track" : `Track ${number}`;

function readText({ crc, reads, readErrors, skips, doubtful, accurateRip }: CdTrackRead): string {
  const confidence = Math.max(accurateRip.confidenceV1 ?? -1, accurateRip.confidenceV2 ?? -1);
  const facts = [
    `CRC ${crc}`,
    reads > 1 ? `read ${reads} times` : "",
    confidence > 0
      ? `AccurateRip match with confidence ${confidence}`
      : confidence === 0
      ? "no match in AccurateRip"
      : "",
    readErrors > 0 ? `${readErrors} read errors` : "",
    skips > 0 ? `${skips} positions were skipped` : "",
    doubtful ? "it may differ from the disc" : "",
  ];
  return `: ${facts.filter((fact) => fact !== "").join(", ")}`;
}

/** Reports the progress of a track and its speed as a multiple of the playback speed. */
function progressOf({ state, working, row, startedAt }: CdRun, title: DiscTitle, place: Place) {
  let [shownAt, stepAt, step] = [-Infinity, 0, ""];
  return (progress: StepProgress): void => {
    const now = state.clock.monotonicMs();
    if (progress.step !== step) [step, stepAt] = [progress.step, now];
    const fraction = Math.min(1, Math.max(0, progress.fraction ?? 0));
    if (fraction < 1 && now - shownAt < PROGRESS_MS) return;
    shownAt = now;
    const seconds = (state.clock.now().getTime() - startedAt) / 1000;
    const done = (place.titleIndex - 1 + fraction) / place.titleCount;
    const stepSeconds = (now - stepAt) / 1000;
    working.progress = {
      ...place,
      percent: Math.round(fraction * 1000) / 10,
      step: progress.step,
      startedAt: new Date(startedAt).toISOString(),
      ...(stepSeconds > 0.2 ? { speed: Math.round(fraction * title.durationSeconds / stepSeconds * 10) / 10 } : {}),
      ...(done > 0.01 && seconds > 2 ? { etaSeconds: Math.round(seconds / done - seconds) } : {}),
    };
    announceRip(state, row);
  };
}

/** Stores the file of a track and the details about reading it, replacing earlier ones. */
const storeTrack = (
  state: RipsState,
  id: string,
  { path, sizeBytes }: { path: string; sizeBytes: number },
  read: CdTrackRead,
) =>
  changeRip(state, id, {
    record: (record) => {
      if (!isCdRip(record)) return record;
      const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number;
      const reads = [...record.cd.reads.filter(({ number }) => number !== read.number), read].toSorted(byNumber);
      const files = [
        ...record.files.filter(({ titleId }) => titleId !== read.number),
        { titleId: read.number, path, sizeBytes, verified: true },
      ].toSorted((a, b) => a.titleId - b.titleId);
      return withAccurateRip({ ...record, files, cd: { ...record.cd, reads } });
    },
  });
