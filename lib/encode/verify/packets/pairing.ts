import type { ContentRequest } from "../content_request.ts";
import { type MeasuredFrame, measureFrame } from "../video/frame_features.ts";
import type { Sample, SampleReader, SmallFrame } from "../video/samples.ts";
import { type ComparedTrack, createComparedTrack } from "../audio/compared_track.ts";

/** Pairs the samples of two decoders by time, using little memory. */

/** Maximum time in seconds of video by which one decoder may be ahead of the other. */
const MAX_LEAD_SECONDS = 6;

interface State {
  /** Source frames that have been measured and are still needed, in time order. */
  source: MeasuredFrame[];
  result: SmallFrame[];
  /** Time up to which each side has been read, from the start of the video. */
  reached: { source: number; result: number };
  frames: number;
}

/** Reads source and result to their end. Returns the number of frames in the result. */
export async function pairSamples(
  readers: Record<"source" | "result", SampleReader>,
  request: ContentRequest,
): Promise<number> {
  const base = request.result.startSeconds - request.shift;
  const state: State = { source: [], result: [], reached: { source: -Infinity, result: -Infinity }, frames: 0 };
  const tracks = request.audio.map(({ channels, judge }) => createComparedTrack(channels, judge));
  const turn = createTurns();
  const read = async (side: "source" | "result") => {
    // Both sides use the clock of the video, which starts at zero in the result.
    const zero = side === "source" ? base : request.result.startSeconds;
    for await (const sample of readers[side].samples) {
      const at = sample.atSeconds - zero;
      addSample(state, tracks, side, sample, at, request);
      state.reached[side] = Math.max(state.reached[side], at);
      if (side === "result") request.onProgress?.(at);
      turn.moved();
      const other = side === "source" ? "result" : "source";
      while (state.reached[side] - Math.max(0, state.reached[other]) > MAX_LEAD_SECONDS && !turn.ended(other)) {
        await turn.next();
      }
    }
    state.reached[side] = Infinity;
    turn.end(side);
    pairFrames(state, request);
  };
  const ended = await Promise.allSettled([read("source"), read("result")]);
  for (const track of tracks) track.end();
  request.video?.judge.cut();
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return state.frames;
}

function addSample(
  state: State,
  tracks: ComparedTrack[],
  side: "source" | "result",
  sample: Sample,
  at: number,
  request: ContentRequest,
): void {
  if (sample.kind === "sound") return tracks[sample.track]?.add(side, at, sample.data);
  const { keyFrames } = request;
  // Only the cell means of keyframes are compared, because there are many keyframes.
  if (keyFrames) {
    keyFrames.add(side, { ...measureFrame(sample.data, at, keyFrames.size), data: new Uint8Array() });
  }
  if (!request.video) return;
  const { size } = request.video;
  if (side === "source") state.source.push(measureFrame(sample.data, at, size));
  else {
    state.result.push({ ...sample, atSeconds: at });
    state.frames++;
  }
  pairFrames(state, request);
}

/** Pairs each frame of the result with the source frame nearest in time, if it is near enough. */
function pairFrames(state: State, { video }: ContentRequest): void {
  if (!video) return;
  const { step, size, judge } = video;
  const near = step * 0.55 + 0.002;
  for (let first = state.result[0]; first; first = state.result[0]) {
    // A later source frame may be nearer.
    const last = state.source.at(-1);
    if (state.reached.source !== Infinity && (!last || last.atSeconds < first.atSeconds + near)) return;
    state.result.shift();
    const at = first.atSeconds;
    const found = state.source.reduce<MeasuredFrame | undefined>(
      (best, one) => !best || Math.abs(one.atSeconds - at) < Math.abs(best.atSeconds - at) ? one : best,
      undefined,
    );
    if (found && Math.abs(found.atSeconds - at) <= near) judge.add(found, measureFrame(first.data, at, size));
    while ((state.source[1]?.atSeconds ?? Infinity) <= at) state.source.shift();
  }
}

/** Makes the decoder that is ahead wait until the other one has caught up. */
function createTurns() {
  const over = new Set<string>();
  let wake: (() => void)[] = [];
  const moved = () => {
    for (const one of wake) one();
    wake = [];
  };
  return {
    moved,
    next: () => new Promise<void>((resolve) => wake.push(resolve)),
    ended: (side: string) => over.has(side),
    end(side: string) {
      over.add(side);
      moved();
    },
  };
}
