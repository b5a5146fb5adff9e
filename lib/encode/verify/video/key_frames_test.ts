import { deepEqual } from "node:assert/strict";
import type { ComparedVideo } from "../compared_streams.ts";
import type { Evidence } from "../model.ts";
import { packetReader } from "../packets/packets.ts";
import { keyFrameReading, sceneChange, unlikeKeys } from "./key_frames.ts";
import { type MeasuredFrame, measureFrame } from "./frame_features.ts";

const SIZE = { width: 64, height: 36 };
const STEP = 1 / 24;

/** Returns a gradient that is bright on the left, on the right, or at the top. */
function video(kind: "left" | "right" | "top", atSeconds: number): MeasuredFrame {
  const luma = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    return { left: 220 - 3 * x, right: 30 + 3 * x, top: 220 - 5 * y }[kind];
  });
  const data = new Uint8Array(3 * luma.length).fill(128);
  data.set(luma);
  return measureFrame(data, atSeconds, SIZE);
}

Deno.test("keyframes at one time that differ are suspicious, and take precedence over all others", () => {
  const source = [video("left", 0), video("left", 10)];
  deepEqual(unlikeKeys({ source, result: [video("left", 0), video("left", 10)] }, STEP), []);
  deepEqual(unlikeKeys({ source, result: [video("right", 10)] }, STEP), [{ at: 10, score: 100 }]);
});

Deno.test("a keyframe between two of the source is similar to one of them, or suspicious", () => {
  const source = [video("left", 0), video("top", 1), video("top", 2)];
  const found = (made: MeasuredFrame) => unlikeKeys({ source, result: [made] }, STEP).map(({ at }) => at);
  deepEqual(found(video("left", 0.5)), []);
  deepEqual(found(video("top", 0.5)), []);
  deepEqual(found(video("right", 1.5)), [2]);
  // The source shows the same scene before and after the keyframe, so a different scene in the keyframe is wrong.
  deepEqual(unlikeKeys({ source, result: [video("right", 1.5)] }, STEP).map(({ score }) => score), [20]);
  deepEqual(unlikeKeys({ source, result: [video("right", 0.5)] }, STEP).map(({ score }) => score), [4]);
  // After the last keyframe of the source, keyframes of the result cannot be compared.
  deepEqual(found(video("right", 2.5)), []);
});

Deno.test("a source has a scene cut where keyframes on both sides differ, and none is assumed far from them", () => {
  const pictures = {
    source: [video("left", 0), video("left", 1), video("top", 2), video("top", 30)],
    result: [],
  };
  deepEqual(sceneChange(pictures, 0.2, 0.7), false);
  deepEqual(sceneChange(pictures, 1.2, 1.7), true);
  deepEqual(sceneChange(pictures, 10, 10.5), undefined);
});

/** Packets of ten seconds at 24 frames per second, with a keyframe every `interval` frames. */
function packets(interval: number) {
  const reader = packetReader();
  for (let i = 0; i < 240; i++) reader.add(`0,${i / 24},${i / 24},0.041,100,${i % interval === 0 ? "K_" : "__"},`);
  return { ...reader, complaints: [] };
}

/**
 * Returns the sides (source, result) whose keyframes are read together with the audio, and the steps of the sides that
 * are read separately.
 */
function readSides(keys: { source: number; result: number }, video: Partial<ComparedVideo> = {}) {
  const reading = keyFrameReading(
    {
      ...{ ffmpegPath: "ffmpeg", path: "/result", alignment: { shift: 0 }, result: { startSeconds: 0, streams: [] } },
      probe: { path: "/source", format: "matroska", startSeconds: 0, streams: [] },
      packets: { source: packets(keys.source), result: packets(keys.result) },
    } as unknown as Evidence,
    {
      ...{ source: 0, result: 0, filters: ["bwdif"], keyFilters: [], size: SIZE, step: STEP, options: { size: SIZE } },
      ...video,
    } as unknown as ComparedVideo,
  );
  return reading && {
    sound: [reading.request.source, reading.request.result],
    sparse: reading.sparse.map(({ side, request }) => [side, request.every.packets, request.filters]),
  };
}

Deno.test("key pictures are read with the sound, and of a side of keyframes two a second on their own", () => {
  deepEqual(readSides({ source: 24, result: 240 }), { sound: [0, 0], sparse: [] });
  deepEqual(readSides({ source: 1, result: 240 }), { sound: [undefined, 0], sparse: [["source", 12, []]] });
  deepEqual(readSides({ source: 1, result: 1 }), {
    sound: [undefined, undefined],
    sparse: [["source", 12, []], ["result", 12, []]],
  });
});

Deno.test("key pictures are not read where only neighbouring frames make one of the result, or times are loose", () => {
  deepEqual(readSides({ source: 24, result: 240 }, { keyFilters: undefined }), undefined);
  deepEqual(readSides({ source: 24, result: 240 }, { options: { size: SIZE, loose: true } }), undefined);
});
