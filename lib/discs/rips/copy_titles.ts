import { basename, dirname, join } from "node:path";
import type { RipRow } from "../../../db/schema/discs.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { defectText, JobFailure } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import { keptAudio } from "../choose/audio_choice.ts";
import { titleFiles } from "../choose/title_file.ts";
import type { RipProgress, StoredRip } from "../rip_schema.ts";
import { type DiscSource, RipProblem, type ScannedDisc, type StepProgress, type TitleCopy } from "../ripper_model.ts";
import type { DiscTitle } from "../title_schema.ts";
import { announceRip, changeRip, logBuffer } from "./announce.ts";
import type { RipsState, Working } from "./deps.ts";
import { sourceOf } from "./new_rip.ts";
import { adoptPlaced, placeTitle } from "./placed_title.ts";
import { missingTitles } from "./rip_view.ts";

/** State of one copy run over the titles of a disc. */
interface CopyRun {
  state: RipsState;
  working: Working;
  row: RipRow;
  source: DiscSource;
  lines: { add(line: string): void; flush(): Promise<void> };
  startedAt: number;
}

/**
 * Copies the selected titles that are missing, one by one, verifies each, and continues with the next step. A title
 * that cannot be copied does not prevent the others from being copied. Progress is stored after each title, so that a
 * restart does not copy it again.
 */
export async function copyTitles(state: RipsState, row: RipRow, working: Working): Promise<void> {
  const { id, record } = row;
  const lines = logBuffer(state, id);
  const source = sourceOf(record.source);
  const startedAt = state.clock.now().getTime();
  const failures: string[] = [];
  try {
    if (source === undefined || record.ripper === undefined) {
      throw new RipProblem(
        "no_disc",
        "The source or the ripper of this disc is no longer recorded; scan the disc again.",
      );
    }
    const run: CopyRun = { state, working, row, source, lines, startedAt };
    const missing = missingTitles(record);
    for (const [at, titleId] of missing.entries()) {
      const title = record.titles.find((one) => one.id === titleId);
      if (title === undefined) continue;
      const failure = await copyOne(run, title, { titleIndex: at + 1, titleCount: missing.length });
      if (working.controller.signal.aborted) return;
      if (failure !== undefined) failures.push(failure);
    }
  } catch (error) {
    if (working.controller.signal.aborted) return;
    failures.push(sentence(state, id, error));
  } finally {
    await lines.flush();
  }
  await endCopy(state, id, { failures, seconds: (state.clock.now().getTime() - startedAt) / 1000 });
}

/** Copies a title. Returns the reason if it could not be copied, or undefined if the verified copy is in place. */
async function copyOne(
  run: CopyRun,
  title: DiscTitle,
  place: Pick<RipProgress, "titleIndex" | "titleCount">,
): Promise<string | undefined> {
  const { state, working, row: { id, record, readTitles }, lines } = run;
  const { signal } = working.controller;
  const target = join(record.outputDir ?? "", titleFiles(record).get(title.id) ?? `Title ${title.id + 1}.mkv`);
  const wanted = { id, target, copy: copyOf(record, title, readTitles, basename(target, ".mkv")) };
  const folder = join(dirname(record.outputDir ?? ""), `.copy-${title.id}`);
  try {
    if (await adoptPlaced(state, wanted, { placed: record.placed, signal })) {
      lines.add(`Title ${title.id + 1} was copied before Lathe was stopped, and is verified again`);
      return undefined;
    }
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.mkdir(dirname(target), { recursive: true, mode: 0o700 });
    lines.add(`Copying title ${title.id + 1} (${title.name}) as ${basename(target)}`);
    const copied = await copyInto(run, wanted.copy, { folder, place });
    signal.throwIfAborted();
    await placeTitle(state, wanted, copied);
    lines.add(`Title ${title.id + 1} is copied and verified${errorsText(copied.readErrors)}`);
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    const text = sentence(state, id, error);
    lines.add(`Title ${title.id + 1}: ${text}`);
    if (endsCopy(error)) throw error;
    return `Title ${title.id + 1} (${title.name}): ${text}`;
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  }
}

/** Minimum interval between updates in milliseconds, because each update sends the whole rip to listeners. */
export const PROGRESS_MS = 500;

const STOPS = ["tool_missing", "protected", "key_expired", "no_disc", "disk_full", "changed"] as const;

