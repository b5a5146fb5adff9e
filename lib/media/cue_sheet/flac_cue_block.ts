import type { CueReading } from "./read_cue_sheet.ts";
import { type CueSheet, type CueTrack, FRAMES_PER_SECOND } from "./model.ts";

/**
 * Reads the CUESHEET block of a FLAC file (RFC 9639, section 8.7), which contains the track starts of a whole disc
 * without titles.
 */

/** Block type. */
export const FLAC_CUE_BLOCK = 5;

const CATALOG_BYTES = 128;
/** Size in bytes of the block's header: catalogue number, lead-in, flags, reserved bytes and number of tracks. */
const HEAD_BYTES = CATALOG_BYTES + 8 + 1 + 258 + 1;
/** Size in bytes of a track's header: offset, number, ISRC, flags, reserved bytes and number of index points. */
const TRACK_BYTES = 8 + 1 + 12 + 1 + 13 + 1;
const INDEX_BYTES = 8 + 1 + 3;
/** Track number of the lead-out. */
const LEAD_OUT = 170;
const MAX_TRACK = 99;

/** Parses the body of the block. `name` is the name of the FLAC file, `sampleRate` its sample rate. Never throws. */
export function readFlacCueBlock(body: Uint8Array<ArrayBuffer>, name: string, sampleRate: number): CueReading {
  const sheet: CueSheet = { remarks: [], files: [{ name, type: "WAVE" }], tracks: [] };
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.length < HEAD_BYTES) return { problem: SHORT };
  const catalog = asciiOf(body.subarray(0, CATALOG_BYTES));
  if (catalog !== "") sheet.catalog = catalog;
  let at = HEAD_BYTES;
  for (let left = body[HEAD_BYTES - 1] ?? 0; left > 0; left--) {
    if (at + TRACK_BYTES > body.length) return { problem: SHORT };
    const points = body[at + TRACK_BYTES - 1] ?? 0;
    if (at + TRACK_BYTES + points * INDEX_BYTES > body.length) return { problem: SHORT };
    const number = body[at + 8] ?? 0;
    if (number !== LEAD_OUT) {
      const track = trackAt(view, body, at, { number, points, sampleRate });
      if (typeof track === "string") return { problem: track };
      sheet.tracks.push(track);
    }
    at += TRACK_BYTES + points * INDEX_BYTES;
  }
  if (sheet.tracks.length === 0) return { problem: "Its track table is empty." };
  const numbers = new Set(sheet.tracks.map(({ number }) => number));
  if (numbers.size < sheet.tracks.length) return { problem: "Its track table lists a number twice." };
  sheet.tracks.sort((a, b) => a.number - b.number);
  return { sheet, charset: "ascii", warnings: [] };
}

const SHORT = "Its track table is truncated.";

function trackAt(
  view: DataView,
  body: Uint8Array,
  at: number,
  { number, points, sampleRate }: { number: number; points: number; sampleRate: number },
): CueTrack | string {
  if (number < 1 || number > MAX_TRACK) return `Its track table contains an invalid track: ${number}.`;
  const offset = view.getBigUint64(at);
  const flags = body[at + 21] ?? 0;
  const isrc = asciiOf(body.subarray(at + 9, at + 21));
  const track: CueTrack = {
    number,
    mode: (flags & 0x80) === 0 ? "AUDIO" : "MODE1/2352",
    flags: (flags & 0x40) === 0 ? [] : ["PRE"],
    indexes: [],
    remarks: [],
    ...(isrc === "" ? {} : { isrc }),
  };
  for (let point = 0; point < points; point++) {
    const place = at + TRACK_BYTES + point * INDEX_BYTES;
    const frame = Number(offset + view.getBigUint64(place)) * FRAMES_PER_SECOND / sampleRate;
    if (!Number.isInteger(frame) || frame > MAX_FRAME) return `Track ${number} does not start on a CD frame.`;
    track.indexes.push({ number: body[place + 8] ?? 0, frame, file: 0 });
  }
  track.indexes.sort((a, b) => a.number - b.number);
  return track.indexes.some((index) => index.number === 1) ? track : `Track ${number} has no start position.`;
}

/** Maximum position in frames: ten hours, which is longer than any disc. */
const MAX_FRAME = 10 * 3_600 * FRAMES_PER_SECOND;

/** Reads printable characters up to the first NUL. */
function asciiOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = new TextDecoder("latin1").decode(end < 0 ? bytes : bytes.subarray(0, end));
  return /^[\x20-\x7e]*$/.test(text) ? text.trim() : "";
}
