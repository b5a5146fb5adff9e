import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { encodeFile, read, recipe, tools, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { makeClip, X264 } from "../../../../tests/fixtures/media.ts";
import { runProcess } from "../../../kit/process/process.ts";
import type { Container } from "../../profiles/schema.ts";

/** Forced and default flags in files written by ffmpeg. */

/** Creates a movie with an SDH subtitle first, then a full one, then the forced lines. */
async function subtitled(folder: string): Promise<string> {
  const clip = await makeClip(folder, "clip.mkv", {
    seconds: 2,
    video: X264,
    audio: [{ layout: "stereo", args: ["aac"], language: "eng" }],
  });
  const text = join(folder, "t.srt");
  await Deno.writeTextFile(text, "1\n00:00:00,200 --> 00:00:01,500\nGood evening.\n");
  const path = join(folder, "film.mkv");
  const flags = ["hearing_impaired", "0", "forced"];
  const { code, stderr } = await runProcess({
    path: tools.ffmpegPath,
    args: [
      ...["-v", "error", "-y", "-i", clip, "-i", text, "-map", "0", "-map", "1", "-map", "1", "-map", "1"],
      ...["-c", "copy", "-c:s", "srt"],
      ...flags.flatMap((flag, i) => [`-disposition:s:${i}`, flag, `-metadata:s:s:${i}`, "language=eng"]),
      path,
    ],
    timeoutMs: 60_000,
  });
  if (code !== 0) throw new Error(stderr);
  return path;
}

/** Forced, hearing impaired and default flags, by stream. */
type Marks = [boolean, boolean, boolean][];

for (
  const [container, video, audio, marks] of [
    ["mkv", X264_FAST, "copy", [[false, true, false], [false, false, false], [true, false, false]]],
    ["mp4", X264_FAST, "copy", [[true, false, true], [false, false, false], [false, true, false]]],
    ["webm", { encoder: "libvpx-vp9", preset: "5", quality: 50, pixelFormat: "yuv420p" }, "libopus", [
      [false, true, false],
      [false, false, false],
      [true, false, false],
    ]],
  ] as [Container, Record<string, unknown>, string, Marks][]
) {
  Deno.test(`slow: forced subtitles stay forced in ${container}, and those for the hard of hearing are not its default`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe_forced_" });
    try {
      const chosen = recipe({ container, video, audio: { encoder: audio }, subtitles: { languages: ["deu"] } });
      const kept = recipe({ ...chosen, subtitles: {} });
      const source = await subtitled(folder);
      const subtitlesOf = async (path: string) =>
        (await read(path)).streams.flatMap((stream) => stream.kind === "subtitle" ? [stream] : []);
      const all = await subtitlesOf((await encodeFile(folder, source, kept)).output);
      deepEqual(all.map(({ forced, hearingImpaired, default: first }) => [forced, hearingImpaired, first]), marks);
      const foreign = await subtitlesOf((await encodeFile(folder, source, chosen)).output);
      deepEqual(foreign.map(({ language, forced }) => [language, forced]), [["eng", true]], "in spite of the list");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
