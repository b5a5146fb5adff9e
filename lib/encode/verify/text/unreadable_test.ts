import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { encodeFile, recipe, tools, X264_FAST } from "../../../../tests/fixtures/encode.ts";
import { makeClip } from "../../../../tests/fixtures/media.ts";
import { verifyOutput } from "../verify.ts";

const CUES = [1, 2, 3].map((n) => `${n}\n00:00:0${n},000 --> 00:00:0${n},800\nCue ${n}\n`).join("\n");

Deno.test("slow: M5: unreadable subtitles are reported as not compared, not as passed", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const texts = join(dir, "cues.srt");
    await Deno.writeTextFile(texts, CUES);
    const plain = await makeClip(dir, "plain.mkv", { seconds: 5 });
    const source = join(dir, "film.mkv");
    const args = ["-v", "error", "-i", plain, "-i", texts, "-map", "0", "-map", "1", "-c", "copy", source];
    equal((await new Deno.Command(tools.ffmpegPath, { args }).output()).code, 0);
    const { probe, decided, output } = await encodeFile(
      dir,
      source,
      recipe({ container: "mp4", video: X264_FAST, audio: { encoder: "aac" } }),
    );
    const options = { ...tools, path: output, probe, plan: decided, mode: "windows" as const };
    const good = await verifyOutput(options);
    deepEqual([good.problems, good.unmade], [[], []]);

    // Verifies with an ffmpeg that fails to read text, from both files or only from the result.
    const verdictWith = async (when: string) => {
      const ffmpegPath = join(dir, "ffmpeg");
      const script = `#!/bin/sh\ncase " $* " in ${when}) exit 1 ;; esac\nexec ${tools.ffmpegPath} "$@"\n`;
      await Deno.writeTextFile(ffmpegPath, script, { mode: 0o755 });
      return await verifyOutput({ ...options, ffmpegPath });
    };
    const neither = await verdictWith('*" srt pipe:1 "*');
    deepEqual(neither.problems, []);
    match(neither.unmade.join(), /text of the .* could not be read/);
    match((await verdictWith('*result.partial*" srt pipe:1 "*')).problems.join(), /cannot be read/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
