import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { FFMPEG } from "../../../tests/kit/ffmpeg.ts";
import { runProcess } from "../../kit/process/process.ts";
import { joinFrames } from "./frame_pair.ts";

/** Returns a JPEG of one colour. */
async function still(color: string, size: string): Promise<Uint8Array<ArrayBuffer>> {
  const args = [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    `color=${color}:s=${size}`,
    "-frames:v",
    "1",
    "-f",
    "mjpeg",
    "pipe:1",
  ];
  return (await runProcess({ path: FFMPEG, args, timeoutMs: 10_000 })).stdout;
}

Deno.test("two frames of different sizes are joined, the first on the left, and no file is left", () =>
  withFolder(async (folder) => {
    const [left, right] = [await still("red", "640x360"), await still("blue", "638x358")];
    const joined = await joinFrames({ ffmpegPath: FFMPEG, left, right, folder });
    same([...Deno.readDirSync(folder)], []);
    await Deno.writeFile(join(folder, "pair.jpg"), joined);
    const args = ["-v", "error", "-i", join(folder, "pair.jpg"), "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"];
    const { stdout } = await runProcess({ path: FFMPEG, args, timeoutMs: 10_000, maxBytes: 16 << 20 });
    const width = stdout.length / 3 / 720;
    const colour = (x: number) => [...stdout.slice((width + x) * 3, (width + x) * 3 + 3)].map((n) => n > 127 ? 1 : 0);
    same([width, colour(100), colour(1283), colour(width - 100)], [1280 + 6 + 1284, [1, 0, 0], [1, 1, 1], [0, 0, 1]]);
  }));
