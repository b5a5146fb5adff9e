/** The parts of a release name: where the title ends and the quality words begin. Words are from contracts/media-naming.md. */

const EPISODE =
  /(?<![A-Za-z0-9])(?:S\d{1,4}[ ._-]?E\d{1,4}(?:[ ._-]?(?:E|-)?\d{1,4}(?![0-9pi]))*|\d{1,2}x\d{2,3})(?![A-Za-z0-9])/giu;
const YEAR = /(?<![A-Za-z0-9])(?:19|20)\d{2}(?![A-Za-z0-9])/g;

/** Words that only quality talk uses. */
const STRONG = new RegExp(
  "(?<![A-Za-z0-9])(?:\\d{3,4}[pi]|\\d{3,4}x\\d{3,4}|4K|UHD|(?:(?:BD|UHD)[-. ]?)?Remux|Blu-?Ray|BD(?:Rip|25|50|66|100)?|BRRip|" +
    "WEB(?:[-. ]?DL|Rip|HD)?|HDTV|SDTV|PDTV|DVD(?:Rip|R|5|9)?|HDDVD|[xh][. _]?26[45]|HEVC|AVC|VC-?1|MPEG-?2|XviD|AV1|VP9|" +
    "(?:8|10|12)[- ]?bit|Hi10P)(?![A-Za-z0-9])",
  "giu",
);

/** Words that belong to quality talk when they stand right before a strong one. */
const WEAK =
  /^(?:PROPER|REPACK|RERIP|REAL|HYBRID|EXTENDED|UNCUT|UNRATED|MULTi|DUAL|DL|iNTERNAL|LIMITED|COMPLETE|DV|DoVi|HDR|HDR10|HDR10\+|HLG|SDR|TrueHD|Atmos|DTS|HD|MA|DTS-HD|FLAC|AAC|AC3|EAC3|DDP?|DD\+|DDP?[257]|Opus|LPCM|PCM|MP3|AMZN|NF|DSNP|HMAX|MAX|ATVP|HULU|[0-9])$/i;

/**
 * Where the quality words start: after year or episode number, at the first word that nothing but quality talk uses.
 * The length of the name when there are none: the whole name is title.
 */
export function qualityStart(base: string): number {
  const anchor = Math.max(endOfLast(EPISODE, base), endOfYear(base));
  for (const match of base.matchAll(STRONG)) {
    if (match.index >= anchor && match.index > 0) return widened(base, match.index, anchor);
  }
  return base.length;
}

/** `Heat (1995)` or `Show - S01E05 - Title`: what a person calls this file. Undefined when the name holds no such parts. */
export function mediaTitle(base: string): string | undefined {
  const head = base.slice(0, qualityStart(base));
  const episode = [...head.matchAll(EPISODE)].at(-1);
  if (episode) {
    const show = spaced(head.slice(0, episode.index));
    const name = spaced(head.slice(episode.index + episode[0].length));
    return [show, episode[0].toUpperCase(), name].filter((part) => part !== "").join(" - ");
  }
  const year = lastYear(head);
  if (!year || year.index === 0) return undefined;
  const title = spaced(head.slice(0, year.index));
  return title === "" ? undefined : `${title} (${year[0]})`;
}

/** Dots and underscores become spaces where they stand for them; leading groups and trailing brackets go. */
function spaced(text: string): string {
  const plain = /[ ]/.test(text.trim()) ? text : text.replaceAll(/[._]+/g, " ");
  return plain.replace(/^\s*\[[^\]]*\]\s*/, "").replaceAll(/[[({]\s*$/g, "").replaceAll(/^[\s._-]+|[\s._-]+$/g, "");
}

function lastYear(text: string): RegExpExecArray | undefined {
  return [...text.matchAll(YEAR)].at(-1);
}

function endOfYear(base: string): number {
  // `2012.2009.1080p`: a year at the very start is the title.
  const years = [...base.matchAll(YEAR)].filter((match) => match.index > 0);
  const bracketed = years.find((match) => base[match.index - 1] === "(" || base[match.index - 1] === "[");
  const year = bracketed ?? years.at(-1);
  return year ? year.index + year[0].length : 0;
}

function endOfLast(pattern: RegExp, base: string): number {
  const last = [...base.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Takes weak words before the first strong one along: `[DTS 5.1 1080p]` starts at DTS. */
function widened(base: string, start: number, anchor: number): number {
  let from = start;
  for (;;) {
    const before = /([^ ._[\](){}-]+(?:-HD)?)[ ._[\](){}-]+$/.exec(base.slice(anchor, from));
    if (!before?.[1] || !WEAK.test(before[1])) return from;
    from = anchor + before.index;
  }
}

/** The year a name gives, e.g. 1995 for `Heat (1995)`; undefined when there is none. */
export function releaseYear(name: string): number | undefined {
  const year = lastYear(name.slice(0, qualityStart(name)));
  return year && year.index > 0 ? Number(year[0]) : undefined;
}

/** Where a file comes from, as far as its name tells. */
export type SourceKind = "remux" | "disc" | "bluray" | "web" | "dvd" | "other";

const SOURCES: [SourceKind, RegExp][] = [
  ["remux", /(?<![a-z])(?:bd|uhd)?[-. ]?remux(?![a-z])/i],
  ["disc", /(?<![a-z0-9])(?:br-?disk|complete[. _-]?(?:uhd[. _-]?)?blu-?ray|bd-?iso|bdmv|video_ts|dvd[59r](?![a-z]))/i],
  ["bluray", /(?<![a-z])(?:blu-?ray|bd-?rip|br-?rip|uhd-?rip|hd-?dvd)(?![a-z])/i],
  ["web", /(?<![a-z])web(?:[-. ]?(?:dl|rip|hd))?(?![a-z])/i],
  ["dvd", /(?<![a-z])dvd(?:[-. ]?rip)?(?![a-z])/i],
];

/** Classifies a name; `other` when it says nothing. */
export const sourceKind = (name: string): SourceKind => SOURCES.find(([, words]) => words.test(name))?.[0] ?? "other";
