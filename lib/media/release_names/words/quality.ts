import { audioChannels, audioCodec, bitDepth, dynamicRange, videoCodec } from "./codecs.ts";
import type { Modifier, Source, TagFacts } from "../model.ts";
import { word } from "./tokens.ts";

const RESOLUTION = /(?<![0-9])(2160|1440|1080|720|576|540|480|360)([pi])(?:\d\d)?(?![a-z0-9])/iu;
const FRAME = /(?<![\p{L}\p{N}])(\d{3,4})[x*×](\d{3,4})(?![\p{L}\p{N}])/iu;

/** Sources, which are checked in order. The first match is used. */
const SOURCES: [Source, RegExp][] = [
  ["web-dl", word("WEB[-_. ]?DL(?:Rip|Mux)?(?:\\d{3,4}p)?|(?:iTunes|Amazon|Netflix|NetflixU|Disney|HBOMax|Web)U?HD")],
  ["webrip", word("WEB[-_. ]?(?:Rip|Mux|Cap)(?:\\d{3,4}p)?")],
  ["bluray", /(?<![\p{L}\p{N}])(?:M|UHD)?Blu[-_. ]?Ray(?![a-z])/iu],
  [
    "bluray",
    word(
      "BD[-_. ]?Rip|BR[-_. ]?Rip|UHD[-_. ]?Rip|BDMux|BDLight|UHD[-_. ]?BD(?:[-_. ]?Rip)?|UHD2BD|HD[-_. ]?DVD|BD(?:25|50|66|100)|BDISO|BDMV|BR[-_. ]?DISK",
    ),
  ],
  ["bluray", word("(?:BD|UHD)[-_. ]?Remux(?:\\d{3,4}p)?")],
  [
    "hdtv",
    word(
      "U?HD[-_. ]?TV(?:Rip)?(?:[-_. ]?\\d{3,4}[pi])?|PDTV|DSR(?:ip)?|SAT[-_. ]?Rip|DVB(?:Rip)?|DTH[-_. ]?Rip|TV[-_. ]?Rip|SD[-_. ]?TV|DTVRip|HDTVx264",
    ),
  ],
  ["dvd", word("(?:Pre)?DVD[-_. ]?Rip|XviDVD|DVD[-_. ]?R|M?DVD[59R]?|DVD(?:SCR|SCREENER)|NTSC|PAL")],
  ["cam", word("(?:HD|HQ)?[-_. ]?CAM(?:[-_. ]?Rip)?")],
  ["telesync", word("(?:HD|PRE)?[-_. ]?TS(?:[-_. ]?Rip)?|TELESYNCH?")],
  ["telecine", word("(?:HD)?[-_. ]?TC|TELECINE")],
  ["workprint", word("WORKPRINT|WP")],
  ["bluray", /(?<![\p{L}\p{N}])BD(?=[\s._\-)\],]|$|(?:720|1080|2160)p)/u],
  ["web-dl", word("WEB")],
];
const SCREENER = word("(?:DVD|BD|WEB)?[-_. ]?SCR(?:EENER)?");
const REGIONAL = word("R5|REGIONAL", "u");
const REMUX = /(?<![a-z])(?:bd|uhd|dvd)?[-_. ]?remux(?![a-z])/iu;
const DISC_WORDS = word("COMPLETE|BDISO|ISO|BD(?:25|50|66|100)|BDMV|BR[-_. ]?DISK");
const ENCODED = word("[xh][-_. ]?26[45]|XviD|DivX|BD[-_. ]?Rip|BR[-_. ]?Rip|MKV|720p|AV1");
const DISC_FORMAT = word("AVC|VC[-. ]?1|MVC|MPEG[-. ]?2|HEVC");
const DVD_DISC = word("M?DVD[-_. ]?R|M?DVD[59]");

/** Returns `1080p` for `BD1080p`, `1920x1080` and FHD. */
export function resolutionOf(tags: string): string | undefined {
  const stated = RESOLUTION.exec(tags);
  if (stated) return `${stated[1]}${stated[2]?.toLowerCase()}`;
  const frame = FRAME.exec(tags);
  if (frame) return ofFrame(Number(frame[1]), Number(frame[2]));
  if (word("4K|UHD|UHDBD|UHDTV").test(tags) || /UHD[-_. ]?(?:Blu|Remux|Rip)/iu.test(tags)) return "2160p";
  if (word("FHD|FullHD").test(tags)) return "1080p";
  if (word("QHD|WQHD").test(tags)) return "1440p";
  return undefined;
}

function ofFrame(width: number, height: number): string | undefined {
  if (width >= 3_200 || height >= 2_000) return "2160p";
  if (width >= 2_400) return "1440p";
  if (width >= 1_800 || height >= 1_000) return "1080p";
  if (width >= 1_200 || height >= 700) return "720p";
  if (height >= 560 || width === 1_024) return "576p";
  return width >= 480 ? "480p" : undefined;
}

/** True if a Blu-ray release is the unchanged disc, which means that it has stream formats of discs and no encoder. */
function isBluRayDisc(tags: string, remux: boolean, container: string | undefined, resolution?: string): boolean {
  if (remux || ENCODED.test(tags)) return false;
  if (container === "iso" || container === "img" || DISC_WORDS.test(tags)) return true;
  if (container || !DISC_FORMAT.test(tags) || !/Blu[-_. ]?Ray/iu.test(tags)) return false;
  return !(resolution === "1080p" && word("HEVC").test(tags)) && !word("(?:DL|ML)", "u").test(tags);
}

/** Parses all information in the quality words. */
export function readTags(tags: string, container?: string, anime = false): TagFacts {
  const remux = REMUX.test(tags);
  let source = SOURCES.find(([, words]) => words.test(tags))?.[0];
  const resolution = resolutionOf(tags);
  let modifier: Modifier | undefined = remux && source !== "web-dl" && source !== "webrip" ? "remux" : undefined;
  if (remux) source ??= "bluray";
  if (SCREENER.test(tags)) [source, modifier] = ["dvd", "screener"];
  else if (REGIONAL.test(tags)) [source, modifier] = ["dvd", "regional"];
  const dvdDisc = source === "dvd" && !remux && !modifier &&
    (DVD_DISC.test(tags) || (/(?:NTSC|PAL)/u.test(tags) && word("DVD").test(tags) && !ENCODED.test(tags)) ||
      container === "iso" || (word("COMPLETE").test(tags) && !ENCODED.test(tags) && !/rip/iu.test(tags)));
  const brDisc = source === "bluray" && !anime && isBluRayDisc(tags, remux, container, resolution);
  if (brDisc) modifier = "brdisk";
  const codec = videoCodec(tags);
  if (word("Raw[-_. ]?HD").test(tags) || (source === "hdtv" && codec === "mpeg2" && !remux)) {
    [source, modifier] = ["hdtv", "rawhd"];
  }
  const optional = {
    resolution,
    source,
    modifier,
    videoCodec: codec,
    audioCodec: audioCodec(tags, source === "bluray"),
    audioChannels: audioChannels(tags),
    bitDepth: bitDepth(tags),
  };
  return { ...present(optional), remux, disc: brDisc || dvdDisc, hdr: dynamicRange(tags) };
}

/** Returns a copy without undefined values. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key of Object.keys(fields) as (keyof T)[]) {
    const value = fields[key];
    if (value !== undefined) kept[key] = value as Exclude<T[keyof T], undefined>;
  }
  return kept;
}
