import type { AccurateRipIds } from "../ids/accuraterip_ids.ts";
import type { TrackChecksums } from "./checksums.ts";

/** Database entry for one track of one pressing. */
export interface KnownTrack {
  /** Number of submissions with this checksum. */
  confidence: number;
  /** Version 1 or 2 checksum. The database does not specify the version. */
  crc: number;
  /** Checksum of sector 450. 0 if none was submitted. */
  crc450: number;
}

/** One pressing of a disc: its audio tracks, in order. */
export interface Pressing {
  tracks: KnownTrack[];
}

/** Match of a track in the database. */
export interface AccurateRipMatch {
  confidence: number;
  version: 1 | 2;
}

const HEAD_BYTES = 13;
const TRACK_BYTES = 9;

/** Parses a database response. Skips pressings of other discs and a truncated entry. */
export function readPressings(bytes: Uint8Array, ids: AccurateRipIds): Pressing[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = [ids.id1, ids.id2, ids.freedbId].map((id) => parseInt(id, 16));
  const found: Pressing[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const count = view.getUint8(at);
    const end = at + HEAD_BYTES + count * TRACK_BYTES;
    const isOurs = count === ids.tracks && wanted.every((id, part) => view.getUint32(at + 1 + part * 4, true) === id);
    if (isOurs && end <= bytes.length) found.push({ tracks: tracksAt(view, at + HEAD_BYTES, count) });
    at = end;
  }
  return found;
}

const tracksAt = (view: DataView, at: number, count: number): KnownTrack[] =>
  Array.from({ length: count }, (_, track) => {
    const place = at + track * TRACK_BYTES;
    const [crc, crc450] = [view.getUint32(place + 1, true), view.getUint32(place + 5, true)];
    return { confidence: view.getUint8(place), crc, crc450 };
  });

/** Returns all entries for one audio track (from 0). Entries with a confidence of 0 are omitted. */
export const knownTracks = (pressings: readonly Pressing[], track: number): KnownTrack[] =>
  pressings.flatMap(({ tracks }) => tracks[track] ?? []).filter(({ confidence, crc }) => confidence > 0 && crc !== 0);

/** Returns the best database match of a track. Undefined if there is none. */
export function matchTrack(known: readonly KnownTrack[], sums: TrackChecksums): AccurateRipMatch | undefined {
  const matches = known.flatMap(({ crc, confidence }): AccurateRipMatch[] => {
    if (crc === sums.v2) return [{ confidence, version: 2 }];
    return crc === sums.v1 ? [{ confidence, version: 1 }] : [];
  });
  return matches.toSorted((a, b) => b.confidence - a.confidence || b.version - a.version)[0];
}
