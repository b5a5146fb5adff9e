/** Runs sources whose last frame is held through probe, plan, encode and verification. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../tests/fixtures/decoded.ts";
import { encodeVerified, read, recipe, tools, X264_FAST } from "../../tests/fixtures/encode.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { mainVideo } from "../media/probe/probe.ts";
import { verifyOutput } from "./verify/verify.ts";

/** Copies a file with new video timestamps. `setts` uses a time base that is only known for stream copies. */
async function retimed(from: string, to: string, setts: string): Promise<string> {
  await ffmpeg(["-i", from, "-map", "0", "-c", "copy", "-bsf:v", `setts=${setts}`, to]);
  return to;
}

/** Creates two seconds at 25 fps whose last frame is shown for four more seconds. */
async function heldSource(dir: string, name: string, sound: boolean): Promise<string> {
  const plain = join(dir, "plain.mp4");
  await ffmpeg([
    ...["-f", "lavfi", "-i", "testsrc2=s=128x72:r=25:d=2", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=6"],
    ...["-map", "0", ...(sound ? ["-map", "1"] : []), "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", plain],
  ]);
  const held = await retimed(plain, join(dir, "held.mp4"), "duration=if(gte(PTS*TB\\,1.955)\\,4.04/TB\\,DURATION)");
  if (name === "held.mp4") return held;
  const path = join(dir, name);
  await ffmpeg(["-i", held, "-c", "copy", path]);
  return path;
}

/** Creates four slides, shown from 0, 1, 3 and 7 seconds. The last one is shown for four seconds. */
async function slides(dir: string): Promise<string> {
  const plain = join(dir, "plain.mp4");
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=128x72:r=1:d=4"];
  await ffmpeg([...picture, "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", plain]);
  const setts = "ts=(pow(2\\,N)-1)/TB:duration=if(eq(N\\,3)\\,4/TB\\,pow(2\\,N)/TB)";
  return await retimed(plain, join(dir, "slides.mp4"), setts);
}

for (const name of ["held.mp4", "held.mkv"]) {
  for (const sound of [true, false]) {
    inFolder(`a held last frame of ${name} ${sound ? "with" : "without"} audio is found`, async (dir) => {
      const video = mainVideo(await read(await heldSource(dir, name, sound)));
      const first = video?.startSeconds ?? 0;
      const held = video?.heldFrame;
      deepEqual([held?.startSeconds, held?.endSeconds].map((at) => ((at ?? 0) - first).toFixed(1)), ["2.0", "6.0"]);
      equal(video?.variableFrameRate, true);
    });
  }
}

inFolder("a truncated file has no held frame", async (dir) => {
  const path = await heldSource(dir, "held.mkv", false);
  await Deno.truncate(path, (await Deno.stat(path)).size * 0.6);
  equal(mainVideo(await read(path))?.heldFrame, undefined);
});

for (const container of ["mkv", "mp4"] as const) {
  for (const name of ["held.mp4", "held.mkv"]) {
    for (const encoder of ["copy", "libx264", "libx265", "libsvtav1"] as const) {
      inFolder(`slow: ${encoder} into ${container} holds the last frame of ${name} as long`, async (dir) => {
        const source = await heldSource(dir, name, false);
        const fast = encoder === "libsvtav1" ? { preset: "12" } : { preset: "ultrafast" };
        const video = encoder === "copy" ? { encoder } : { ...X264_FAST, ...fast, encoder, quality: 20 };
        const { result } = await encodeVerified(dir, source, recipe({ container, video }));
        ok(Math.abs(result.durationSeconds - 6) < 0.1, `${result.durationSeconds}`);
      });
    }
  }
}

inFolder("slow: slides keep their times, the last one too", async (dir) => {
  const { result, output, probe, decided } = await encodeVerified(dir, await slides(dir), recipe({ video: X264_FAST }));
  equal(result.durationSeconds.toFixed(1), "11.0");
  const short = join(dir, "short.mkv");
  await ffmpeg(["-i", output, "-map", "0", "-c", "copy", "-bsf:v", "setts=duration=1/TB", short]);
  const { problems } = await verifyOutput({ ...tools, path: short, probe, plan: decided, mode: "windows" });
  ok(problems.length > 0);
  match(problems.join(), /The last frame is shown until 0:0[78]\.\d; in the source it is held until 0:11\.0\./);
});
