/** Display name of editions that are displayed as they are spelled. */
const AS_SPELLED = "";

/** Editions and their display names. Earlier rows take precedence for overlapping words. */
const EDITIONS: [string, string][] = [
  ["Director's Cut", "(?:The[ ._])?Director['’`]?s?'?[ ._-]?(?:Cut|Edition|Version)|Directors|DC(?=[ ._-])"],
  ["Final Cut", "(?:The[ ._])?Final[ ._-]Cut"],
  ["Ultimate Cut", "Ultimate[ ._-]Cut"],
  ["Ultimate Collector's Edition", "Ultimate[ ._-]Collector['’]?s?[ ._-]Edition"],
  ["Ultimate Hunter Edition", "Ultimate[ ._-]Hunter[ ._-]Edition"],
  ["Ultimate Extended Edition", "Ultimate[ ._-]Extended[ ._-]Edition"],
  ["Ultimate Rekall Edition", "Ultimate[ ._-]Rekall[ ._-]Edition"],
  ["Alternate Cut", "Alternat(?:e|ive)[ ._-](?:Cut|Version)"],
  ["Festival", "Festival(?:[ ._-](?:Cut|Edition|Version))?"],
  ["Ultimate Edition", "Ultimate[ ._-]Edition"],
  ["Rogue Cut", "(?:The[ ._])?Rogue[ ._-](?:Cut|Edition)"],
  ["Assembly Cut", "Assembly[ ._-]Cut"],
  ["Producer's Cut", "Producer'?s[ ._-]Cut"],
  ["Snyder Cut", "Snyder[ ._-]Cut"],
  ["Extended", "Extended(?:[ ._-](?:Cut|Edition|Version))?"],
  ["Theatrical", "Theatrical(?:[ ._-](?:Cut|Edition|Version|Release))?"],
  ["Unrated", "Unrated(?:[ ._-](?:Cut|Edition|Version))?"],
  ["Uncut", "Uncut(?:[ ._-](?:Edition|Version))?"],
  ["Uncensored", "Uncensored"],
  ["IMAX", "IMAX(?:[ ._-](?:Enhanced|Edition|Version))?"],
  ["Criterion", "(?:The[ ._])?Criterion(?:[ ._-](?:Collection|Edition))?|CC(?=[ ._-](?:1080|2160|720|Blu))"],
  ["Special Edition", "Special[ ._-](?:Collector'?s[ ._-])?Edition"],
  ["Collector's Edition", "Edition[ ._-]Collector|Collector['’]?s?[ ._-]Edition"],
  ["Limited Edition", "Limited[ ._-]Edition"],
  ["Limited", "Limited"],
  ["Diamond Luxe Edition", "Diamond[ ._-]Luxe[ ._-]Edition"],
  ["Remastered", "(?:4K[ ._-]?)?Remaster(?:ed)?(?:[ ._-](?:Edition|Version))?|4K[ ._-]Restored"],
  ["Restored", "Restored|(?:4K[ ._-])?Restoration"],
  ["Open Matte", "Open[ ._-]?Matte"],
  ["Despecialized", "Despecialized(?:[ ._-]Edition)?"],
  ["Redux", "Redux"],
  ["Recut", "Recut"],
  ["Anniversary Edition", "(?:\\d{1,3}(?:st|nd|rd|th)[ ._-])?Anniversary(?:[ ._-]Edition)?"],
  ["Fan Edit", "Fan[ ._-]?Edit"],
  ["Black and Chrome", "(?:The[ ._])?Black[ ._-](?:and|&)[ ._-]Chrome(?:[ ._-]Edition)?"],
  ["Black and White", "(?:Black[ ._-](?:and|&)[ ._-]White|B&W)(?:[ ._-](?:Edition|Version))?"],
  [
    AS_SPELLED,
    "(?:Ultimate[ ._-]\\p{L}+|Definitive|Deluxe|Diamond|Platinum|Signature|Imperial|Legacy|Roadshow|International|European" +
    "|American|Japanese|TV|Television|Workprint)[ ._-](?:Edition|Cut|Version)",
  ],
  ["2in1", "2in1"],
  ["3in1", "3in1"],
  ["4in1", "4in1"],
  ["Hybrid", "Hybrid"],
];
const PATTERNS = EDITIONS.map(([name, words]) =>
  [name, new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu")] as const
);
const ANY = new RegExp(`(?<![\\p{L}\\p{N}])(?:${EDITIONS.map(([, words]) => words).join("|")})`, "iu");
/** Words that are editions only in capitals. In lowercase, they are ordinary words in titles. */
const ONLY_CAPITALS = /^(?:dc|festival)$/iu;
/** Words that are part of the title directly before a year, but not after it: `The.Darjeeling.Limited.2007`. */
const CAPITALS_IN_TITLE = /^(?:limited|black[ ._-](?:and|&)[ ._-]white)$/iu;

interface Found {
  name: string;
  start: number;
  end: number;
}

function find(text: string): Found[] {
  const found: Found[] = [];
  if (!ANY.test(text)) return found;
  for (const [name, words] of PATTERNS) {
    const match = words.exec(text);
    if (!match || ONLY_CAPITALS.test(match[0]) && match[0] !== match[0].toUpperCase()) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((other) => start < other.end && other.start < end)) continue;
    const numbered = /^(\d{1,3}(?:st|nd|rd|th))/iu.exec(match[0])?.[1];
    const shown = name === "Anniversary Edition" && numbered ? `${numbered} ${name}` : name;
    found.push({ name: shown === AS_SPELLED ? match[0].replaceAll(/[ ._-]/g, " ") : shown, start, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Joins the parts of an edition with spaces: `Extended Director's Cut`. */
export function editionOf(tags: string): string | undefined {
  const found = find(tags);
  return found.length > 0 ? found.map(({ name }) => name).join(" ") : undefined;
}

/**
 * Normalises the value of `{edition-…}` in file names. Common names get a standard form, all others are not changed.
 */
export function statedEdition(stated: string): string {
  const found = find(stated);
  const rest = found.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), stated);
  return found.length > 0 && !/\p{L}/u.test(rest) ? found.map(({ name }) => name).join(" ") : stated;
}

/** Returns the end of a title without the editions directly before `end`, because these are tags. */
export function editionStart(text: string, end: number): number {
  const head = text.slice(0, end);
  const found = find(head);
  let start = end;
  for (const part of found.toReversed()) {
    const spelled = head.slice(part.start, part.end);
    if (CAPITALS_IN_TITLE.test(spelled) && spelled !== spelled.toUpperCase()) break;
    const between = head.slice(part.end, start);
    if (/[\p{L}\p{N}]/u.test(between)) break;
    const title = head.slice(0, part.start).replaceAll(/[\s._\-[\](){}]+/gu, " ").trim();
    if (title === "" || /^(?:the|a|an|der|die|das|le|la)$/iu.test(title)) break;
    start = part.start;
  }
  return start;
}
