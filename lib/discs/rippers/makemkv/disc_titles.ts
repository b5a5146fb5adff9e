import { normaliseLanguage } from "../../../media/languages/languages.ts";
import type { DiscType } from "../../model.ts";
import { labelledAudio, labelledSubtitle, trackLists } from "../../reading/track_labels.ts";
import type { DiscAudioTrack, DiscSubtitleTrack, DiscTitle } from "../../title_schema.ts";
import { ATTRIBUTE, type Attributes, type DiscInfo, durationSeconds, type InfoTitle, valueOf } from "./disc_info.ts";

/** Converts MakeMKV's information about a disc to wire format. Pure. */

const KIND = { video: 6201, audio: 6202, subtitles: 6203 } as const;

/** Stream flags. */
const COMMENTARY = 1 | 2;
const VISUALLY_IMPAIRED = 4;
const DERIVED = 2048;
const FORCED = 4096;

/**
 * A stream of a title as listed by MakeMKV, and its index among the displayed tracks. Derived streams have no index.
 */
export interface ListedStream {
  kind: keyof typeof KIND;
  codecId: string;
  language: string;
  channels?: number;
  /** Index among the displayed audio or subtitle tracks of the title. */
  index?: number;
}

/** Converts a title to wire format. `id` is its index in the scan. Texts are truncated to the limits of the schema. */
export function makemkvTitle({ index, attributes, streams }: InfoTitle, id: number): DiscTitle {
  const value = (attribute: number) => valueOf(attributes, attribute)?.slice(0, 1000);
  const { sourceFile, angle } = placeOf(attributes);
  const video = streams.find((stream) => kindOf(stream) === "video");
  const audioTracks = streams.filter((stream) => kindOf(stream) === "audio" && !isDerived(stream)).map(audioOf);
  const subtitleTracks = streams.filter((stream) => kindOf(stream) === "subtitles" && !isDerived(stream)).map(
    subtitleOf,
  );
  const segmentMap = valueOf(attributes, ATTRIBUTE.segmentMap);
  return {
    id,
    name: value(ATTRIBUTE.name) ?? value(ATTRIBUTE.comment) ?? sourceFile ?? `Title ${index + 1}`,
    durationSeconds: durationSeconds(value(ATTRIBUTE.duration)) ?? 0,
    sizeBytes: wholeNumber(value(ATTRIBUTE.bytes)) ?? 0,
    chapters: wholeNumber(value(ATTRIBUTE.chapters)) ?? 0,
    fileName: value(ATTRIBUTE.outputFile) ?? `title_t${String(index).padStart(2, "0")}.mkv`,
    ...(sourceFile === undefined ? {} : { sourceFile }),
    ...(segmentMap === undefined || segmentMap.length > 20_000 ? {} : { segmentMap }),
    ...(angle === undefined ? {} : { angle }),
    ...(video === undefined ? {} : videoFacts(video)),
    ...trackLists(audioTracks, subtitleTracks),
    flags: [],
  };
}

/** Returns all audio and subtitle streams that MakeMKV lists, including derived ones, in its order. */
export function listedStreams({ streams }: InfoTitle): ListedStream[] {
  const next = { video: 0, audio: 0, subtitles: 0 };
  return streams.flatMap((stream): ListedStream[] => {
    const kind = kindOf(stream);
    if (kind === undefined) return [];
    const channels = wholeNumber(valueOf(stream, ATTRIBUTE.channels));
    return [{
      ...{ kind, codecId: valueOf(stream, ATTRIBUTE.codecId) ?? "", language: languageOf(stream) },
      ...(channels === undefined ? {} : { channels }),
      ...(isDerived(stream) ? {} : { index: next[kind]++ }),
    }];
  });
}

/** Returns the type of the disc that MakeMKV has opened. */
export function discTypeOf({ attributes, titles }: DiscInfo): DiscType {
  const code = attributes.get(ATTRIBUTE.type)?.code;
  if (code === 6206) return "dvd";
  if (code !== 6209) return "unknown";
  const isUhd = titles.some(({ streams }) =>
    streams.some((stream) => valueOf(stream, ATTRIBUTE.videoSize) === "3840x2160")
  );
  return isUhd ? "uhd" : "bluray";
}

