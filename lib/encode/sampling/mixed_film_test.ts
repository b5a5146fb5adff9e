import { ok } from "node:assert/strict";
import { join } from "node:path";
import { capabilities, read, tools } from "../../../tests/fixtures/encode.ts";
import { makeMixedFilm } from "../../../tests/fixtures/mixed_films.ts";
import { recipe } from "../../../tests/fixtures/plans.ts";
import { runProcess } from "../../kit/process/process.ts";
import { toArgs } from "../args/args.ts";
import { decide, resolveFor } from "../decision/decide.ts";
import { withSample } from "./sample_size.ts";
import { sampleSize } from "./sampling.ts";

Deno.test("slow: samples predict the size of a movie with quiet, loud, grainy and black parts, within the stated range", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const can = await capabilities();
    const probe = await read(await makeMixedFilm(folder, 7, 120));
    const video = { encoder: "libx264", preset: "ultrafast", quality: 26, pixelFormat: "yuv420p" } as const;
    const { plan, estimate } = decide(probe, resolveFor(probe, recipe({ video }), can), can);
    ok(plan.video);
    const sample = await sampleSize({ ...tools, probe, plan: { ...plan, video: plan.video }, folder });
    const { bytes, low, high } = withSample(estimate, sample);
    const output = join(folder, "out.mkv");
    const args = toArgs(probe, plan, { output });
    const { code } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: 600_000 });
    ok(code === 0);
    const { size } = await Deno.stat(output);
    ok(size >= low && size <= high, `${size} is not between ${low} and ${high}`);
    ok(Math.abs(bytes / size - 1) < 0.2, `${bytes} estimated, ${size} made`);
    ok(sample.encodeSeconds > 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
