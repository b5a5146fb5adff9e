import { rejects } from "node:assert/strict";
import { join } from "node:path";
import { damage } from "../../../tests/fixtures/damaged_file.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { pictureTimes } from "../../../tests/fixtures/machine.ts";
import { X264 } from "../../../tests/fixtures/media.ts";
import { FFMPEG, FFPROBE } from "../../../tests/kit/ffmpeg.ts";
import { runProcess } from "../../kit/process/process.ts";
import { checkSegment } from "./check.ts";

const TOOLS = { ffmpegPath: FFMPEG, ffprobePath: FFPROBE };

/** Creates a hundred seconds in MP4, the format of segments. */
async function makePart(path: string): Promise<void> {
  await runProcess({
    path: TOOLS.ffmpegPath,
    args: ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=12:d=100", ...X264, "-g", "24", path],
    timeoutMs: 120_000,
  });
}

inFolder("slow: a segment is decoded whole or at both ends, and every frame is checked", async (folder) => {
  const whole = join(folder, "whole.mp4");
  await makePart(whole);
  const times = await pictureTimes(whole);
  const damaged = async (share: number) => {
    const path = join(folder, `at${share}.mp4`);
    await Deno.copyFile(whole, path);
    await damage(path, share);
    return path;
  };
  const check = (path: string, decoded: "all" | "ends", wanted = times) =>
    checkSegment({ ...TOOLS, path, decoded, times: wanted });
  await check(whole, "all");
  await check(whole, "ends");
  const middle = await damaged(0.5);
  await check(middle, "ends");
  await rejects(check(middle, "all"), /cannot be decoded|shows/);
  for (const share of [0.02, 0.97]) await rejects(check(await damaged(share), "ends"), /cannot be decoded|shows/);
  await rejects(check(whole, "ends", times.slice(1)), /1200 frames instead of 1199/);
  await rejects(check(whole, "ends", [...times.slice(0, -1), (times.at(-1) ?? 0) + 1]), /Frame 1200/);
});
