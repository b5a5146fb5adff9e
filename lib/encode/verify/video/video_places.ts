import type { ComparedVideo } from "../compared_streams.ts";
import type { Evidence } from "../model.ts";
import type { PacketTrack } from "../packets/packets.ts";
import { type Suspicion, suspiciousPlaces, videoWindows, WHOLE_SECONDS, type Window } from "../packets/places.ts";
import { splicePlaces } from "../packets/splices.ts";
import { stalls } from "../packets/stalls.ts";
import { clockShift } from "../packets/times.ts";
import { isMostlyKeys, isSceneCut, type KeyFrames, sceneChange, sourceZero, unlikeKeys } from "./key_frames.ts";
import { activityTrack } from "./sparse_frames.ts";

/** Selects the positions to compare if only part of the frames are compared. */

/** Number of positions at which a stream with identical packets is decoded, to verify that this is possible. */
const IDENTICAL_WINDOWS = 3;
/** Seconds of video per suspicious position that is compared. The number of these positions is limited. */
const MIN_SUSPICIOUS = 12;
const MAX_SUSPICIOUS = 60;
const SUSPICIOUS_SPACING_SECONDS = 30;
const APART_SECONDS = 1;
/**
 * Weight of a splice. In good encodes, possible splices are far less frequent than unusual sizes with the same score.
 */
const SPLICE_WEIGHT = 2;

/**
 * Returns windows in time order, from the start of the result. `pictures` are the keyframes of both files, if they have
 * been read.
 */
export function videoPlaces(evidence: Evidence, video: ComparedVideo, keyFrames?: KeyFrames): Window[] {
  const pair = evidence.pairs.find(({ kind }) => kind === "picture");
  const [source, result] = [
    pair && evidence.packets?.source.tracks.get(pair.source),
    pair && evidence.packets?.result.tracks.get(pair.result),
  ];
  const length = Math.min(evidence.result.durationSeconds, videoEnd(evidence));
  const shift = clockShift(evidence);
  const begin = evidence.result.startSeconds;
  const keys = {
    source: (source?.keys ?? []).map((key) => key + shift - begin).toSorted((a, b) => a - b),
    result: (result?.keys ?? []).map((key) => key - begin).toSorted((a, b) => a - b),
  };
  if (pair && evidence.identical.has(pair.name)) return someOf(videoWindows(length, keys, [], evidence.random));
  const suspicious = source && result && length > WHOLE_SECONDS
    ? suspiciousIn({ source, result, shift }, evidence, video, keyFrames)
    : [];
  return videoWindows(length, keys, apart(suspicious, length), evidence.random);
}

interface Tracks {
  source: PacketTrack;
  result: PacketTrack;
  shift: number;
}

/** Returns suspicious positions, from the start of the result. */
function suspiciousIn(
  { source, result, shift }: Tracks,
  evidence: Evidence,
  video: ComparedVideo,
  keyFrames: KeyFrames | undefined,
): Suspicion[] {
  const offset = result.start - evidence.result.startSeconds;
  const moved = (places: Suspicion[], weight = 1) =>
    places.map(({ at, score }) => ({ at: at + offset, score: score * weight }));
  if (!keyFrames) return moved(suspiciousPlaces(source, result, shift));
  const activity = (isCut?: typeof isSceneCut) => ({
    own: isMostlyKeys(source) ? activityTrack(source, keyFrames.source, sourceZero(evidence), isCut) : source,
    made: isMostlyKeys(result) ? activityTrack(result, keyFrames.result, evidence.result.startSeconds, isCut) : result,
  });
  const [steady, cut] = [activity(isSceneCut), activity()];
  const changes = (from: number, to: number) => sceneChange(keyFrames, from + offset, to + offset);
  return [
    ...unlikeKeys(keyFrames, video.step),
    ...moved(stalls(steady.own, steady.made, shift)),
    ...moved(suspiciousPlaces(steady.own, steady.made, shift)),
    ...moved(splicePlaces(cut.own, cut.made, shift, changes), SPLICE_WEIGHT),
  ];
}

/** Returns the most suspicious positions, except those adjacent to another one. */
function apart(places: Suspicion[], length: number): number[] {
  const spaced = Math.floor(length / SUSPICIOUS_SPACING_SECONDS);
  const maxSuspicious = Math.min(MAX_SUSPICIOUS, Math.max(MIN_SUSPICIOUS, spaced));
  const kept: number[] = [];
  for (const { at } of places.toSorted((a, b) => b.score - a.score)) {
    if (kept.length < maxSuspicious && kept.every((other) => Math.abs(at - other) > APART_SECONDS)) kept.push(at);
  }
  return kept;
}

function someOf(windows: Window[]): Window[] {
  const step = Math.max(1, Math.ceil(windows.length / IDENTICAL_WINDOWS));
  return windows.filter((_, i) => i % step === 0);
}

/** Returns the end of the result's last frame, from the start of the result. */
export function videoEnd({ pairs, packets, result }: Evidence): number {
  const pair = pairs.find(({ kind }) => kind === "picture");
  const end = pair && packets?.result.tracks.get(pair.result)?.end;
  return end === undefined ? result.durationSeconds : end - result.startSeconds;
}
