import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import type { CddbMatch } from "./cddb_answer.ts";
import { numberedTitle } from "./numbered_title.ts";

/** A CDDB entry, in xmcd format. */
export interface CddbEntry {
  /** Disc IDs to which the entry applies, in lower case. */
  ids: string[];
  artist: string;
  title: string;
  /** Four digits. */
  year?: string;
  genre?: string;
  /** Titles by position on the disc, including data tracks. A title may be empty. */
  tracks: string[];
}

const MAX_TRACKS = 99;

/** Parses an entry. The values of a repeated key are joined, so escapes are decoded afterwards. Pure. */
export function readCddbEntry(lines: string[]): CddbEntry {
  const raw = new Map<string, string>();
  for (const line of lines) {
    const [, key, part] = /^([A-Z]+\d*)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && part !== undefined) raw.set(key, (raw.get(key) ?? "") + part);
  }
  const value = (key: string) => unescaped(raw.get(key) ?? "");
  const [artist, title] = parted(value("DTITLE")) ?? [value("DTITLE"), value("DTITLE")];
  const numbers = [...raw.keys()].flatMap((key) => /^TTITLE(\d{1,2})$/.exec(key)?.[1] ?? []).map(Number);
  const count = Math.min(MAX_TRACKS, Math.max(-1, ...numbers) + 1);
  const year = /^\d{4}$/.exec(value("DYEAR"))?.[0];
  const genre = value("DGENRE");
  return {
    ids: value("DISCID").toLowerCase().split(/[\s,]+/).filter((id) => id !== ""),
    artist,
    title,
    ...(year === undefined ? {} : { year }),
    ...(genre === "" ? {} : { genre }),
    tracks: Array.from({ length: count }, (_, i) => value(`TTITLE${i}`)),
  };
}

const ESCAPES: Record<string, string> = { n: " ", t: " ", "\\": "\\" };

/** Decodes escapes. Line breaks and tabs become spaces, because all values are titles. */
const unescaped = (text: string): string =>
  text.replace(/\\([nt\\])/g, (_, letter: string) => ESCAPES[letter] ?? "").replace(/\s+/g, " ").trim();

/** Splits a text at the first ` / `. */
function parted(text: string): [string, string] | undefined {
  const at = text.indexOf(" / ");
  return at < 0 ? undefined : [text.slice(0, at).trim(), text.slice(at + 3).trim()];
}

/**
 * Converts an entry to a release that can be selected. On a compilation, each title includes its artist. The release is
 * inexact if the caller sets this, if the entry is for a different ID, or if the number of tracks differs. Pure.
 */
export function cddbRelease(
  entry: CddbEntry,
  { category, id }: CddbMatch,
  { toc, cddbId, isInexact }: { toc: CdToc; cddbId: string; isInexact: boolean },
): CatalogRelease {
  const named = entry.tracks.filter((title) => title !== "");
  const isCompilation = named.length > 1 && named.every((title) => parted(title)) ||
    /^(?:various|va$|v\.a\.)/i.test(entry.artist);
  const tracks = toc.tracks.flatMap(({ number, sectors, isAudio }, i) => {
    if (!isAudio) return [];
    const sent = entry.tracks[i] || numberedTitle(number);
    const [artist, title] = (isCompilation ? parted(sent) : undefined) ?? [undefined, sent];
    return [{ number, title, ...(artist ? { artist } : {}), lengthMs: Math.round(sectors * 1000 / 75) }];
  });
  const differs = entry.tracks.length !== toc.tracks.length || !entry.ids.includes(cddbId);
  return {
    kind: "release",
    releaseId: `${category}/${id}`,
    title: entry.title,
    artist: entry.artist,
    ...(entry.year ? { date: entry.year } : {}),
    ...(entry.genre ? { genre: entry.genre } : {}),
    discNumber: 1,
    discCount: 1,
    trackCount: tracks.length,
    tracks,
    source: "cddb",
    ...(isInexact || differs ? { inexact: true } : {}),
  };
}
