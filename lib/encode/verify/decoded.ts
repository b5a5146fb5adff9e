import { mapConcurrent } from "../../kit/async.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Plan } from "../plan/model.ts";
import { isAboutSource } from "../run/source_errors.ts";
import { isBroadcast } from "./video/alignment.ts";
import { audioPairs, type ComparedAudio, type ComparedVideo, comparedVideo } from "./compared_streams.ts";
import { concealedFaults } from "./concealed.ts";
import { compareContent, type ContentErrors } from "./content.ts";
import type { ContentRequest } from "./content_request.ts";
import type { Evidence } from "./model.ts";
import type { VideoFault } from "./video/video_fault.ts";
import { createVideoJudge } from "./video/video_judge.ts";
import { keyFrameReading } from "./video/key_frames.ts";
import { videoEnd, videoPlaces } from "./video/video_places.ts";
import { readSparseFrames } from "./video/sparse_frames.ts";
import { WHOLE_SECONDS, type Window } from "./packets/places.ts";
import type { AudioJudge } from "./audio/audio_judge.ts";
import { clockShift } from "./packets/times.ts";
import { createTrackExchange, type TrackExchange } from "./audio/track_exchange.ts";

/** Decodes source and result at the same time, in sections or completely, and collects differences. */

export interface DecodedFindings {
  /** Faults in the video. `concealed` are faults caused by damage in the source. */
  video?: { pairs: number; faults: VideoFault[]; concealed: VideoFault[] };
  audio: Map<string, AudioJudge>;
  exchange: TrackExchange;
  /** Decoder errors in the result that damage in the source does not explain. */
  errors: string[];
  /** Decoder errors in the source at the same positions. */
  sourceErrors: string[];
  /** Windows in which the result had no video frames. */
  emptyAt: number[];
  /** Compared windows. Absent if all frames were compared. */
  places?: Window[];
}

/** Number of concurrent comparisons. Two programs fully use two cores. */
const CONCURRENT_COMPARISONS = 2;

/** Findings while the comparison is still running. */
type Found = Omit<DecodedFindings, "video">;

/** Streams to compare, and the findings so far. */
interface Comparison {
  evidence: Evidence;
  video?: ComparedVideo;
  /** Audio tracks whose packets differ from those of the source. */
  audio: ComparedAudio[];
  found: Found;
}

/** Compares decoded video and audio. Throws only when aborted. */
export async function compareDecoded(evidence: Evidence): Promise<DecodedFindings> {
  const { mode, identical } = evidence;
  const video = comparedVideo(evidence);
  const compared = audioPairs(evidence).filter(({ name }) => mode === "full" || !identical.has(name));
  const exchange = createTrackExchange(compared.map(({ name }) => name));
  const tracks = compared.map((track) => ({ ...track, judge: alsoFor(track.judge, exchange, track.name) }));
  const audio = tracks.filter(({ name }) => !identical.has(name));
  const found: Found = {
    audio: new Map(audio.map(({ name, judge }) => [name, judge])),
    exchange,
    errors: [],
    sourceErrors: [],
    emptyAt: [],
  };
  if (mode === "full") await compareWhole({ evidence, video, audio: tracks, found });
  else await compareInPlaces({ evidence, video, audio, found });
  return video ? { ...found, video: await judgedVideo(evidence, video, found) } : found;
}

async function judgedVideo(
  evidence: Evidence,
  { judge, options, ...video }: ComparedVideo,
  { sourceErrors }: Found,
): Promise<DecodedFindings["video"]> {
  const faults = judge.faults();
  const request = { ...requestOf(evidence), video: { ...video, judge: createVideoJudge(options) } };
  const concealed = sourceErrors.length === 0
    ? []
    : await concealedFaults(faults, request, aboutSource(evidence.probe.format));
  return { pairs: judge.pairs(), faults: faults.filter((fault) => !concealed.includes(fault)), concealed };
}

const aboutSource = (format: string) => (line: string): boolean => isAboutSource(line, isBroadcast(format));

async function compareWhole({ evidence, video, audio, found }: Comparison): Promise<void> {
  const length = Math.max(0.1, evidence.result.durationSeconds);
  const errors = await compareContent({
    ...requestOf(evidence),
    video,
    audio,
    nice: 10,
    onProgress: (seconds) => evidence.onProgress?.(Math.min(1, seconds / length)),
  });
  noteErrors(found, errors, evidence);
  if (video && errors.frames === 0) found.emptyAt.push(0);
}

