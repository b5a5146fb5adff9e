import { sectorsOf, type Word } from "./cdrdao_words.ts";
import { catalogNumberOf, completeToc, isrcOf, known, type TrackDraft } from "./complete_toc.ts";
import { type ImageExtent, type ImageFile, type ImageReading, SECTOR_BYTES } from "./disc_image.ts";

/** Bytes per sector for each track mode. */
const MODES: Record<string, number> = {
  ...{ AUDIO: SECTOR_BYTES, MODE1: 2048, MODE1_RAW: SECTOR_BYTES, MODE2: 2336, MODE2_RAW: SECTOR_BYTES },
  ...{ MODE2_FORM1: 2048, MODE2_FORM2: 2324, MODE2_FORM_MIX: 2336 },
};

/** Maximum number of tracks on a disc (IEC 60908). */
const MAX_TRACKS = 99;

interface Reader {
  words: readonly Word[];
  at: number;
  files: ReadonlyMap<string, ImageFile>;
  drafts: TrackDraft[];
  extents: ImageExtent[];
  catalog: string;
  title?: string;
  performer?: string;
  sectorBytes: number;
  /** Start of the track, and position of its next piece. */
  begin: number;
  place: number;
}

/** Returns the distinct files named in a cdrdao sheet. */
export function cdrdaoFiles(words: readonly Word[]): string[] {
  const names = words.filter(({ quoted }, at) => quoted && /^(AUDIO|DATA)?FILE$/.test(words[at - 1]?.text ?? ""));
  return [...new Set(names.map((word) => word.text))];
}

/** Builds the disc from a cdrdao sheet and its files. Audio in raw files is big-endian (cdrdao(1), FILE). */
export function cdrdaoImage(words: readonly Word[], files: ReadonlyMap<string, ImageFile>): ImageReading {
  const reader: Reader = {
    ...{ words, at: 0, files, drafts: [], extents: [], catalog: "" },
    ...{ sectorBytes: SECTOR_BYTES, begin: 0, place: 0 },
  };
  for (let word = next(reader); word !== undefined; word = next(reader)) {
    const problem = word.quoted ? undefined : COMMANDS[word.text]?.(reader);
    if (problem !== undefined) return { problem };
  }
  const { drafts, place, catalog, title, performer, extents } = reader;
  const toc = completeToc(drafts, place, known({ catalogNumber: catalogNumberOf(catalog), title, performer }));
  return toc === undefined ? { problem: "The sheet lists no tracks, or some of them are empty." } : { toc, extents };
}

const next = (reader: Reader): Word | undefined => reader.words[reader.at++];

/** Returns the next word if it is a length. */
function nextLength(reader: Reader): number | undefined {
  const word = reader.words[reader.at];
  const sectors = word === undefined || word.quoted ? undefined : sectorsOf(word.text);
  if (sectors !== undefined) reader.at++;
  return sectors;
}

/** Handlers of the cdrdao commands. Each returns a message if the sheet cannot be used. */
const COMMANDS: Partial<Record<string, (reader: Reader) => string | undefined | void>> = {
  TRACK: startTrack,
  FILE: (reader) => addFile(reader),
  AUDIOFILE: (reader) => addFile(reader),
  DATAFILE: (reader) => addFile(reader),
  SILENCE: addSilence,
  ZERO: addSilence,
  CATALOG(reader) {
    reader.catalog = next(reader)?.text ?? "";
  },
  ISRC(reader) {
    const isrc = isrcOf(next(reader)?.text ?? "");
    const draft = reader.drafts.at(-1);
    if (draft !== undefined && isrc !== undefined) draft.isrc = isrc;
  },
  PRE_EMPHASIS(reader) {
    const draft = reader.drafts.at(-1);
    if (draft !== undefined) draft.preEmphasis = reader.words[reader.at - 2]?.text !== "NO";
  },
  PREGAP(reader) {
    reader.place += nextLength(reader) ?? 0;
    startHere(reader, reader.place);
  },
  START(reader) {
    const length = nextLength(reader);
    startHere(reader, length === undefined ? reader.place : reader.begin + length);
  },
  CD_TEXT: readNames,
};

