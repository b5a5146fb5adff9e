/** Damaged sources, for which decoders conceal errors differently in every run. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { encodeFile, recipe, tools, X264_FAST } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip, X264 } from "../../../tests/fixtures/media.ts";
import { run } from "../../../tests/kit/run.ts";
import { type VerifyMode, verifyOutput } from "./verify.ts";

const SECONDS = 12;

/** Encodes a movie before it is damaged, because a damaged movie decodes differently each time. */
async function encodedBefore(dir: string) {
  const path = await makeClip(dir, "film.mkv", { seconds: SECONDS, video: [...X264, "-g", "24", "-b:v", "400k"] });
  const video = { ...X264_FAST, hdrPassthrough: false, extraArgs: "-g 24" };
  const encoded = await encodeFile(dir, path, recipe({ video }));
  const verify = (mode: VerifyMode) =>
    verifyOutput({ ...tools, path: encoded.output, probe: encoded.probe, plan: encoded.decided, mode });
  return { path, output: encoded.output, verify };
}

/** Overwrites the keyframe at six seconds with random bytes. All frames until the next keyframe depend on it. */
async function damage(path: string): Promise<void> {
  const shown = ["-select_streams", "v:0", "-show_entries", "packet=pts_time,pos,size,flags"];
  const { stdout } = await run("ffprobe", ["-v", "error", ...shown, "-of", "json", path]);
  const { packets } = JSON.parse(stdout) as { packets: Record<"pts_time" | "pos" | "size" | "flags", string>[] };
  const key = packets.find(({ pts_time, flags }) => Number(pts_time) >= 5.9 && flags.startsWith("K"));
  ok(key !== undefined && Number(key.size) > 1000, JSON.stringify(key));
  using file = await Deno.open(path, { write: true });
  await file.seek(Number(key.pos) + Math.floor(Number(key.size) / 3), Deno.SeekMode.Start);
  await file.write(Uint8Array.from({ length: 400 }, (_, i) => (i * 73 + 11) % 251));
}

/** Covers the video for 0.4 s from the given second on. */
async function cover(output: string, dir: string, from: number): Promise<void> {
  const changed = join(dir, "covered.mkv");
  const box = `drawbox=w=iw/2:c=red:t=fill:enable='between(t,${from},${from + 0.4})'`;
  const args = ["-i", output, "-vf", box, "-c:v", "libx264", "-preset", "ultrafast", "-g", "24", "-c:a", "copy"];
  const { code } = await new Deno.Command("ffmpeg", { args: ["-v", "error", "-y", ...args, changed] }).output();
  equal(code, 0);
  await Deno.rename(changed, output);
}

inFolder("slow: damage of the source is reported, and is no fault of the encode", async (dir) => {
  const { path, verify } = await encodedBefore(dir);
  deepEqual((await verify("full")).problems, []);
  await damage(path);
  for (const mode of ["full", "windows"] satisfies VerifyMode[]) {
    const { problems, warnings, sourceErrors } = await verify(mode);
    deepEqual(problems, [], mode);
    match(warnings.join("\n"), /The source is damaged at 0:0[56]\.\d, and each decode conceals/, mode);
    equal(sourceErrors.length > 0, true, mode);
  }
});

inFolder("slow: a damaged place of the source excuses nothing elsewhere", async (dir) => {
  const { path, output, verify } = await encodedBefore(dir);
  await cover(output, dir, 9);
  await damage(path);
  match((await verify("full")).problems.join("\n"), /Frames are damaged from 0:09\.0 to 0:09\.[34]/);
});
