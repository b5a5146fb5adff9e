import { type Scene, sceneAt, scenesOf, thinned } from "../../encode/sampling/scenes.ts";
import { type EncodedPiece, type Piece, weighPiece } from "../../encode/sampling/pieces.ts";
import { type SampledSize, sampledSize, withSample } from "../../encode/sampling/sample_size.ts";
import { sizePieces } from "../../encode/sampling/sampling.ts";
import { type FrameScore, meanScore, scorePiece } from "../../encode/sampling/score.ts";
import type { WeightedPiece } from "../../encode/sampling/strata.ts";
import { videoText } from "../../encode/plan/metadata.ts";
import { duration, percent } from "../../kit/format.ts";
import { JobFailure } from "../../kit/fault.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { OnCard } from "../capacity/sample_cards.ts";
import type { KeptPieces } from "../estimates/kept_pieces.ts";
import type { RunControl } from "../estimates/runs.ts";
import type { Preview, PreviewInput, PreviewSide } from "./schema.ts";
import type { PreviewPlan, PreviewSource } from "./subject.ts";

/** Input for creating a preview. */
export interface PreviewWork {
  source: PreviewSource;
  plans: PreviewPlan[];
  errors: Preview["errors"];
  input: PreviewInput;
  pieces: KeptPieces;
  /** Holds a slot of a GPU during each sample. */
  onCard: OnCard;
  /** Stores the size that was measured for one side. */
  saveSize(subject: string, size: SampledSize): Promise<void>;
}

/**
 * Position of each scene in the video and in its sample, from which frames are extracted. `moment` is the requested
 * position.
 */
export interface PlacedScenes {
  scenes: Scene[];
  moment?: Scene;
  /** Samples for the size estimate, with their weights. */
  sized: WeightedPiece[];
}

const rateOf = ([numerator, denominator]: [number, number]): number => numerator / Math.max(1, denominator);

/** Selects the same positions for all sides, in video order. */
export async function placeScenes({ source, plans, input }: PreviewWork, signal: AbortSignal): Promise<PlacedScenes> {
  const { probe, video, capabilities } = source;
  const [first] = plans.filter(isEncoded).concat(plans);
  if (!first) throw new JobFailure("invalid_plan", "None of the profiles can be used on this file.");
  const { durationSeconds } = probe;
  const places = await sizePieces({ ...capabilities, probe, plan: first.plan, signal });
  const sized = thinned(places, input.scenes);
  const scenes = scenesOf(sized, durationSeconds, input.scenes);
  if (input.atSeconds === undefined) return { scenes, sized };
  const moment = sceneAt(input.atSeconds, { pieces: sized, durationSeconds, fps: rateOf(video.frameRate) });
  const all = [...scenes, moment].toSorted((a, b) => startOf(a) - startOf(b));
  return { scenes: all, moment, sized };
}

const startOf = ({ piece, skipSeconds }: Scene): number => piece.atSeconds + skipSeconds;
const isEncoded = ({ plan }: PreviewPlan): boolean => plan.video.encoder !== "copy";

/** State of a side that is being created. */
interface SideState {
  plan: PreviewPlan;
  encoded: Map<Piece, EncodedPiece>;
  scores: (FrameScore[] | undefined)[];
  errors: (string | undefined)[];
}

/** Encodes and scores all sides of a scene before the next scene, so that users can compare the first scene early. */
export async function makePreview(
  work: PreviewWork,
  placed: PlacedScenes,
  { signal, report }: RunControl<Preview>,
): Promise<Preview> {
  const { plans } = work;
  const sides: SideState[] = plans.map((plan) => ({ plan, encoded: new Map(), scores: [], errors: [] }));
  const encodedSides = sides.filter(({ plan }) => isEncoded(plan));
  const steps = placed.scenes.length * encodedSides.length;
  let done = 0;
  for (const [index, scene] of placed.scenes.entries()) {
    for (const side of encodedSides) {
      signal.throwIfAborted();
      const message = `Encoding ${duration(startOf(scene))} with ${side.plan.profileName}.`;
      const shown = previewOf(work, placed, sides);
      report(done / steps, message, shown);
      const onProgress = (part: number) =>
        report((done + part * ENCODED_PART) / steps, `${message.slice(0, -1)}, ${percent(part * 100)}.`, shown);
      await makeScene(work, { side, scene, index, onProgress }, signal);
      done++;
    }
  }
  const failed = encodedSides.flatMap(({ errors }) => errors.filter((error) => error !== undefined));
  if (steps > 0 && failed.length === steps) throw new JobFailure("tool_failed", failed[0] ?? "Nothing was encoded.");
  for (const side of encodedSides) {
    const size = measuredSize(side, placed);
    if (size) await work.saveSize(side.plan.subject, size);
  }
  return previewOf(work, placed, sides);
}

/** Share of the encode in the work on a scene. The remaining work is the measurement of the score. */
const ENCODED_PART = 0.8;

/** Encodes and scores one scene of one side. `onProgress` receives the encoded share, from 0 to 1. */
interface SceneRequest {
  side: SideState;
  scene: Scene;
  index: number;
  onProgress(part: number): void;
}

