import { join } from "node:path";
import { EDGE_SAMPLES } from "../accuraterip/checksums.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { CdSource, CdToc } from "../model.ts";
import { audioAround, type Cut, cutSamples, sectorsOfTrack } from "./cut.ts";
import {
  type ReadingDeps,
  type ReadTrackOptions,
  type ReadTrouble,
  SECTOR_SAMPLES,
  type SectorReader,
  type TrackReading,
} from "./model.ts";
import { type AudioFacts, writeAudio } from "./write_audio.ts";
import { createEncodertoolReader } from "./encodertool_reader.ts";
import { createImageReader } from "./image_reader.ts";
import { createParanoiaReader } from "./paranoia_reader.ts";

/** One read of the track. */
interface Pass extends AudioFacts, ReadTrouble {
  path: string;
}

interface Reading extends ReadTrackOptions {
  reader: SectorReader;
  cut: Cut;
  samples: number;
  /** File name without extension: `track03`, or `track00` for the audio before the first track. */
  name: string;
}

const MAX_READS = 4;
/** Number of failed reads after which reading the track fails. */
const MAX_FAILURES = 2;

/**
 * Reads one track into `folder`: once if there is no sign of errors, otherwise until two reads match. If reads never
 * match, the track is kept and marked. Throws `RipProblem` if no read was completed, or the signal's reason.
 */
export async function readTrack(options: ReadTrackOptions): Promise<TrackReading> {
  const { track, folder, maxReads = MAX_READS } = options;
  const reading = await prepare(options);
  const passes: Pass[] = [];
  let agreement: TrackReading["agreement"] | undefined;
  let failures = 0;
  while (agreement === undefined && passes.length + failures < maxReads) {
    try {
      passes.push(await readOnce(reading, passes.length + failures + 1));
      agreement = agreementOf(passes, reading);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof RipProblem) || error.code !== "read_error") throw error;
      options.onLog(`${trackText(track)}: ${error.message}`);
      if (++failures < MAX_FAILURES) continue;
      if (passes.length === 0) throw error;
      break;
    }
  }
  // Keeps the last read if it matches another read, otherwise the read with the fewest errors.
  const kept = agreement === undefined ? passes.toSorted((a, b) => troubleOf(a) - troubleOf(b))[0] : passes.at(-1);
  if (kept === undefined) throw new RipProblem("read_error", `${trackText(track)} could not be read.`);
  const path = join(folder, `${reading.name}.pcm`);
  await Deno.rename(kept.path, path);
  for (const pass of passes) if (pass !== kept) await Deno.remove(pass.path);
  if (agreement === undefined) options.onLog(`${trackText(track)}: no two of ${passes.length} reads are identical.`);
  const { readErrors, skips, md5, crc32, peak, checksums } = kept;
  return {
    ...{ path, samples: reading.samples, readErrors, skips, md5, crc32, peak, checksums },
    ...{ reader: reading.reader.name, offset: reading.reader.readsSectors ? options.offset : 0 },
    ...{ crcs: passes.map((pass) => pass.crc32), agreement: agreement ?? "none" },
  };
}

/**
 * Reads a track and 2,940 samples on both sides without offset correction, to determine the drive's read offset.
 * Returns the path of the raw samples. Throws the errors of `readTrack`.
 */
export async function readAroundTrack(options: Omit<ReadTrackOptions, "offset" | "confirm">): Promise<string> {
  const reading = await prepare({ ...options, offset: 0 });
  if (!reading.reader.readsSectors) {
    throw new RipProblem("tool_missing", "Only cd-paranoia can read beyond the bounds of a track.");
  }
  const { start, sectors } = requireTrack(options.toc, options.track);
  const samples = sectors * SECTOR_SAMPLES + 2 * EDGE_SAMPLES;
  const cut = cutSamples(start * SECTOR_SAMPLES - EDGE_SAMPLES, samples, audioAround(options.toc, options.track));
  return (await readOnce({ ...reading, cut, samples, name: `${reading.name}_around` }, 1)).path;
}

