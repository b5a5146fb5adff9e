import type { NameCharset } from "./charsets.ts";
import { decodeText, doubtfulText } from "./decode_text.ts";
import { type CueFile, type CueIndex, type CueRemark, type CueSheet, type CueTrack, indexOf } from "./model.ts";
import { fileOf, frameOf, splitCommand, unquoted } from "./cue_words.ts";

/** A sheet, with warnings about irregularities, or a message with the reason if it cannot be used. */
export type CueReading =
  | { sheet: CueSheet; charset: string; isDoubtful?: boolean; warnings: string[] }
  | { problem: string };

/** Maximum size of a cue sheet in bytes. Real cue sheets are a few kilobytes long. */
const MAX_BYTES = 1 << 20;
/** Maximum number of lines: twice as many as 99 tracks with all their indexes need. */
const MAX_LINES = 20_000;
/** Maximum number of characters in a line. Names have a few hundred. The rest of a longer line is ignored. */
const MAX_LINE_CHARACTERS = 8_192;
/** Maximum number of tracks on a disc (IEC 60908). */
const MAX_TRACKS = 99;
/** Maximum number of files: one for each track, and one for the audio before the first track. */
const MAX_FILES = MAX_TRACKS + 1;
/** Maximum number of flags. Only four are defined. */
const MAX_FLAGS = 16;
const MAX_WARNINGS = 50;

interface Reader {
  sheet: CueSheet;
  track?: CueTrack;
  /** Index of the file to which the next indexes belong. */
  file: number;
  line: number;
  warnings: string[];
  /** Reason why the sheet cannot be used. */
  problem?: string;
}

/** Parses a cue sheet in any common character set, or the one set by the user. Ignores unknown lines. Never throws. */
export function readCueSheet(bytes: Uint8Array, stated?: NameCharset): CueReading {
  if (bytes.length > MAX_BYTES) return { problem: "It is larger than 1 MB, so it is not a cue sheet." };
  const { text, charset, isDoubtful } = decodeText(bytes, stated);
  const reader: Reader = {
    sheet: { remarks: [], files: [], tracks: [] },
    file: -1,
    line: 0,
    warnings: [],
  };
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|[\n\r]/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) return { problem: `It has more than ${MAX_LINES} lines, so it is not a cue sheet.` };
  for (const line of lines) {
    reader.line++;
    const { command, rest } = splitCommand(line.slice(0, MAX_LINE_CHARACTERS));
    COMMANDS[command]?.(reader, rest);
    if (reader.problem !== undefined) return { problem: reader.problem };
  }
  const { sheet, warnings } = reader;
  const problem = completed(sheet, warnings);
  if (problem !== undefined) return { problem };
  if (isDoubtful) warnings.unshift(doubtfulText(charset));
  return { sheet, charset, ...(isDoubtful ? { isDoubtful } : {}), warnings: warnings.slice(0, MAX_WARNINGS) };
}

