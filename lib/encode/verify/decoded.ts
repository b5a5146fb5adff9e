import { mapConcurrent } from "../../kit/async.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { AudioStream, Probe, VideoStream } from "../../media/probe/model.ts";
import { fieldFilters } from "../plan/video/field_plan.ts";
import { audioFilters, pictureChain } from "../args/filters.ts";
import { channelsOf } from "../plan/audio/layouts.ts";
import type { Plan, VideoPlan } from "../plan/model.ts";
import { isAboutSource } from "../run/source_errors.ts";
import { isBroadcast } from "./pictures/alignment.ts";
import { compareContent, type ContentErrors } from "./content.ts";
import type { ContentRequest } from "./content_request.ts";
import type { Evidence } from "./model.ts";
import type { StreamPair } from "./packets/stream_pairs.ts";
import type { PictureSize } from "./pictures/picture_features.ts";
import { COARSE_PICTURE_LIMITS, PICTURE_LIMITS } from "./pictures/picture_fault.ts";
import { createPictureJudge, type PictureJudge } from "./pictures/picture_judge.ts";
import { pictureWindows, soundWindows, suspiciousPlaces, WHOLE_SECONDS, type Window } from "./packets/places.ts";
import { createSoundJudge, type SoundJudge, soundLimits } from "./sound/sound_judge.ts";
import { clockShift } from "./packets/times.ts";
import { createTrackExchange, type TrackExchange } from "./sound/track_exchange.ts";

/** Decodes source and result side by side, in places or in full, and collects what differs. */

export interface DecodedFindings {
  picture?: PictureJudge;
  sound: Map<string, SoundJudge>;
  exchange: TrackExchange;
  /** Decoder complaints about the result that its source does not explain. */
  errors: string[];
  /** Complaints about the source in the same places. */
  sourceErrors: string[];
  /** Windows in which the result showed no picture. */
  emptyAt: number[];
}

/** The longer side of a small picture, in pixels. */
const SMALL = 160;
/** A stream that is the source's packet by packet is decoded in this many places, to see that it can be. */
const IDENTICAL_WINDOWS = 3;
/** Two programs at once keep two cores busy. */
const LANES = 2;

/** What is compared, and what is found on the way. */
interface Comparison {
  evidence: Evidence;
  picture?: ComparedPicture;
  /** Tracks that are not the source's packet by packet. */
  sound: SoundRequest[];
  found: DecodedFindings;
}

/** Compares decoded pictures and sound. Throws only when it was aborted. */
export async function compareDecoded(evidence: Evidence): Promise<DecodedFindings> {
  const { mode, identical } = evidence;
  const picture = pictureOf(evidence);
  const compared = soundPairs(evidence).filter(({ name }) => mode === "full" || !identical.has(name));
  const exchange = createTrackExchange(compared.map(({ name }) => name));
  const tracks = compared.map((track) => ({ ...track, judge: alsoFor(track.judge, exchange, track.name) }));
  const sound = tracks.filter(({ name }) => !identical.has(name));
  const found: DecodedFindings = {
    picture: picture?.judge,
    sound: new Map(sound.map(({ name, judge }) => [name, judge])),
    exchange,
    errors: [],
    sourceErrors: [],
    emptyAt: [],
  };
  if (mode === "full") await compareWhole({ evidence, picture, sound: tracks, found });
  else await compareInPlaces({ evidence, picture, sound, found });
  return found;
}

async function compareWhole({ evidence, picture, sound, found }: Comparison): Promise<void> {
  const length = Math.max(0.1, evidence.result.durationSeconds);
  const errors = await compareContent({
    ...requestOf(evidence),
    picture,
    sound,
    nice: 10,
    onProgress: (seconds) => evidence.onProgress?.(Math.min(1, seconds / length)),
  });
  noteErrors(found, errors, evidence);
  if (picture && errors.pictures === 0) found.emptyAt.push(0);
}

