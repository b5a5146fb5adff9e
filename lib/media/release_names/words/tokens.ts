/** Normalises names before parsing: one form of digits and brackets, without additions by third parties. */

const VIDEO = "mkv mp4 m4v avi mov wmv ts m2ts mts webm mpg mpeg vob iso img flv ogm rmvb divx 3gp asf m2v strm".split(
  " ",
);
const AUDIO = "flac mp3 m4a ogg opus wav wma ape alac aac wv dsf dff aiff mka m4b".split(" ");
const SIDE = ["nzb", "torrent", "nfo", "srt", "ass"];
/** True for audio files. `container` is a file extension in lowercase without the dot. False if there is none. */
export const isAudioFile = (container: string | undefined): boolean => AUDIO.includes(container ?? "");

/** Maximum number of characters. File systems do not support longer paths. The rest is ignored. */
const LONGEST_PATH = 4_096;
const LONGEST_NAME = 1_024;

/** Matches `pattern` without a letter or digit of any script next to it. */
export const word = (pattern: string, flags = "iu"): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, flags);

/** A name without parts that do not belong to it, and the information in these parts. */
export interface Stripped {
  text: string;
  container?: string;
  hash?: string;
  edition?: string;
}

/** Converts full-width digits, letters and brackets, Japanese brackets, and hyphens of other widths to ASCII. */
export const plainCharacters = (name: string): string => {
  const short = name.slice(0, LONGEST_PATH);
  // Most names are already plain ASCII, and a library contains a hundred thousand, so this is checked first.
  return /^[\x20-\x7e]*$/.test(short) ? short : foldedCharacters(short);
};

const foldedCharacters = (name: string): string =>
  name.normalize("NFC").replaceAll(/[【「『〔［]/g, "[").replaceAll(/[】」』〕］]/g, "]")
    .replaceAll(
      /[０-９Ａ-Ｚａ-ｚ（）｛｝＿．－]/g,
      (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0),
    )
    .replaceAll(/[\u2010-\u2012\u2212]/g, "-").replaceAll(/[\u3000\u00a0\t\r\n]/g, " ");

const VIDEO_WORDS =
  /\d{3,4}[pi](?!\p{L})|[xh]\.?26[45]|S\d\dE\d\d|Blu-?Ray|HEVC|HDTV|WEB-?(?:DL|Rip)|XviD|(?:DVD|BD|BR)Rip/iu;

/** Returns `mkv` for `Heat.mkv`. Undefined for a name without a known extension. */
export function extensionOf(name: string): string | undefined {
  const extension = /\.([a-z0-9]{2,7})$/i.exec(name)?.[1]?.toLowerCase();
  if (!extension || ![...VIDEO, ...AUDIO, ...SIDE].includes(extension)) return undefined;
  // In `Heat.1995.1080p.BluRay.AV1.Opus`, the last part is the audio codec of a movie, because music files do not have
  // such names.
  return isAudioFile(extension) && !/ /.test(name) && VIDEO_WORDS.test(name) ? undefined : extension;
}

const SITE_ENDS =
  "com|org|net|info|to|io|cc|me|tv|lol|xyz|site|club|pro|ws|se|eu|ru|tc|biz|pl|hu|it|es|vip|wiki|li|mx|lt|am|ag";
const SITE_PREFIX = new RegExp(
  `^\\s*(?:https?:\\/\\/[\\w.-]{3,60}\\/|[\\[({]\\s*(?:[^\\])}\\s]{0,20}www\\.[\\w.-]+|[\\w-]+\\.(?:${SITE_ENDS}))\\s*[\\])}]\\s*[-_. ]*|www\\.[\\w-]+\\.[a-z]{2,6}\\s*-+\\s*|[\\w-]+\\.(?:com|org|net|info|to|io|cc)(?:\\s+-+\\s*|_{2,})|www\\.[\\w-]+\\.(?:com|org|net|to|tv|cc|me)[ ._]+)`,
  "iu",
);
const SITE_ANYWHERE =
  /[[({]\s*(?:www\.[^\])}]*|[\w-]{2,30}(?:\.[\w-]{2,20})?\.(?:com|org|net|info|ru)(?:\.ru)?)[\])}]|[ ._](?:par|by|from)[-._ ]www\.[\w-]{1,40}\.[a-z]{2,6}/giu;