/** Handlers for the commands of a cue sheet. Lines before the first `TRACK` describe the disc. */
const COMMANDS: Partial<Record<string, (reader: Reader, rest: string) => void>> = {
  TITLE: (reader, rest) => setText(reader, "title", rest),
  PERFORMER: (reader, rest) => setText(reader, "performer", rest),
  SONGWRITER: (reader, rest) => setText(reader, "songwriter", rest),
  CATALOG({ sheet }, rest) {
    if (rest !== "") sheet.catalog = unquoted(rest);
  },
  CDTEXTFILE({ sheet }, rest) {
    if (rest !== "") sheet.cdTextFile = unquoted(rest);
  },
  ISRC({ track }, rest) {
    const isrc = unquoted(rest).replaceAll("-", "").toUpperCase();
    if (track !== undefined && isrc !== "") track.isrc = isrc;
  },
  FLAGS({ track }, rest) {
    const flags = rest.toUpperCase().split(/\s+/).filter((flag) => flag !== "");
    if (track !== undefined) {
      track.flags = [...new Set([...track.flags, ...flags.slice(0, MAX_FLAGS)])].slice(0, MAX_FLAGS);
    }
  },
  REM({ track, sheet }, rest) {
    const [, name = "", value = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
    const remark: CueRemark = { name: name.toUpperCase(), value: unquoted(value) };
    if (name !== "") (track ?? sheet).remarks.push(remark);
  },
  FILE(reader, rest) {
    reader.file = placeOf(reader.sheet.files, fileOf(rest));
    if (reader.file >= MAX_FILES) reader.problem = `It refers to more than ${MAX_FILES} files.`;
  },
  TRACK: startTrack,
  INDEX: addIndex,
  PREGAP: (reader, rest) => setGap(reader, "pregap", rest),
  POSTGAP: (reader, rest) => setGap(reader, "postgap", rest),
};

function setText({ track, sheet }: Reader, name: "title" | "performer" | "songwriter", rest: string): void {
  const text = unquoted(rest);
  if (text !== "") (track ?? sheet)[name] = text;
}

/** Returns the index of the file with this name. Lines with the same name refer to the same file. */
function placeOf(files: CueFile[], { name, type }: CueFile): number {
  const known = files.findIndex((file) => file.name === name && file.type === type);
  return known < 0 ? files.push({ name, type }) - 1 : known;
}

/**
 * Starts a track, even if it is invalid, because the lines after it must not be applied to the disc or the previous
 * track.
 */
function startTrack(reader: Reader, rest: string): void {
  const [, digits = "", mode = "AUDIO"] = /^"?(\d+)"?(?:\s+(\S+))?/.exec(rest) ?? [];
  const number = Number(digits);
  reader.track = { number, mode: mode.toUpperCase(), flags: [], indexes: [], remarks: [] };
  if (number > MAX_TRACKS) reader.problem = `It lists track ${digits.slice(0, 20)}: a disc has at most ${MAX_TRACKS}.`;
  else if (number < 1) warn(reader, `"TRACK ${rest}" has no number from 1 to 99`);
  else if (reader.sheet.tracks.push(reader.track) > MAX_TRACKS) {
    reader.problem = `It lists more than ${MAX_TRACKS} tracks.`;
  }
}

function addIndex(reader: Reader, rest: string): void {
  const [, digits = "", time = ""] = /^(\d{1,2})\s+(\S+)/.exec(rest) ?? [];
  const place = frameOf(time);
  if (reader.track === undefined || reader.file < 0 || place === undefined) {
    return warn(reader, `"INDEX ${rest}" is not valid`);
  }
  const index: CueIndex = { number: Number(digits), frame: place.frame, file: reader.file };
  if (place.odd) warn(reader, `${time} has more than 59 seconds or 74 frames`);
  if (indexOf(reader.track, index.number) !== undefined) return warn(reader, `index ${digits} is listed twice`);
  reader.track.indexes.push(index);
}

function setGap(reader: Reader, name: "pregap" | "postgap", rest: string): void {
  const gap = frameOf(rest);
  if (reader.track === undefined || gap === undefined) return warn(reader, `"${rest}" is not a length`);
  if (gap.frame > 0) reader.track[name] = gap.frame;
}

function warn({ warnings, line }: Reader, what: string): void {
  if (warnings.length < MAX_WARNINGS) warnings.push(`Line ${line}: ${what.slice(0, 200)}.`);
}

/** Sorts tracks, indexes and files. Returns a message if the sheet cannot be used. */
function completed(sheet: CueSheet, warnings: string[]): string | undefined {
  const { tracks } = sheet;
  if (tracks.length === 0) return "It lists no tracks: it is not a cue sheet, or is incomplete.";
  if (tracks.some(({ number }, at) => number < (tracks[at - 1]?.number ?? 0))) {
    warnings.push("The tracks are not in order.");
    tracks.sort((a, b) => a.number - b.number);
  }
  for (const [at, track] of tracks.entries()) {
    if (track.number === tracks[at - 1]?.number) return `Track ${track.number} is listed twice.`;
    const first = track.indexes.toSorted((a, b) => a.number - b.number)[0];
    if (first === undefined) return `The start of track ${track.number} is missing.`;
    if (indexOf(track, 1) === undefined) {
      warnings.push(`Track ${track.number} has no index 1; index ${first.number} is used.`);
      track.indexes.push({ ...first, number: 1 });
    }
    track.indexes.sort((a, b) => a.number - b.number);
  }
  warnings.push(...overlaps(tracks));
  orderFiles(sheet);
}

/** Returns a warning for each index whose position is before that of the previous index. */
function overlaps(tracks: readonly CueTrack[]): string[] {
  const places = tracks.flatMap((track) => track.indexes.map((index) => ({ ...index, track: track.number })));
  return places.flatMap(({ track, number, frame, file }, at) => {
    const before = places[at - 1];
    if (before === undefined || before.file !== file || before.frame <= frame) return [];
    return [`Index ${number} of track ${track} is before index ${before.number} of track ${before.track}.`];
  });
}

/** Sorts files by their first use, and removes files without a track. */
function orderFiles(sheet: CueSheet): void {
  const used = [...new Set(sheet.tracks.flatMap(({ indexes }) => indexes.map(({ file }) => file)))];
  sheet.files = used.flatMap((file) => sheet.files[file] ?? []);
  for (const { indexes } of sheet.tracks) for (const index of indexes) index.file = used.indexOf(index.file);
}