function startTrack(reader: Reader): string | undefined {
  const mode = next(reader)?.text ?? "";
  const bytes = MODES[mode];
  if (reader.drafts.length >= MAX_TRACKS) return `The sheet lists more than ${MAX_TRACKS} tracks.`;
  if (bytes === undefined) return `Track ${reader.drafts.length + 1} has an unknown mode: ${mode.slice(0, 20)}.`;
  const channel = reader.words[reader.at]?.text ?? "";
  reader.sectorBytes = bytes + (/^RW(_RAW)?$/.test(channel) ? 96 : 0);
  reader.begin = reader.place;
  reader.drafts.push({
    ...{ number: reader.drafts.length + 1, start: reader.place, isAudio: mode === "AUDIO", preEmphasis: false },
  });
}

function startHere({ drafts, begin }: Reader, start: number): void {
  const draft = drafts.at(-1);
  if (draft === undefined || start <= begin) return;
  draft.start = start;
  draft.pregap = start - begin;
}

function addSilence(reader: Reader): string | undefined {
  // `ZERO` may be followed by the mode of its sectors.
  if (MODES[reader.words[reader.at]?.text ?? ""] !== undefined) reader.at++;
  if (/^RW(_RAW)?$/.test(reader.words[reader.at]?.text ?? "")) reader.at++;
  const sectors = nextLength(reader);
  if (sectors === undefined) return "The length of a silence in the sheet is not a whole number of sectors.";
  reader.place += sectors;
}

function addFile(reader: Reader): string | undefined {
  const { sectorBytes } = reader;
  const name = next(reader)?.text ?? "";
  const isAudio = reader.drafts.at(-1)?.isAudio ?? false;
  if (/\.wav$/i.test(name)) return `${name} is a WAV file, not a disc image.`;
  const file = reader.files.get(name);
  if (file === undefined) return `${name}, which the sheet refers to, is not in the same folder.`;
  const isSwapped = readWord(reader, /^SWAP$/) !== undefined;
  const skipped = Number(readWord(reader, /^#\d+$/)?.slice(1) ?? 0);
  const from = isAudio ? nextLength(reader) : 0;
  if (from === undefined) return `A position in ${name} is not on a sector boundary.`;
  const offset = skipped + from * sectorBytes;
  const rest = (file.sizeBytes - offset) / sectorBytes;
  const sectors = nextLength(reader) ?? rest;
  if (sectors > rest || !Number.isInteger(sectors) || sectors <= 0) {
    return `The image is incomplete: ${name} is too short for track ${reader.drafts.length}. Copy it again.`;
  }
  const start = reader.place;
  reader.extents.push({
    start,
    sectors,
    path: file.path,
    offset,
    sectorBytes,
    isAudio,
    bigEndian: isAudio && !isSwapped,
  });
  reader.place += sectors;
}

function readWord(reader: Reader, pattern: RegExp): string | undefined {
  const word = reader.words[reader.at];
  if (word === undefined || word.quoted || !pattern.test(word.text)) return undefined;
  reader.at++;
  return word.text;
}

/** Reads a block of names by language in braces. Only the first language is used. */
function readNames(reader: Reader): void {
  const found = new Map<string, string>();
  let depth = 0;
  for (let word = next(reader); word !== undefined; word = next(reader)) {
    const after = reader.words[reader.at];
    if (word.quoted) continue;
    if (word.text === "{") depth++;
    else if (word.text === "}") depth--;
    else if (after?.quoted && !found.has(word.text)) found.set(word.text, after.text);
    if (depth <= 0) break;
  }
  const target = reader.drafts.at(-1) ?? reader;
  Object.assign(target, known({ title: found.get("TITLE"), performer: found.get("PERFORMER") }));
}