const IDS =
  /[[({](?:tm|im|tv)db(?:id)?[-=: ][^\])}]*[\])}]|[[({](?:tvmaze|anidb|anilist|mal|tvrage)(?:id)?[-=][^\])}]*[\])}]|[[({]tt\d{6,9}[\])}]/giu;
const TRACKER =
  /[-. ]*\[(?:rarbg(?:\.\w+)?|eztv(?:x?\.\w+)?|ettv|rartv|tgx|publichd|glodls|vtv|1337x|usenet-turk|prime|n1c|oldteam)\]$| EZTV(?:x?\.\w+)?$/iu;
const TAIL =
  /[-._ ](?:RP|xpost|Obfuscat(?:ed|ion)|BUYMORE|postbot|Scrambled|NZBgeek|AsRequested|AlternativeToRequested|WhiteRev|Rakuv\w*|GEROV|Z0iDS3N|Chamele0n|4P|4Planet|AlteZachen|RePACKPOST|Pre|sample)$/iu;
const HASH = /[[(]([0-9a-f]{8})[\])]/giu;
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Removes file extension, IDs, site names, repost suffixes and checksum from a name. */
export function strip(name: string): Stripped {
  let text = withoutTails(name.trim().slice(0, LONGEST_NAME));
  const found: Stripped = { text };
  const extension = extensionOf(text);
  if (extension) {
    text = text.slice(0, -extension.length - 1);
    const inner = SIDE.includes(extension) ? extensionOf(text) : extension;
    if (inner && inner !== extension) text = text.slice(0, -inner.length - 1);
    // In `-2hd.eng.srt`, `eng` is the language of the subtitles.
    if (["srt", "ass"].includes(extension)) {
      text = text.replace(/\.(?:[a-z]{2}|eng|ger|deu|fre|fra|ita|spa|por|rus|jpn)$/u, "");
    }
    if (inner && !SIDE.includes(inner)) found.container = inner;
  }
  const edition = /\{edition-([^}]*)\}/iu.exec(text);
  if (edition?.[1]) found.edition = edition[1].trim();
  text = text.replaceAll(/\{edition-[^}]*\}/giu, " ").replace(SITE_PREFIX, "");
  text = withoutTails(text.replaceAll(IDS, " ").replaceAll(SITE_ANYWHERE, " ").trimEnd());
  const hash = [...text.matchAll(HASH)].filter((match) => !DATE.test(match[1] ?? "")).at(-1);
  if (hash?.[1]) {
    found.hash = hash[1].toUpperCase();
    text = `${text.slice(0, hash.index)} ${text.slice(hash.index + hash[0].length)}`;
  }
  found.text = withoutTails(text.trimEnd());
  return found;
}

/** Matches emoji that uploaders append to a name. */
const EMOJI = /(?<=[\p{L}\p{N}\])}][ ._-]?)[\p{Extended_Pictographic}\u200d\ufe0f\s]+$/u;

function withoutTails(text: string): string {
  let short = text.replace(EMOJI, "");
  // A name may have several suffixes of reposters. After a few of them, the rest is not a name.
  for (let round = 0; round < 5; round++) {
    const next = short.replace(TRACKER, "").replace(TAIL, "").replace(/(-[a-z]\w*)-1$/iu, "$1").trimEnd();
    if (next === short) break;
    short = next;
  }
  return short;
}

/** Splits a text at dots, dashes, brackets and spaces into words with their positions. */
export const wordsOf = (text: string): { text: string; start: number; end: number }[] =>
  [...text.matchAll(/[^\s._[\](){}\-,;/|]+/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