async function prepare(options: ReadTrackOptions): Promise<Reading> {
  const { toc, track, source, offset, onLog, signal } = options;
  signal.throwIfAborted();
  const { start, sectors } = requireTrack(toc, track);
  const reader = await chooseReader(source, options);
  if (!reader.readsSectors && track === "hidden") {
    throw new RipProblem("tool_missing", "Only cd-paranoia can read the audio before the first track.", {
      remedy: "Install cd-paranoia.",
    });
  }
  if (!reader.readsSectors && offset !== 0) {
    onLog(`${trackText(track)}: fre:ac applies the read offset, because it reads only whole tracks.`);
  }
  const samples = sectors * SECTOR_SAMPLES;
  const from = start * SECTOR_SAMPLES + (reader.readsSectors ? offset : 0);
  const name = `track${String(track === "hidden" ? 0 : track).padStart(2, "0")}`;
  return { ...options, reader, samples, name, cut: cutSamples(from, samples, audioAround(toc, track)) };
}

function requireTrack(toc: CdToc, track: number | "hidden") {
  const span = sectorsOfTrack(toc, track);
  if (span !== undefined) return span;
  throw new RipProblem(
    "failed",
    track === "hidden" ? "There is nothing before the first track." : `Track ${track} is not an audio track.`,
  );
}

async function readOnce(reading: Reading, number: number): Promise<Pass> {
  const { reader, cut, samples, name, folder, toc, track, signal, onProgress, onLog } = reading;
  const [raw, path] = [join(folder, `${name}.raw`), join(folder, `${name}.read${number}`)];
  const step = `${trackText(track)}${number === 1 ? "" : `, read ${number}`}`;
  await Deno.remove(raw).catch(() => {});
  try {
    const trouble = cut.span.sectors === 0 ? { readErrors: 0, skips: 0 } : await reader.read({
      ...{ toc, track, span: cut.span, output: raw, onLog, signal },
      onFraction: (fraction) => onProgress({ step, fraction }),
    });
    const audioNumbers = toc.tracks.filter(({ isAudio }) => isAudio).map((one) => one.number);
    const span = { samples, isFirst: track === audioNumbers[0], isLast: track === audioNumbers.at(-1) };
    return { ...trouble, ...await writeAudio({ raw, output: path, cut, span, signal }), path };
  } finally {
    await Deno.remove(raw).catch(() => {});
  }
}

/** Returns the reason why no further read is needed. Undefined if another read is needed. */
function agreementOf(passes: readonly Pass[], { reader, confirm }: Reading): TrackReading["agreement"] | undefined {
  const last = passes.at(-1);
  if (last === undefined) return undefined;
  if (confirm?.(last.checksums) === true) return "confirmed";
  if (passes.slice(0, -1).some(({ md5 }) => md5 === last.md5)) return "copies";
  const isQuiet = troubleOf(last) === 0 && confirm === undefined && passes.length === 1;
  return reader.isExact || isQuiet ? "single" : undefined;
}

const troubleOf = ({ readErrors, skips }: ReadTrouble): number => skips * 1000 + readErrors;

const trackText = (track: number | "hidden"): string => track === "hidden" ? "Hidden track" : `Track ${track}`;

/**
 * Selects the reader for a source: the built-in reader for images, and cd-paranoia or else fre:ac for drives. Throws
 * `RipProblem` `tool_missing`.
 */
async function chooseReader(source: CdSource, deps: ReadingDeps): Promise<SectorReader> {
  if (source.kind === "image") return createImageReader(source.path);
  for (const name of ["cd-paranoia", "cdparanoia"]) {
    const { path } = await deps.findTool(name, "");
    if (path !== undefined) return createParanoiaReader(path, source.path, deps.times);
  }
  const { path } = await deps.findTool("freaccmd", deps.encodertoolPath ?? "");
  if (path !== undefined) return createEncodertoolReader(path, source.path);
  throw new RipProblem("tool_missing", "No program for reading audio CDs was found.", {
    remedy: "Install cd-paranoia.",
  });
}