async function compareInPlaces(comparison: Comparison): Promise<void> {
  const { evidence, picture, sound, found } = comparison;
  const length = evidence.result.durationSeconds;
  if (picture && sound.length > 0 && length <= WHOLE_SECONDS) return await compareAtOnce(comparison, picture);
  const tasks: (() => Promise<void>)[] = [];
  if (picture) {
    for (const window of pictureWindowsOf(evidence, length)) {
      tasks.push(() => comparePictures(comparison, picture, window));
    }
  }
  if (sound.length > 0) {
    for (const window of soundWindows(length, soundSuspicions(evidence)) ?? [undefined]) {
      tasks.push(async () =>
        noteErrors(found, await compareContent({ ...requestOf(evidence), sound, window }), evidence)
      );
    }
  }
  await mapConcurrent(tasks, LANES, (task) => task());
}

/** Short files are read whole for their pictures and for their sound: one reading serves both. */
async function compareAtOnce({ evidence, sound, found }: Comparison, picture: ComparedPicture): Promise<void> {
  const errors = await compareContent({ ...requestOf(evidence), picture, sound });
  noteErrors(found, errors, evidence);
  if (errors.pictures === 0 && pictureEnd(evidence) > 0.5) found.emptyAt.push(0);
}

async function comparePictures({ evidence, found }: Comparison, picture: ComparedPicture, window: Window) {
  // Places are judged apart: a judge follows pictures in order.
  const judge = createPictureJudge(picture.options);
  const errors = await compareContent({ ...requestOf(evidence), picture: { ...picture, judge }, window });
  noteErrors(found, errors, evidence);
  if (errors.pictures === 0 && window.startSeconds < pictureEnd(evidence) - 0.5) {
    found.emptyAt.push(window.startSeconds);
  }
  picture.judge.merge(judge);
}

const requestOf = (evidence: Evidence): ContentRequest => ({
  ffmpegPath: evidence.ffmpegPath,
  source: evidence.probe,
  result: evidence.result,
  shift: clockShift(evidence),
  sound: [],
  signal: evidence.signal,
});

/** A judge that shows every stretch to the comparison between tracks too. */
const alsoFor = (judge: SoundJudge, exchange: TrackExchange, track: string): SoundJudge => ({
  ...judge,
  add(stretch) {
    judge.add(stretch);
    exchange.add(track, stretch);
  },
});

function pictureWindowsOf(evidence: Evidence, length: number): Window[] {
  const pair = evidence.pairs.find(({ kind }) => kind === "picture");
  const [source, result] = tracksOf(evidence, pair);
  const keys = (result?.keys ?? []).map((key) => key - evidence.result.startSeconds);
  const suspicious = source && result
    ? suspiciousPlaces(source, result, clockShift(evidence)).map((at) =>
      at + result.start - evidence.result.startSeconds
    )
    : [];
  const windows = pictureWindows(Math.min(length, pictureEnd(evidence)), keys, suspicious);
  if (!pair || !evidence.identical.has(pair.name)) return windows;
  const step = Math.max(1, Math.ceil(windows.length / IDENTICAL_WINDOWS));
  return windows.filter((_, i) => i % step === 0);
}

function soundSuspicions(evidence: Evidence): number[] {
  const pair = evidence.pairs.find(({ kind }) => kind === "sound");
  const [source, result] = tracksOf(evidence, pair);
  if (!source || !result) return [];
  const places = suspiciousPlaces(source, result, clockShift(evidence));
  return places.map((at) => at + result.start - evidence.result.startSeconds);
}

const tracksOf = ({ packets }: Evidence, pair: StreamPair | undefined) =>
  [pair && packets?.source.tracks.get(pair.source), pair && packets?.result.tracks.get(pair.result)] as const;

function pictureEnd({ pairs, packets, result }: Evidence): number {
  const pair = pairs.find(({ kind }) => kind === "picture");
  const end = pair && packets?.result.tracks.get(pair.result)?.end;
  return end === undefined ? result.durationSeconds : end - result.startSeconds;
}

function noteErrors(found: DecodedFindings, { source, result }: ContentErrors, { plan, probe }: Evidence): void {
  const own = source.filter((text) => isAboutSource(text, isBroadcast(probe.format)));
  for (const line of own) if (!found.sourceErrors.includes(line)) found.sourceErrors.push(line);
  const made = own.length > 0 ? result.filter((line) => !isCopied(line, plan, probe)) : result;
  for (const line of made) if (!found.errors.includes(line)) found.errors.push(line);
}

