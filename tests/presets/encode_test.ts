import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { toArgs } from "../../lib/encode/args.ts";
import { decide, resolveFor } from "../../lib/encode/decide.ts";
import { runProcess } from "../../lib/kit/process.ts";
import { videoEncoder } from "../../lib/profiles/encoders.ts";
import { PRESETS } from "../../lib/profiles/presets.ts";
import { SMART_PRESETS, smartPresetRecipe } from "../../lib/profiles/smart/presets.ts";
import { type AnyRecipe, isSmart } from "../../lib/profiles/smart/schema.ts";
import { capabilities, read, tools } from "../fixtures/encode.ts";
import { makeClip, X264, X265_HDR10 } from "../fixtures/media.ts";

/** Every built-in profile as it is, encoder preset included, on small clips: encoders ignore what they do not know. */

const RECIPES: AnyRecipe[] = [
  ...PRESETS.filter(({ video }) => !videoEncoder(video.encoder).hardware),
  ...SMART_PRESETS.flatMap(({ id }) => smartPresetRecipe(id) ?? []),
];

const COMPLAINTS = /unknown option|error parsing|not recogni|invalid|unrecognized|unsupported|disabled|deprecated/i;

for (const recipe of RECIPES) {
  Deno.test(`${recipe.id} runs with every parameter it names`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe_presets_" });
    try {
      const music = !isSmart(recipe) && recipe.mediaType === "music";
      for (const hdr of music ? [false] : [false, true]) {
        const audio = [{ layout: music ? "stereo" : "5.1", args: ["flac"], language: "eng" }];
        const options = { seconds: 1, video: hdr ? X265_HDR10 : X264, audio };
        const path = await makeClip(folder, hdr ? "hdr.mkv" : "sdr.mkv", options);
        const probe = await read(path);
        const can = await capabilities();
        const { plan } = decide(probe, resolveFor(probe, recipe, can), can);
        if (plan.nothingToDo) continue;
        const output = join(folder, "result.bin");
        const { code, stderr } = await runProcess({
          path: tools.ffmpegPath,
          args: toArgs(probe, plan, { output }),
          timeoutMs: 300_000,
        });
        equal(code, 0, stderr);
        deepEqual(stderr.split("\n").filter((line) => COMPLAINTS.test(line)), []);
        const result = await read(output);
        ok(plan.video === undefined || result.streams.some((s) => s.kind === "video" && s.codec === plan.video?.codec));
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
