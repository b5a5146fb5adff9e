import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import type { CdToc } from "../model.ts";
import type { CddbMatch } from "./cddb_answer.ts";
import { numberedTitle } from "./numbered_title.ts";

/** An entry of a CDDB server, in the form of xmcd files. */
export interface CddbEntry {
  /** Ids of the discs it is for, in lower case. */
  ids: string[];
  artist: string;
  title: string;
  /** Four digits. */
  year?: string;
  genre?: string;
  /** By place on the disc, data tracks included; an empty text where there is none. */
  tracks: string[];
}

const MAX_TRACKS = 99;

/** A key that comes again continues its value, so escapes are read when all parts are together. Pure. */
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

/** Line ends and tabs become spaces: all of these are titles. */
const unescaped = (text: string): string =>
  text.replace(/\\([nt\\])/g, (_, letter: string) => ESCAPES[letter] ?? "").replace(/\s+/g, " ").trim();

/** Both sides of the first ` / `. */
function parted(text: string): [string, string] | undefined {
  const at = text.indexOf(" / ");
  return at < 0 ? undefined : [text.slice(0, at).trim(), text.slice(at + 3).trim()];
}

/**
 * An entry as a release to choose. On a compilation each title names its artist. Inexact when the caller says so, when the
 * entry is not for our id, or when it has another number of tracks. Pure.
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