/** Returns the playlist and angle of a Blu-ray (`00451.mpls(2)`), or the title number of a DVD. */
function placeOf(attributes: Attributes): { sourceFile?: string; angle?: number } {
  const [, file, part] = /^(\d{5}\.\w{4})(?:\((\d{1,3})\))?$/.exec(valueOf(attributes, ATTRIBUTE.sourceFile) ?? "") ??
    [];
  const dvdTitle = wholeNumber(valueOf(attributes, ATTRIBUTE.originalTitle));
  const sourceFile = file ?? (dvdTitle === undefined ? undefined : String(dvdTitle).padStart(2, "0"));
  const angle = wholeNumber(valueOf(attributes, ATTRIBUTE.angle)) ?? wholeNumber(part);
  return { ...(sourceFile === undefined ? {} : { sourceFile }), ...(angle === undefined ? {} : { angle }) };
}

function kindOf(stream: Attributes): ListedStream["kind"] | undefined {
  const code = stream.get(ATTRIBUTE.type)?.code;
  return (["video", "audio", "subtitles"] as const).find((kind) => KIND[kind] === code);
}

const flagsOf = (stream: Attributes): number => wholeNumber(valueOf(stream, ATTRIBUTE.streamFlags)) ?? 0;
const isDerived = (stream: Attributes): boolean => (flagsOf(stream) & DERIVED) !== 0;
const languageOf = (stream: Attributes): string => normaliseLanguage(valueOf(stream, ATTRIBUTE.language)) ?? "und";

function audioOf(stream: Attributes, index: number): DiscAudioTrack {
  const codec = valueOf(stream, ATTRIBUTE.codecLong) ?? valueOf(stream, ATTRIBUTE.codecShort) ??
    valueOf(stream, ATTRIBUTE.codecId) ?? "audio";
  const channels = wholeNumber(valueOf(stream, ATTRIBUTE.channels));
  const bitrateKbps = kbps(valueOf(stream, ATTRIBUTE.bitrate));
  const flags = flagsOf(stream);
  const name = flags & COMMENTARY ? "Commentary" : flags & VISUALLY_IMPAIRED ? "Audio description" : undefined;
  return labelledAudio({
    ...{ index, codec: codec.slice(0, 200), language: languageOf(stream) },
    ...(channels === undefined ? {} : { channels }),
    ...(bitrateKbps === undefined ? {} : { bitrateKbps }),
    ...(name === undefined ? {} : { name }),
    lossless: isLossless(stream),
    commentary: name !== undefined,
  });
}

function isLossless(stream: Attributes): boolean {
  const id = valueOf(stream, ATTRIBUTE.codecId) ?? "";
  if (/^A_(TRUEHD|PCM|FLAC|MLP|MS\/ACM)/.test(id)) return true;
  return id.startsWith("A_DTS") && /MA\b|lossless/i.test(
    `${valueOf(stream, ATTRIBUTE.codecShort)} ${valueOf(stream, ATTRIBUTE.codecLong)}`,
  );
}

function subtitleOf(stream: Attributes, index: number): DiscSubtitleTrack {
  const flags = flagsOf(stream);
  const id = valueOf(stream, ATTRIBUTE.codecId) ?? "";
  const codec = id === "S_HDMV/PGS" ? "PGS" : id === "S_VOBSUB" ? "VobSub" : id.slice(0, 200) || "subtitles";
  return labelledSubtitle({
    ...{ index, codec, language: languageOf(stream), forced: (flags & FORCED) !== 0 },
    ...{ hearingImpaired: false, commentary: (flags & COMMENTARY) !== 0 },
  });
}

function videoFacts(stream: Attributes): Pick<DiscTitle, "videoCodec" | "resolution" | "frameRate"> {
  const codec = valueOf(stream, ATTRIBUTE.codecShort)?.slice(0, 200);
  const resolution = valueOf(stream, ATTRIBUTE.videoSize)?.slice(0, 200);
  const frameRate = parseFloat(valueOf(stream, ATTRIBUTE.frameRate) ?? "");
  return {
    ...(codec === undefined ? {} : { videoCodec: codec }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(frameRate > 0 ? { frameRate } : {}),
  };
}

const wholeNumber = (text: string | undefined): number | undefined =>
  /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;

/** Parses a bitrate such as `1.5 Mb/s` or `448 Kb/s`. */
function kbps(text: string | undefined): number | undefined {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) ?([KM])b\/s$/i.exec(text ?? "") ?? [];
  return number === undefined ? undefined : Number(number) * (unit.toUpperCase() === "M" ? 1000 : 1);
}
