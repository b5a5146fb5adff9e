/** Runs files that are extended by a subtitle cue far beyond the end through probe, plan, encode and verification. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../tests/fixtures/decoded.ts";
import { encodeVerified, read, recipe, X264_FAST } from "../../tests/fixtures/encode.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { cuesOf } from "./verify/text/subtitles.ts";
import { videoKbps } from "../media/probe/bitrate.ts";

const SRT = "1\n00:00:00,500 --> 00:00:01,500\nHello\n\n2\n10:00:00,000 --> 10:00:01,000\nThanks for watching\n\n";

/** Creates two seconds of video and audio with a cue at ten hours. `bare` omits the tags with track lengths. */
async function lateSource(dir: string, bare: boolean): Promise<string> {
  const cues = join(dir, "cues.srt");
  const path = join(dir, bare ? "bare.mkv" : "late.mkv");
  await Deno.writeTextFile(cues, SRT);
  await ffmpeg([
    ...["-f", "lavfi", "-i", "testsrc2=s=128x72:r=24:d=2", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=2", "-i", cues],
    ...["-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-c:s", "srt"],
    ...(bare ? ["-fflags", "+bitexact", "-flags:v", "+bitexact"] : []),
    path,
  ]);
  return path;
}

for (const bare of [false, true]) {
  inFolder(
    `a cue at ten hours does not make a movie of ten hours${bare ? ", without tags of lengths" : ""}`,
    async (dir) => {
      const probe = await read(await lateSource(dir, bare));
      deepEqual([probe.durationSeconds.toFixed(0), probe.statedSeconds?.toFixed(0)], ["2", "36001"]);
      ok((videoKbps(probe) ?? 0) > 100, `${videoKbps(probe)} kb/s`);
    },
  );
}

inFolder("a truncated file keeps the length of its header", async (dir) => {
  const path = await lateSource(dir, false);
  await Deno.truncate(path, (await Deno.stat(path)).size * 0.6);
  equal((await read(path)).statedSeconds, undefined);
});

for (
  const [container, video, subtitles] of [
    ["mkv", X264_FAST, "copy"],
    ["mkv", { encoder: "copy" }, "copy"],
    ["mp4", X264_FAST, "copy-text"],
  ] as const
) {
  inFolder(`slow: a late cue is dropped from ${container} by ${video.encoder} with a warning`, async (dir) => {
    const source = await lateSource(dir, false);
    const chosen = recipe({ container, video, audio: { encoder: "copy" }, subtitles: { mode: subtitles } });
    const { result, decided, output } = await encodeVerified(dir, source, chosen);
    ok(result.durationSeconds < 4, `${result.durationSeconds} s`);
    match(
      decided.warnings.join(),
      /cues after the end of the movie \(0:02\) are removed: the last cue is at about 10:00:01/,
    );
    const text = await ffmpeg(["-i", output, "-map", "0:s:0", "-f", "srt", "-"]);
    deepEqual(cuesOf(text).map((cue) => cue.text), ["Hello"]);
  });
}
