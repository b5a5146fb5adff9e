import { groupAtEnd } from "./group.ts";
import type { ReleaseName, Source } from "./model.ts";
import { present } from "./words/quality.ts";
import { spaced } from "./title.ts";
import type { Stripped } from "./words/tokens.ts";
import { isAudioFile, word } from "./words/tokens.ts";

const CODECS: [string, RegExp][] = [
  ["ALAC", word("ALAC")],
  ["FLAC", word("(?:WEB)?FLAC(?:24|16)?")],
  ["WavPack", word("WavPack|WV")],
  ["APE", /[[({]APE[\])}]|(?<=[-. _/])APE(?=[-. _/)\]]+(?:\d|\(|\[|$))/iu],
  ["WAV", word("WAVE?")],
  ["WMA", word("WMA")],
  ["AAC", word("AAC(?:-?\\d{3})?|M4A(?:-?\\d{3})?|iTunes[ ._]Plus")],
  ["OGG Vorbis", word("OGG(?:[-_. ]?Vorbis)?|Vorbis")],
  ["Opus", /[[({]Opus[\])}]/iu],
  ["MP3", word("MP3(?:-?\\d{3})?")],
];
const HIGH =
  /24[-_. ]?bits?|(?<![\d])24[-_.](?:44|48|88|96|176|192)(?!\d)|\[TR24\]|FLAC[-_. ]?24|24[-_.]?(?:44|48|88|96|176|192)kHz|Hi-?Res|24-?bit(?:44|48|88|96|176|192)kHz/iu;
const RATE =
  /(?<!\d)(8|16|24|32|40|48|56|64|80|96|112|128|160|192|224|256|320)[-_. ]?k(?:bps|b(?:it)?\/?s?)?(?![\p{L}])/iu;
const BARE_RATE =
  /(?:[[({@]|MP3[-_. /,@]{1,3}|[-_. ]|^)(128|160|192|224|256|320)(?=[\])},]|[-_. ](?:\[|\(|$|\d{4}|Download|MP3|CD|WEB)|$)/iu;

const OF_FILES: Record<string, string | undefined> = {
  flac: "FLAC",
  alac: "ALAC",
  ape: "APE",
  wv: "WavPack",
  wav: "WAV",
  wma: "WMA",
  m4a: "AAC",
  aac: "AAC",
  mp3: "MP3",
  ogg: "OGG Vorbis",
  opus: "Opus",
};

/** Returns the audio format in a name, or otherwise the usual format for its file extension. */
const codecOf = (text: string, container: string | undefined): string | undefined =>
  CODECS.find(([, words]) => words.test(text))?.[0] ?? OF_FILES[container ?? ""];

/** Returns the name of a quality in Lidarr. */
function musicQuality(text: string, codec: string | undefined): string {
  const rate = RATE.exec(text)?.[1] ?? /(?:MP3|AAC|M4A)-?(\d{3})(?!\d)/iu.exec(text)?.[1] ?? BARE_RATE.exec(text)?.[1];
  if (/\[TR24\]/iu.test(text)) return "FLAC 24bit";
  switch (codec) {
    case "FLAC":
      return HIGH.test(text) ? "FLAC 24bit" : "FLAC";
    case "ALAC":
      return HIGH.test(text) ? "ALAC 24bit" : "ALAC";
    case "WavPack":
    case "APE":
    case "WAV":
    case "WMA":
      return codec;
    case "AAC":
      if (rate && ["192", "256", "320"].includes(rate)) return `AAC-${rate}`;
      return word("iTunes[ ._]Plus").test(text) ? "AAC-256" : word("VBR").test(text) ? "AAC-VBR" : "Unknown";
    case "OGG Vorbis": {
      const level = word("Q(10|[5-9])").exec(text)?.[1];
      return level ? `OGG Vorbis Q${level}` : "Unknown";
    }
    case "Opus":
      return "Unknown";
  }
  const variable = /(?<![\p{L}\p{N}])V([02])(?![\p{N}])/u.exec(text)?.[1];
  if (variable) return `MP3-VBR-V${variable}`;
  if (rate) return `MP3-${rate}`;
  if (word("VBR").test(text)) return "MP3-VBR-V0";
  // According to scene rules, a web release without a format is MP3 at 320 kbit/s.
  return !codec && /-WEB-(?:19|20)\d\d-/iu.test(text) ? "MP3-320" : "Unknown";
}

const TAGS = word(
  "FLAC|WEB(?:FLAC)?|CD(?:[-. ]?Rip)?|\\d{1,2}CDS?|CDS|CDM|CDEP|EP|LP|VINYL|Vinyl|MP3(?:-\\d{3})?|ALAC|APE|AAC|M4A|OGG|WAV|WMA|WavPack|VBR|V0|V2|\\d{2,3} ?kbps|24[-. ]?bits?|24-\\d{2,3}|16-44|24BIT|16BIT|Lossless|TR24|SACD|Promo|REMASTERED|REISSUE|RETAiL|PROPER|REPACK|READNFO|NMR|DAB|SAT|CABLE|Advance|BOOTLEG|Limited_Edition",
);
/** Matches a catalogue number of the label between album and format, such as `(HDBCD002)`. */
const CATALOGUE_NUMBER = /^\((?=[^)]*\d)(?=[^)]*[A-Z])[A-Z0-9_. ]{4,24}\)$/u;
const YEAR = /(?<!\d)(19\d\d|20[0-4]\d)(?!\d)/gu;

