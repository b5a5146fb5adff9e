import type { HdrFormat } from "../../media/probe/model.ts";

/** Properties of the result. Properties of copied parts are absent, so that their words in the name are kept. */
export interface NameFacts {
  /** True for names with dots instead of spaces. These contain the bit depth. */
  scene: boolean;
  video?: {
    codec: string;
    bitDepth: number;
    hdr: HdrFormat;
    /** New resolution class, for example `1080p`. Absent if the class is unchanged. */
    resolution?: string;
    /** Frame size, for example `1920x1080`. */
    size: string;
    /** True if the source is interlaced and the result progressive. */
    progressive: boolean;
  };
  audio?: {
    codec: string;
    channels: number;
    /** Channels, for example `5.1`. */
    layout: string;
    encoded: boolean;
  };
}

/** Placeholder for a removed word until the separators around it are cleaned up. */
const REMOVED = "\0";

/**
 * Rewrites the quality words of a name (the part after title, year and episode). The release group at the end is not
 * changed.
 */
export function rewriteTokens(text: string, facts: NameFacts): string {
  const group = groupOf(text);
  let body = text.slice(0, text.length - group.length).replaceAll(REMOVED, "");
  if (facts.video) body = rewriteVideo(body, facts.video, facts.scene);
  if (facts.audio) body = rewriteAudio(body, facts.audio);
  return tidy(body) + group;
}

const word = (pattern: string): RegExp => new RegExp(`(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`, "gi");

/**
 * True if a text contains a pattern. Unlike `test` with a global pattern, `search` stores no position between calls.
 */
const has = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;

const SOURCES = word("blu-?ray|uhdbd|bd|bdrip|brrip|web(?:[-. ]?dl|rip|hd)?|hdtv|pdtv|dvd(?:rip|r)?|hddvd");
const VIDEO_CODEC = word("[xh][. _]?26[45]|hevc|avc|vc-?1|mpeg-?[24]|av1|vp9|xvid|divx");
const DEPTH = word("(?:8|10|12)[- ]?bits?|hi10p?");
const DOLBY_VISION = word("dv|dovi|dolby[-. ]?vision");
const HDR = word("hdr10(?:\\+|plus|p)?|hdr|pq|hlg|bt[. ]?2020");

function rewriteVideo(text: string, video: NonNullable<NameFacts["video"]>, scene: boolean): string {
  let body = text;
  // In names from Radarr, `Remux-2160p` is a single word. Sonarr writes `Bluray-1080p Remux`.
  body = body.replace(/(?<![A-Za-z0-9])(?:BD-?)?Remux-(?=\d{3,4}[pi])/gi, "Bluray-");
  const named = has(body, SOURCES);
  body = body.replace(word("(?:uhd|bd)[-. ]?remux"), scene ? "BluRay" : "Bluray");
  body = body.replace(word("remux"), named ? REMOVED : scene ? "BluRay" : "Bluray");
  body = rewriteSize(body, video);
  body = rewriteLight(body, video.hdr);
  const hasDepth = has(body, DEPTH);
  body = first(body, DEPTH, () => `${video.bitDepth}bit`);
  const depth = scene && !hasDepth && video.bitDepth > 8 ? `${video.bitDepth}bit.` : "";
  return first(body, VIDEO_CODEC, () => depth + video.codec);
}

function rewriteSize(text: string, { resolution, size, progressive }: NonNullable<NameFacts["video"]>): string {
  const lines = resolution
    ? text
    : progressive
    ? text.replace(/(?<![A-Za-z0-9])(\d{3,4})i(?![A-Za-z0-9])/g, "$1p")
    : text;
  if (!resolution) return lines;
  const named = lines.replace(word("\\d{3,4}[pi]"), resolution).replace(word("\\d{3,4}x\\d{3,4}"), size);
  if (resolution === "2160p") return named;
  const uhd = named.replace(word("4k"), named.includes(resolution) ? REMOVED : resolution).replace(
    word("uhd"),
    REMOVED,
  );
  return uhd.replace(word("uhdbd"), "BluRay");
}

