import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { toArgs } from "../../lib/encode/args/args.ts";
import { decide, resolveFor } from "../../lib/encode/decision/decide.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import { videoEncoder } from "../../lib/encode/profiles/encoders.ts";
import { allPresets } from "../../lib/encode/profiles/presets.ts";
import { allSmartPresets, smartPresetRecipe } from "../../lib/encode/profiles/smart/presets.ts";
import { type AnyRecipe, isSmart } from "../../lib/encode/profiles/smart/schema.ts";
import { probeFile } from "../../lib/media/probe/ffprobe.ts";
import { capabilities, read, tools } from "../fixtures/encode.ts";
import { makeClip, X264, X265_HDR10 } from "../fixtures/media.ts";

/**
 * Encodes of small clips with every built-in profile, including its encoder preset. Encoders silently ignore unknown
 * options.
 */

const RECIPES: AnyRecipe[] = [
  ...allPresets().filter(({ video }) => !videoEncoder(video.encoder).hardware),
  ...allSmartPresets().flatMap(({ id }) => smartPresetRecipe(id) ?? []),
];

/** Clip with the smallest frame size that x265 accepts with its row threads. */
const SMALL = { seconds: 0.5, width: 160, height: 90 };
const COMPLAINTS = /unknown option|error parsing|not recogni|invalid|unrecognized|unsupported|disabled|deprecated/i;
/** Message of SVT-AV1 2 and newer on systems that do not grant real-time priority. */
const ABOUT_THE_MACHINE = /failed to set thread priority/i;

Deno.test("slow: every built-in profile runs with every parameter it names", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_presets_" });
  try {
    const clip = (name: string, layout: string, video: string[]) =>
      makeClip(folder, name, { ...SMALL, video, audio: [{ layout, args: ["flac"], language: "eng" }] });
    const music = [await clip("music.mkv", "stereo", X264)];
    const films = [await clip("sdr.mkv", "5.1", X264), await clip("hdr.mkv", "5.1", X265_HDR10)];
    for (const recipe of RECIPES) {
      const isMusic = !isSmart(recipe) && recipe.mediaType === "music";
      await t.step(recipe.id, async () => {
        for (const path of isMusic ? music : films) await runs(recipe, path, join(folder, "result.bin"));
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function runs(recipe: AnyRecipe, path: string, output: string): Promise<void> {
  const probe = await read(path);
  const can = await capabilities();
  const { plan } = decide(probe, resolveFor(probe, recipe, can), can);
  if (plan.nothingToDo) return;
  const { code, stderr } = await runProcess({
    path: tools.ffmpegPath,
    args: toArgs(probe, plan, { output }),
    timeoutMs: 300_000,
  });
  equal(code, 0, stderr);
  const complaints = stderr.split("\n").filter((line) => COMPLAINTS.test(line) && !ABOUT_THE_MACHINE.test(line));
  deepEqual(complaints, []);
  const result = await probeFile(output, { ...tools, depth: "headers" });
  ok(plan.video === undefined || result.streams.some((s) => s.kind === "video" && s.codec === plan.video?.codec));
}