/** Whether a decoder that reads a copied stream complains, or nobody is named: such damage is the source's own. */
export function isCopied(line: string, { video, audio }: Plan, { streams }: Probe): boolean {
  const kept = [video, ...audio].flatMap((stream) => stream?.encoder === "copy" ? [stream.index] : []);
  const codecs = streams.flatMap((stream) => kept.includes(stream.index) && "codec" in stream ? [stream.codec] : []);
  const [, decoder] = /^\[([^\] ]+)/.exec(line) ?? [];
  if (decoder === undefined) return kept.length > 0;
  return codecs.some((codec) => decoder.includes(DECODERS[codec] ?? codec));
}

/** Decoders that are not named after their codec. */
const DECODERS: Record<string, string> = { dts: "dca" };

type ComparedPicture = NonNullable<ContentRequest["picture"]> & { options: Parameters<typeof createPictureJudge>[0] };

function pictureOf(evidence: Evidence): ComparedPicture | undefined {
  const { plan, pairs, alignment, probe } = evidence;
  const pair = pairs.find(({ kind }) => kind === "picture");
  const source = probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === pair?.source);
  if (!plan.video || !pair || !source || !alignment) return undefined;
  const size = smallSize(plan.video, source);
  const options = {
    size,
    drawnOver: plan.video.burn !== undefined,
    loose: alignment.ratio < 1 || plan.video.fieldHandling === "soft-telecine",
    limits: isCoarse(plan.video) ? COARSE_PICTURE_LIMITS : PICTURE_LIMITS,
  };
  return {
    source: pair.source,
    result: pair.result,
    filters: referenceFilters(plan.video, source),
    size,
    step: alignment.step,
    judge: createPictureJudge(options),
    options,
  };
}

/** From this share of an encoder's scale of quality on, little is left of a picture. */
const COARSE_SHARE = 0.8;

/** Whether the plan asks for the coarse end of the encoder's scale (CRF 41 to 51 of x264). */
export function isCoarse({ encoder, quality, bitrate }: VideoPlan): boolean {
  const { quality: scale, hardware } = videoEncoder(encoder);
  return scale !== undefined && !hardware && bitrate === 0 && quality >= COARSE_SHARE * scale.max;
}

/** As a player shows it: upright, at most `SMALL` pixels on the longer side, in whole cells. */
export function smallSize(video: VideoPlan, source: VideoStream): PictureSize {
  const turned = video.encoder === "copy" && source.rotation % 180 !== 0;
  const [width, height] = turned ? [video.height, video.width] : [video.width, video.height];
  const scale = Math.min(1, SMALL / Math.max(width, height));
  const whole = (pixels: number) => Math.max(4, Math.round(pixels * scale / 4) * 4);
  return { width: whole(width), height: whole(height) };
}

/** What the plan does to the shape and time of the picture; colours are compared as they are shown, not as planned. */
export function referenceFilters(video: VideoPlan, source: VideoStream): string[] {
  if (video.encoder === "copy") return [];
  // Tone mapping and transparency change on purpose what is shown.
  if (video.toneMap || video.conversion?.alpha) return pictureChain(video, source);
  const { crop } = video;
  return [...fieldFilters(video), ...(crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`] : [])];
}

type SoundRequest = ContentRequest["sound"][number] & { name: string };

const soundPairs = (evidence: Evidence): SoundRequest[] =>
  evidence.pairs.filter(({ kind }) => kind === "sound").flatMap((pair) => soundOf(evidence, pair));

function soundOf({ plan, probe, result }: Evidence, pair: StreamPair): SoundRequest[] {
  const audio = plan.audio[pair.position];
  const source = probe.streams.find((s): s is AudioStream => s.kind === "audio" && s.index === pair.source);
  const made = result.streams.find((s): s is AudioStream => s.kind === "audio" && s.index === pair.result);
  if (!audio || !source || !made) return [];
  const named = channelsOf(made.layout);
  const names = named?.length === made.channels
    ? named
    : Array.from({ length: made.channels }, (_, i) => String(i + 1));
  return [{
    name: pair.name,
    source: pair.source,
    result: pair.result,
    filters: audio.encoder === "copy" ? [] : audioFilters(audio, source),
    resultFilters: [],
    channels: made.channels,
    judge: createSoundJudge(
      names,
      names.includes("LFE") ? names.indexOf("LFE") : undefined,
      soundLimits(audio.bitrate, made.channels),
    ),
  }];
}
