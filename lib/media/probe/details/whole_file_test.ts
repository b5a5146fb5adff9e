import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { copyCached } from "../../../../tests/kit/cached_files.ts";
import { FFMPEG, FFPROBE } from "../../../../tests/kit/ffmpeg.ts";
import { run } from "../../../../tests/kit/run.ts";
import { probeFile } from "../ffprobe.ts";
import { reachesEnd } from "./whole_file.ts";

/** A clip of 60 seconds with large frames, so that half of the bytes are about half of the time. */
async function makeLongClip(path: string, more: string[]): Promise<void> {
  const args = [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x108:r=10:d=60"],
    ...["-f", "lavfi", "-i", "sine=d=60", "-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-c:a", "flac"],
    ...more,
  ];
  await copyCached(path, args, async (made) => {
    const { code, stderr } = await run(FFMPEG, [...args, `file:${made}`]);
    if (code !== 0) throw new Error(stderr);
  });
}

for (
  const [format, more] of [
    ["matroska", ["-f", "matroska"]],
    ["fast-start MP4", ["-f", "mp4", "-movflags", "+faststart", "-strict", "-2"]],
    ["MPEG-TS", ["-f", "mpegts", "-c:a", "mp2"]],
  ] as const
) {
  inFolder(`a ${format} file that is being copied does not reach its end, and a copied one does`, async (folder) => {
    const path = join(folder, "clip");
    await makeLongClip(path, [...more]);
    const whole = await Deno.readFile(path);
    const isWhole = async () =>
      await reachesEnd(await probeFile(path, { ffprobePath: FFPROBE }), { ffprobePath: FFPROBE });
    same(await isWhole(), true);
    if (format === "MPEG-TS") return;
    // The first part is written, and the rest is reserved.
    await Deno.writeFile(path, whole.map((byte, at) => at < whole.length / 2 ? byte : 0));
    same(await isWhole(), false);
    await Deno.writeFile(path, whole.subarray(0, whole.length / 2));
    same(await isWhole(), false);
  });
}