const SCENE_TAG = new RegExp(`(?<=-)\\(?${TAGS.source}(?=[-) .]|$)`, "iu");
const BRACKET_TAG = new RegExp(
  `[[({](?:[^\\])}]{0,40}?${TAGS.source}|(?:128|160|192|224|256|320)[\\])}])`,
  "iu",
);
/** Matches tags without brackets, which must have their usual case, because `Ape`, for example, is also a word. */
const BARE_TAG = new RegExp(
  `(?<=[,\\s@])(?:${TAGS.source}|(?:[Mm]p3|[Ff]lac|[Ll]ossless)(?![\\p{L}\\p{N}]))(?=[\\s,\\])]|$)`,
  "u",
);

/** Returns the start of the format words. -1 if there are none. */
function tagStart(text: string, scene: boolean): number {
  const found = (scene ? [SCENE_TAG] : [BRACKET_TAG, BARE_TAG]).map((tags) => text.search(tags)).filter((at) => at > 0);
  return found.length > 0 ? Math.min(...found) : -1;
}

/** True if a name looks like music. Used if the kind is unknown. */
export const looksLikeMusic = (text: string, container: string | undefined): boolean =>
  isAudioFile(container) ||
  (!/\d{3,4}[pi](?![\p{L}])|[xh]\.?26[45]|S\d\dE\d\d|BluRay|HEVC|DTS|HDTV|WEB-?DL|XviD|DVDRip|BDRip|WEBRip|(?<!\p{L})(?:BD|AVC)(?!\p{L})|AAC\d|- \d\d(?:v\d)? [[(]/iu
    .test(text) &&
    (/(?<!\p{L})(?:MP3|ALAC|WavPack)(?!\p{L})|kbps|lossless/iu.test(text) ||
      /-(?:(?:\d?CD|WEB|VINYL|24-?\d*|24BIT|LP|EP|Vinyl)(?:-|FLAC-)){1,3}(?:FLAC-)?(?:REMASTERED-)?(?:19|20)\d\d-/iu
        .test(
          text,
        ) ||
      /-(?:WEB-)?FLAC-(?:19|20)\d\d-/iu.test(text) ||
      (/(?<!\p{L})FLAC(?!\p{L})/iu.test(text) && / - /.test(text) && !/^\[/.test(text))));

/** Matches `Artist - 1994 - Album`. */
const YEAR_BETWEEN = / - [[(]?((?:19|20)\d\d)[\])]? - ([^[({-]{1,120}?)(?= ?[[({]|$)/u;

/** Matches `(1994) Artist - Album`. */
const YEAR_IN_FRONT = /^[[(]((?:19|20)\d\d)[\])] (\p{L}[^[({]{0,120}? - [^[({]{1,120}?)(?= ?[[({]|$)/u;

/** Parses the name of an album or track. */
export function parseMusic({ text, container }: Stripped): ReleaseName {
  const plain = text.replace(YEAR_BETWEEN, " - $2 ($1)").replace(YEAR_IN_FRONT, "$2 ($1)").replaceAll(
    /\[\d{5,}\]|^\s*\[(?:TR24|OF|scnzbefnet|REQ)\]|^\s*\[OF\]/giu,
    " ",
  )
    .replace(/^(?:\s*\[(?:TR24|OF)\])+/iu, " ").replace(
      /^\s*\([^)]{3,80}\)\s*(?:\[(?:CD|WEB|LP|Vinyl|DVDA|SACD)\]\s*)?(?=\p{L})/u,
      "",
    ).trim();
  const scene = /^[^\s[(]+-[^\s]+-[\p{L}\p{N}]+$/u.test(plain) || /-(?:19|20)\d\d-[\p{L}\p{N}]+$/u.test(plain);
  const tag = tagStart(plain.replaceAll("_", " "), scene);
  const years = [...plain.matchAll(YEAR)].filter((match) => match.index > 0);
  const bracketed = years.find((match) => /[[({]/.test(plain[match.index - 1] ?? ""));
  const year = bracketed ?? years.at(-1);
  const ends = [
    tag > 0 ? tag : plain.length,
    year && !isInside(plain, year.index, scene, tag) ? year.index : plain.length,
  ];
  const head = plain.slice(0, Math.min(...ends));
  const album = scene
    ? head.split(/-+/u).filter((part) => !CATALOGUE_NUMBER.test(part)).map(spaced).filter((part) => part !== "")
      .join(" - ")
    : spaced(head);
  const rest = plain.slice(Math.min(...ends));
  const source: Source | undefined = word("WEB(?:FLAC)?").test(rest)
    ? "web-dl"
    : word("Vinyl|LP").test(rest)
    ? "vinyl"
    : word("\\d?CD(?:[-. ]?Rip)?").test(rest)
    ? "cd"
    : undefined;
  const stated = codecOf(text, container);
  const quality = musicQuality(text, stated);
  const codec = stated ?? /^(?:FLAC|MP3)/u.exec(quality)?.[0];
  const group = scene ? /-([\p{L}\p{N}_]+)$/u.exec(plain)?.[1] : bracketGroup(plain.slice(head.length));
  return {
    title: albumTitle(album),
    seasons: [],
    episodes: [],
    absolute: [],
    fullSeason: false,
    special: false,
    quality,
    remux: false,
    disc: false,
    hdr: [],
    languages: [],
    proper: word("PROPER").test(rest),
    repack: word("REPACK\\d?|RERIP\\d?").test(rest),
    ...present({
      year: year ? Number(year[1]) : undefined,
      source,
      audioCodec: codec === "OGG Vorbis" ? "Vorbis" : codec,
      releaseGroup: group,
      container,
    }),
  };
}

/**
 * True for the first year in `Live North America 2016 (2017)`, which is part of the title because another one follows.
 */
const isInside = (text: string, at: number, scene: boolean, tag: number): boolean =>
  scene ? tag > 0 && at > tag : /\d{4}/u.test(text.slice(at + 4)) && /[\p{L}\p{N}] $/u.test(text.slice(0, at)) &&
    /[[(](?:19|20)\d\d/u.test(text.slice(at + 4));

/** Returns the name of an uploader in brackets after the quality, but never the quality itself. */
function bracketGroup(rest: string): string | undefined {
  const group = groupAtEnd(rest, 0, { tagged: false, dotted: false });
  return group && !word(TAGS.source).test(group) && !/^\d|\d{3}|log|cue|ape|^q\d/iu.test(group) ? group : undefined;
}

/** Removes words that describe only the pressing. */
const albumTitle = (album: string): string =>
  album.replace(/^\(([^)]+)\)$/u, "$1")
    .replace(/ ?[([](?:Album|Single|EP|(?:\w+ )?Deluxe(?: Edition)?|Standard Edition)[)\]]$/iu, "")
    .replace(/ - (?:Deluxe|Limited|Special)(?: Edition)?$/iu, "");
