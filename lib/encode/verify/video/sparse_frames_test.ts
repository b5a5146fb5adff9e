import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { tools } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { readPackets } from "../packets/packets.ts";
import { type MeasuredFrame, measureFrame } from "./frame_features.ts";
import { activityTrack, readSparseFrames, sparseStep } from "./sparse_frames.ts";

const SIZE = { width: 32, height: 20 };

/** Creates a video of three seconds with only keyframes: one dark second, followed by two bright ones. */
async function intra(dir: string, name: string, ...codec: string[]): Promise<string> {
  const path = join(dir, name);
  const graph = "color=c=black:s=64x40:r=24:d=1[a];color=c=white:s=64x40:r=24:d=2[b];[a][b]concat";
  const { code, stderr } = await runProcess({
    path: tools.ffmpegPath,
    args: ["-v", "error", "-filter_complex", graph, ...codec, path],
    timeoutMs: 60_000,
  });
  equal(code, 0, stderr);
  return path;
}

for (
  const [name, codec] of [
    ["a.mkv", ["-c:v", "ffv1", "-g", "1"]],
    ["a.mov", ["-c:v", "prores_ks"]],
    ["a.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]],
    ["a.mkv", ["-c:v", "libx264", "-g", "1"]],
    ["a.mp4", ["-c:v", "libx264", "-g", "3", "-bf", "0"]],
    ["a.ts", ["-c:v", "mpeg2video", "-g", "1", "-output_ts_offset", "7"]],
    ["a.mkv", ["-c:v", "huffyuv", "-pix_fmt", "yuv422p"]],
  ] as const
) {
  inFolder(`slow: two frames a second are read of ${codec[1]} in ${name} that consists of keyframes`, async (dir) => {
    const path = await intra(dir, name, ...codec);
    const track = [...(await readPackets({ ...tools, path })).tracks.values()][0];
    if (!track) throw new Error("no track");
    const found = await readSparseFrames({
      ...{ ...tools, path, inputOptions: [], index: 0, filters: [], size: SIZE },
      every: sparseStep(track),
      zeroSeconds: track.start,
    });
    deepEqual(found.map(({ atSeconds }) => Math.round(atSeconds * 10) / 10), [0, 0.5, 1, 1.5, 2, 2.5]);
    const levels = found.map(({ cells: [luma] }) => (luma[0] ?? 0) > 128 ? "bright" : "dark");
    deepEqual(levels, ["dark", "dark", "bright", "bright", "bright", "bright"]);
    const [most] = activityTrack(track, found, track.start).sizes.toSorted((a, b) => b - a);
    ok((most ?? 0) > 100_000, `${most}`);
  });
}

inFolder("frames that cannot be decoded are none, and end nothing", async (dir) => {
  const path = join(dir, "a.mkv");
  await Deno.writeTextFile(path, "no video");
  const options = { ...tools, path, inputOptions: [], index: 0, filters: [], size: SIZE, zeroSeconds: 0 };
  deepEqual(await readSparseFrames({ ...options, every: { packets: 12, keyPackets: 1 } }), []);
});

const grey = (level: number, atSeconds: number): MeasuredFrame =>
  measureFrame(new Uint8Array(3 * SIZE.width * SIZE.height).fill(level), atSeconds, SIZE);

Deno.test("activityTrack() shows changes between frames as sizes, and leaves out cuts on request", () => {
  const pictures = [grey(10, 0), grey(12, 0.5), grey(200, 1), grey(201, 1.5)];
  const track = {
    ...{ count: 0, bytes: 0, start: 0, end: 2, times: [], sizes: [], durations: [], checksums: [], keys: [0, 1] },
    ...{ startsWithKey: true, longest: 0, holes: [] },
  };
  const sizesOf = (isCut?: () => boolean) => activityTrack(track, pictures, 60, isCut);
  deepEqual(sizesOf().sizes, [2000, 2000, 188_000, 188_000, 1000, 1000]);
  deepEqual(sizesOf().times, [60, 60.25, 60.5, 60.75, 61, 61.25]);
  deepEqual(sizesOf().keys, []);
  const cut = activityTrack(track, pictures, 60, (before, after) => after.atSeconds === 1 && before.atSeconds === 0.5);
  deepEqual(cut.sizes, [2000, 2000, 2000, 2000, 1000, 1000]);
});
