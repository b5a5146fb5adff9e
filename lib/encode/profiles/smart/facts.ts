import type { AudioStream, Probe, SubtitleStream } from "../../../media/probe/model.ts";
import { videoKbps } from "../../../media/probe/bitrate.ts";
import { originalLanguage } from "../../../media/probe/original_language.ts";
import { mainVideo } from "../../../media/probe/probe.ts";
import { parseReleaseName } from "../../../media/release_names/parse.ts";
import { sourceKind } from "../../../media/release_names/source_kind.ts";
import type { MediaType } from "../schema.ts";
import type { AUDIO_FACTS, FILE_FACTS, SUBTITLE_FACTS } from "./schema.ts";

/** Facts that are not read from the file: from a manager, the local index, or the user. */
export interface KnownFacts {
  mediaType?: MediaType;
  anime?: boolean;
  animated?: boolean;
  genre?: string[];
  year?: number;
  originalLanguage?: string;
  arr?: string;
  tags?: string[];
  /** Measured film grain, see `measureGrain`. */
  grain?: number;
}

type Value = string | number | boolean | string[];
/** Facts by name. Unknown facts are absent, and no rule matches them. */
export type Facts<K extends string> = Partial<Record<K, Value>>;

/** Returns the facts about a file that rules can use. Pure. */
export function fileFacts(probe: Probe, known: KnownFacts = {}): Facts<keyof typeof FILE_FACTS> {
  const video = mainVideo(probe);
  const audio = probe.streams.filter((stream) => stream.kind === "audio");
  const subtitles = probe.streams.filter((stream) => stream.kind === "subtitle");
  const name = probe.path.split(/[\\/]/).pop() ?? probe.path;
  const anime = known.anime ?? (known.mediaType === "anime" || /[\\/][^\\/]*\banime\b[^\\/]*[\\/]/i.test(probe.path));
  return withoutMissing({
    mediaType: known.mediaType,
    anime,
    genre: known.genre,
    year: known.year ?? parseReleaseName(name).year,
    videoCodec: video?.codec,
    width: video?.width,
    height: video?.height,
    fps: video && video.frameRate[1] > 0 ? video.frameRate[0] / video.frameRate[1] : undefined,
    bitDepth: video?.bitDepth,
    hdr: video?.hdr,
    dolbyVision: video && video.dolbyVision !== undefined,
    interlaced: video?.interlaced,
    animated: known.animated ?? (anime || known.genre?.some((word) => /^animation$/i.test(word)) || undefined),
    videoKbps: videoKbps(probe),
    videoKbpsPerMegapixel: ratePerMegapixel(probe),
    grain: known.grain,
    sizeBytes: probe.sizeBytes,
    durationSeconds: probe.durationSeconds > 0 ? probe.durationSeconds : undefined,
    sourceKind: sourceKind(name),
    originalLanguage: originalLanguage(audio, known.originalLanguage)?.language,
    audioLanguages: audio.flatMap((stream) => stream.language ?? []),
    subtitleKinds: [...new Set(subtitles.map((stream) => stream.form))],
    path: probe.path,
    arr: known.arr,
    tags: known.tags,
  });
}

/** Returns the video bitrate in kbit/s per million pixels, normalised to 24 fps. Undefined if unknown. */
export function ratePerMegapixel(probe: Probe): number | undefined {
  const video = mainVideo(probe);
  const kbps = videoKbps(probe);
  if (!video || kbps === undefined) return undefined;
  const fps = video.frameRate[1] > 0 ? video.frameRate[0] / video.frameRate[1] : 24;
  const megapixels = (video.width * video.height) / 1e6;
  return Math.round(kbps / megapixels / (Math.max(1, fps) / 24));
}

/** Returns the facts about an audio stream that rules can use. Pure. */
export function audioFacts(
  stream: AudioStream,
  all: AudioStream[],
  known: KnownFacts = {},
): Facts<keyof typeof AUDIO_FACTS> {
  return withoutMissing({
    codec: stream.codec === "unknown" ? undefined : stream.codec,
    lossless: stream.lossless,
    channels: stream.channels > 0 ? stream.channels : undefined,
    language: stream.language,
    original: originalLanguage(all, known.originalLanguage)?.matches(stream) ?? false,
    commentary: stream.commentary,
    atmos: stream.atmos,
    dtsx: stream.dtsX,
    kbps: stream.bitrateKbps,
    index: stream.index,
  });
}

/** Returns the facts about a subtitle stream that rules can use. Pure. */
export const subtitleFacts = (stream: SubtitleStream): Facts<keyof typeof SUBTITLE_FACTS> =>
  withoutMissing({
    kind: stream.form,
    language: stream.language,
    forced: stream.forced,
    sdh: stream.hearingImpaired,
    commentary: stream.commentary,
  });

function withoutMissing<K extends string>(facts: Record<K, Value | undefined>): Facts<K> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Facts<K>;
}