async function compareInPlaces(comparison: Comparison): Promise<void> {
  const { evidence, video, audio, found } = comparison;
  const length = evidence.result.durationSeconds;
  if (video && audio.length > 0 && length <= WHOLE_SECONDS) return await compareAtOnce(comparison, video);
  const inPlaces = video && length > WHOLE_SECONDS && !isIdentical(evidence, video);
  const keys = inPlaces ? keyFrameReading(evidence, video) : undefined;
  // All audio is decoded, because it may be damaged for only half a second at any position. This takes no longer than
  // decoding a few seconds of video.
  if (keys || audio.length > 0) {
    const [errors] = await Promise.all([
      compareContent({ ...requestOf(evidence), audio, keyFrames: keys?.request }),
      ...(keys?.sparse ?? []).map(async ({ side, request }) => {
        keys?.found[side].push(...await readSparseFrames(request));
      }),
    ]);
    noteErrors(found, keys ? audioErrors(errors, evidence) : errors, evidence);
  }
  if (!video) return;
  found.places = videoPlaces(evidence, video, keys?.found);
  await mapConcurrent(found.places, CONCURRENT_COMPARISONS, (window) => compareVideo(comparison, video, window));
}

const isIdentical = ({ pairs, identical }: Evidence, { result }: ComparedVideo): boolean =>
  pairs.some((pair) => pair.result === result && identical.has(pair.name));

/** Removes the errors of video decoders, which report missing frames if they receive only keyframes. */
function audioErrors(errors: ContentErrors, { probe, result }: Evidence): ContentErrors {
  const of = ({ streams }: Probe) => streams.flatMap((stream) => stream.kind === "audio" ? [stream.codec] : []);
  const about = (lines: string[], codecs: string[]) => lines.filter((line) => isOfDecoder(line, codecs) ?? true);
  return { ...errors, source: about(errors.source, of(probe)), result: about(errors.result, of(result)) };
}

/** Compares the complete video and audio of a short file in a single pass. */
async function compareAtOnce({ evidence, audio, found }: Comparison, video: ComparedVideo): Promise<void> {
  const errors = await compareContent({ ...requestOf(evidence), video, audio });
  noteErrors(found, errors, evidence);
  if (errors.frames === 0 && videoEnd(evidence) > 0.5) found.emptyAt.push(0);
}

async function compareVideo({ evidence, found }: Comparison, video: ComparedVideo, window: Window) {
  // Each section has a `VideoJudge` of its own, because the frames that a `VideoJudge` compares must be consecutive.
  const judge = createVideoJudge(video.options);
  const errors = await compareContent({ ...requestOf(evidence), video: { ...video, judge }, window });
  noteErrors(found, errors, evidence);
  if (errors.frames === 0 && window.startSeconds < videoEnd(evidence) - 0.5) {
    found.emptyAt.push(window.startSeconds);
  }
  video.judge.merge(judge);
}

const requestOf = (evidence: Evidence): ContentRequest => ({
  ffmpegPath: evidence.ffmpegPath,
  source: evidence.probe,
  result: evidence.result,
  shift: clockShift(evidence),
  audio: [],
  signal: evidence.signal,
});

/** Returns an `AudioJudge` that also passes each section to the check for exchanged tracks. */
const alsoFor = (judge: AudioJudge, exchange: TrackExchange, track: string): AudioJudge => ({
  ...judge,
  add(stretch) {
    judge.add(stretch);
    exchange.add(track, stretch);
  },
});

function noteErrors(found: Found, { source, result }: ContentErrors, { plan, probe }: Evidence): void {
  const own = source.filter(aboutSource(probe.format));
  for (const line of own) if (!found.sourceErrors.includes(line)) found.sourceErrors.push(line);
  const made = own.length > 0 ? result.filter((line) => !isCopied(line, plan, probe)) : result;
  for (const line of made) if (!found.errors.includes(line)) found.errors.push(line);
}

/** True if the line is from a decoder of a copied stream, or does not name a decoder. This damage is in the source. */
export function isCopied(line: string, { video, audio }: Plan, { streams }: Probe): boolean {
  const kept = [video, ...audio].flatMap((stream) => stream?.encoder === "copy" ? [stream.index] : []);
  const codecs = streams.flatMap((stream) => kept.includes(stream.index) && "codec" in stream ? [stream.codec] : []);
  return isOfDecoder(line, codecs) ?? kept.length > 0;
}

/** True if the line is from a decoder of one of these codecs. Undefined if it does not name a decoder. */
function isOfDecoder(line: string, codecs: string[]): boolean | undefined {
  const [, decoder] = /^\[([^\] ]+)/.exec(line) ?? [];
  return decoder === undefined ? undefined : codecs.some((codec) => decoder.includes(DECODERS[codec] ?? codec));
}

/** Names of decoders that differ from their codec. */
const DECODERS: Record<string, string> = { dts: "dca" };