/** True if every further title would fail in the same way. */
export const endsCopy = (error: unknown): boolean =>
  error instanceof RipProblem && STOPS.some((code) => code === error.code) || isDiskFull(error);

async function copyInto(
  { state, working, row, source, lines, startedAt }: CopyRun,
  copy: TitleCopy,
  { folder, place }: { folder: string; place: Pick<RipProgress, "titleIndex" | "titleCount"> },
) {
  const { signal } = working.controller;
  const { record } = row;
  const ripper = record.ripper?.name ?? "open";
  let shown = -1;
  let shownAt = -Infinity;
  const onProgress = ({ step, fraction = 0, bytesDone }: StepProgress) => {
    const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 1000) / 10;
    const now = state.clock.monotonicMs();
    if (percent === shown || percent < 100 && now - shownAt < PROGRESS_MS) return;
    shown = percent;
    shownAt = now;
    const seconds = (state.clock.now().getTime() - startedAt) / 1000;
    const done = (place.titleIndex - 1 + percent / 100) / place.titleCount;
    working.progress = {
      ...place,
      percent,
      step,
      startedAt: new Date(startedAt).toISOString(),
      ...(done > 0.01 && seconds > 2 ? { etaSeconds: Math.round(seconds / done - seconds) } : {}),
      ...(bytesDone !== undefined && seconds > 0 ? { bytesPerSecond: Math.round(bytesDone / seconds) } : {}),
    };
    announceRip(state, row);
  };
  const options = { folder, minSeconds: record.scanMinSeconds, signal, onProgress, onLog: lines.add };
  const copied = await state.rippers.copy(ripper, source, copy, options);
  onProgress({ step: "Verifying", fraction: 1 });
  await state.rippers.verify(copied.path, copy, signal);
  return copied;
}

/** Creates the request to copy a title and its tracks. Pure. */
export function copyOf(
  record: StoredRip,
  title: DiscTitle,
  readTitles: RipRow["readTitles"],
  name: string,
): TitleCopy {
  const { audioMode, selectedAudio, selectedSubtitles } = record;
  const subtitles = title.subtitleTracks.map(({ index }) => index);
  const chosen = selectedSubtitles[String(title.id)];
  return {
    title,
    read: readTitles.find(({ sourceFile, angle }) => sourceFile === title.sourceFile && angle === title.angle),
    disc: scannedDisc(record),
    audio: keptAudio(title.audioTracks, audioMode, selectedAudio[String(title.id)]),
    subtitles: chosen === undefined ? subtitles : subtitles.filter((index) => chosen.includes(index)),
    name,
  };
}

/**
 * Returns the identity of the scanned disc. Undefined for sources other than drives, which always contain the same
 * disc, and if the built-in readers could not read the disc.
 */
function scannedDisc({ source, fingerprint: { contentHash }, volumeName, label }: StoredRip): ScannedDisc | undefined {
  if (contentHash === undefined || sourceOf(source)?.kind !== "device") return undefined;
  return { contentHash, label: volumeName ?? label };
}

const errorsText = (errors: number): string => errors === 0 ? "" : `; ${count(errors, "read error")} while reading`;

/** Stores the duration of a copy. If not all titles were copied, the rip fails. */
export async function endCopy(
  state: RipsState,
  id: string,
  { failures, seconds }: { failures: string[]; seconds: number },
): Promise<void> {
  const timed = (record: StoredRip) => ({ ...record, ripSeconds: Math.round((record.ripSeconds ?? 0) + seconds) });
  if (failures.length === 0) {
    await changeRip(state, id, { record: timed });
    return;
  }
  await changeRip(state, id, {
    event: "fail",
    record: (record) => ({
      ...timed(record),
      error: `${failures.join("\n")}
Titles that were copied are kept; start again to copy the missing ones.`.slice(
        0,
        4000,
      ),
      finishedAt: state.clock.now().toISOString(),
    }),
  });
}

/** Returns the reason why a copy failed, for the user. */
export function sentence(state: RipsState, id: string, error: unknown): string {
  if (error instanceof RipProblem || error instanceof JobFailure) return error.message;
  if (isDiskFull(error)) return "The disk that contains the rip folder is full. Free up space and start again.";
  state.log("error", "A title could not be copied.", { rip: id, error: String(error) });
  return defectText(error);
}

/** Ignores files that no longer exist. */
export const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
};