async function makeScene(
  { source, pieces, onCard }: PreviewWork,
  { side, scene, index, onProgress }: SceneRequest,
  signal: AbortSignal,
): Promise<void> {
  const { plan: { subject, plan, scale }, encoded, scores, errors } = side;
  const { capabilities, probe } = source;
  const { piece } = scene;
  try {
    const made = await pieces.keeperOf(subject)(
      piece,
      (output) =>
        onCard(
          videoEncoder(plan.video.encoder).method,
          (device) => weighPiece({ ...capabilities, probe, plan, piece, output, device, signal, onProgress }),
        ),
    );
    if (made.frames === 0) throw new JobFailure("unreadable", `There is no frame at ${duration(startOf(scene))}.`);
    encoded.set(piece, made);
    if (!scale) return;
    const path = pieces.path(subject, piece);
    if (path === undefined) return;
    const all = await pieces.scores(
      subject,
      piece,
      () => scorePiece({ ...capabilities, probe, video: plan.video, ...scale, piece, encoded: { path }, signal }),
    );
    const from = startOf(scene);
    scores[index] = all.filter(({ atSeconds }) => atSeconds >= from - 0.001 && atSeconds < from + scene.seconds);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof JobFailure)) throw error;
    errors[index] = error.message;
  }
}

/** Returns the preview with the scenes that have been encoded so far. Pure. */
function previewOf({ source, errors }: PreviewWork, placed: PlacedScenes, sides: SideState[]): Preview {
  const { probe, video } = source;
  const frameRate = rateOf(video.frameRate);
  return {
    path: probe.path,
    durationSeconds: probe.durationSeconds,
    sourceBytes: probe.sizeBytes,
    width: video.width,
    height: video.height,
    frameRate,
    scenes: placed.scenes.map((scene) => ({
      atSeconds: Math.max(0, startOf(scene)),
      seconds: scene.seconds,
      frames: Math.max(1, Math.floor(scene.seconds * frameRate)),
      chosen: scene === placed.moment,
    })),
    sides: sides.map((side) => sideOf(side, probe.sizeBytes, placed)),
    errors,
  };
}

function sideOf(
  state: SideState,
  sourceBytes: number,
  placed: PlacedScenes,
): PreviewSide {
  const { plan: side, encoded, scores, errors } = state;
  const { plan, scale } = side;
  const { video } = plan;
  const copied = video.encoder === "copy";
  const scored = scores.flatMap((scene) => scene ?? []);
  return {
    profileId: side.profileId,
    profileName: side.profileName,
    copied,
    width: video.width,
    height: video.height,
    video: videoText(video),
    estimate: wholeVideo(state, sourceBytes, placed),
    ...(scale ? { metric: scale.metric } : {}),
    ...(scored.length > 0 ? { score: meanScore(scored), worst: worstOf(scores, placed.scenes, video) } : {}),
    scenes: placed.scenes.map((scene, i) => {
      const made = encoded.get(scene.piece);
      const error = errors[i];
      if (error !== undefined) return { bytes: 0, error };
      const own = scores[i] ?? [];
      return made && (!scale || own.length > 0)
        ? { bytes: sceneBytes(made, scene), ...(own.length > 0 ? { score: meanScore(own) } : {}) }
        : null;
    }),
  };
}

/** Returns the size of a scene in a longer sample, in proportion to its duration. */
const sceneBytes = ({ bytes }: EncodedPiece, { piece, seconds }: Scene): number =>
  Math.round(bytes * Math.min(1, seconds / Math.max(0.001, piece.seconds)));

/** Returns the frame with the lowest score. */
function worstOf(
  scores: SideState["scores"],
  scenes: Scene[],
  video: PreviewPlan["plan"]["video"],
): PreviewSide["worst"] {
  let worst: PreviewSide["worst"];
  for (const [scene, all] of scores.entries()) {
    const from = scenes[scene];
    for (const { atSeconds, score } of all ?? []) {
      if (!from || (worst && worst.score <= score)) continue;
      worst = { scene, frame: Math.max(0, Math.round((atSeconds - startOf(from)) * rateOf(video.frameRate))), score };
    }
  }
  return worst;
}

/**
 * Returns the size and duration of the whole encode, from an earlier measurement, the completed samples, or the model.
 */
function wholeVideo(side: SideState, sourceBytes: number, placed: PlacedScenes): PreviewSide["estimate"] {
  const { profileId, profileName, estimate, nothingToDo } = side.plan;
  const size = measuredSize(side, placed);
  const { model: _, ...whole } = size ? withSample(estimate, size) : estimate;
  return { profileId, profileName, sourceBytes, sampled: false, nothingToDo, ...whole };
}

/**
 * Returns the size measured by the samples, or undefined until all are complete, or if it was measured before. A single
 * scene does not represent a longer video.
 */
function measuredSize(
  { plan: { plan, estimate }, encoded }: SideState,
  { sized }: PlacedScenes,
): SampledSize | undefined {
  const measured = sized.flatMap((piece) => {
    const made = encoded.get(piece);
    return made ? [{ ...made, weight: piece.weight, rateRatio: piece.rateRatio }] : [];
  });
  if (measured.length < sized.length || estimate.sampled || estimate.model === undefined) return undefined;
  if (sized.length === 1 && (sized[0]?.seconds ?? 0) < plan.durationSeconds) return undefined;
  return sampledSize(measured, plan.video, plan.durationSeconds);
}