function rewriteLight(text: string, hdr: HdrFormat): string {
  if (hdr === "sdr") return text.replace(DOLBY_VISION, REMOVED).replace(HDR, REMOVED);
  const isNamed = has(text.replace(DOLBY_VISION, REMOVED), HDR);
  const base = text.replace(DOLBY_VISION, isNamed ? REMOVED : hdr === "hlg" ? "HLG" : "HDR10");
  return base.replace(/(?<![A-Za-z0-9])HDR10(?:\+|Plus|P)(?![A-Za-z0-9])/gi, "HDR10");
}

const AUDIO_CODEC =
  "true-?hd|dts[-. ]?hd(?:[-. ]?(?:ma|hra))?|dts[-:. ]?x|dts[-. ]?es|dts|flac|l?pcm|e-?ac-?3|ddp|dd\\+|" +
  "dd|ac-?3|he-?aac|aac|opus|mp3|vorbis|alac";
const CHANNELS = "[1-9][. ][0-2](?:[. ][0-9])?(?![0-9])|[1-8]ch";
const AUDIO = new RegExp(`(?<![A-Za-z0-9])(${AUDIO_CODEC})([-. ]?)(${CHANNELS})?(?![A-Za-z0-9])`, "gi");

/** Matches channel counts that are left without a codec, for example after a name such as Atmos was removed. */
const LONE_CHANNELS = new RegExp(`(?<![A-Za-z0-9]|[0-9][.])(?:${CHANNELS})(?![A-Za-z0-9])`, "gi");

function rewriteAudio(text: string, sound: NonNullable<NameFacts["audio"]>): string {
  const { codec, encoded } = sound;
  const bare = tidy(encoded ? text.replace(word("atmos"), REMOVED) : text);
  if (!has(bare, AUDIO)) return first(bare, LONE_CHANNELS, ([layout = ""]) => styled(layout, sound));
  return first(
    bare,
    AUDIO,
    ([, , separator = "", layout]) => codec + separator + (layout ? styled(layout, sound) : ""),
  );
}

/** Formats channels in the style of the sample: `5.1`, `5 1` or `6ch`. */
function styled(sample: string, { channels, layout }: NonNullable<NameFacts["audio"]>): string {
  if (/ch$/i.test(sample)) return `${channels}ch`;
  return sample.includes(".") ? layout : layout.replace(".", " ");
}

/** Replaces the first match and removes the others, because the result has only one codec. */
function first(text: string, pattern: RegExp, make: (match: string[]) => string): string {
  let done = false;
  return text.replace(pattern, (...match) => {
    if (done) return REMOVED;
    done = true;
    return make(match.slice(0, -2));
  });
}

function tidy(text: string): string {
  return text
    .replace(new RegExp(`[ ._-]*${REMOVED}(?=[\\])}])`, "g"), "")
    .replace(new RegExp(`(?<=[[({])${REMOVED}[ ._-]*`, "g"), "")
    .replace(/[ ._]?(?:\[\]|\(\)|\{\})/g, "")
    .replace(new RegExp(`([ ._])(?:${REMOVED}[ ._]?)+(?![-\\]]|$)`, "g"), "$1")
    .replace(new RegExp(`[ ._]*${REMOVED}`, "g"), "")
    .replace(/[ ._]+$/, "");
}

const NO_GROUP = /^(?:\d{3,4}[pi]|dl|ray|hd|x|1|2|bit|rip|remux)$/i;

/** Returns the `-GRP` suffix, unless it is the second half of a word such as `WEB-DL` or `Bluray-1080p`. */
function groupOf(text: string): string {
  const match = /-([A-Za-z0-9]+)$/.exec(text);
  return match?.[1] && !NO_GROUP.test(match[1]) ? match[0] : "";
}
