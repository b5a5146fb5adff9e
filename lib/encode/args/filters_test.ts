import { deepEqual, equal, ok } from "node:assert/strict";
import { audioFilters, pq, toneMapFilters } from "./filters.ts";
import type { AudioPlan } from "../plan/model.ts";

Deno.test("PQ is ST 2084: 100 nits lie at 0.508, 10,000 at 1", () => {
  equal(pq(100).toFixed(3), "0.508");
  equal(pq(10_000).toFixed(3), "1.000");
  equal(pq(0).toFixed(4), "0.0000");
});

/** Returns the mean brightness (8-bit luma) of flat grey at a PQ signal level after tone mapping by the real ffmpeg. */
async function mapped(curve: "hable" | "bt2390", signal: number): Promise<number> {
  // 10-bit limited range: 64 to 940.
  const code = Math.round(64 + signal * 876);
  const grey = `color=black:s=64x64:r=1:d=1,format=yuv420p10le,lutyuv=y=${code}:u=512:v=512`;
  const tagged = "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv";
  const graph = [grey, tagged, ...toneMapFilters(curve, "hdr10"), "format=yuv420p", "signalstats,metadata=print:file=-"]
    .join(",");
  const args = ["-v", "error", "-f", "lavfi", "-i", graph, "-f", "null", "-"];
  const { stdout, stderr } = await new Deno.Command("ffmpeg", { args }).output();
  const found = /YAVG=([\d.]+)/.exec(new TextDecoder().decode(stdout));
  ok(found, new TextDecoder().decode(stderr));
  return Number(found[1]);
}

for (const curve of ["hable", "bt2390"] as const) {
  Deno.test(`${curve} keeps the order of brightness, black stays black and white does not burn out early`, async () => {
    const levels: number[] = [];
    for (const nits of [0, 10, 100, 203, 400, 1000]) levels.push(await mapped(curve, pq(nits)));
    deepEqual(levels, levels.toSorted((a, b) => a - b), levels.join());
    ok((levels[0] ?? 99) <= 18, `black ${levels[0]}`);
    ok((levels[2] ?? 0) > 60 && (levels[2] ?? 0) < 200, `100 nits ${levels[2]}`);
    ok((levels[5] ?? 0) > (levels[3] ?? 0), `highlights keep detail: ${levels.join()}`);
  });
}

Deno.test("bt2390 does not change levels that the target can show", async () => {
  // 20 of 203 nits on a gamma 2.4 display (BT.1886) is the signal 0.0985 ^ (1 / 2.4) = 0.381.
  const level = await mapped("bt2390", pq(20));
  ok(Math.abs(level - (16 + 0.381 * 219)) < 2, String(level));
});

const audio = (more: Partial<AudioPlan>): AudioPlan => ({
  index: 1,
  encoder: "libopus",
  codec: "opus",
  bitrate: 192,
  channels: 2,
  layout: "stereo",
  sourceLayout: "stereo",
  sampleRate: 48_000,
  default: true,
  forced: false,
  commentary: false,
  visualImpaired: false,
  ...more,
});

for (
  const [name, plan, source, wanted] of [
    ["stereo stays stereo, whatever comes later in the stream", {}, { sampleRate: 48_000 }, [
      "aformat=sample_rates=48000:channel_layouts=stereo",
    ]],
    [
      "the source's own layout stands before a mix",
      { channels: 6, layout: "5.1", sourceLayout: "5.1(side)", pan: "5.1|FL=c0" },
      { sampleRate: 48_000 },
      ["aformat=sample_rates=48000:channel_layouts=5.1(side)", "pan=5.1|FL=c0"],
    ],
    ["a new rate is resampled", { sampleRate: 44_100 }, { sampleRate: 96_000 }, [
      "aformat=channel_layouts=stereo",
      "aresample=out_sample_rate=44100",
    ]],
    ["fewer bits are dithered", { encoder: "flac", bitDepth: 16 }, { sampleRate: 48_000, bitDepth: 24 }, [
      "aformat=sample_rates=48000:channel_layouts=stereo",
      "aresample=out_sample_fmt=s16:dither_method=triangular",
    ]],
  ] as [string, Partial<AudioPlan>, { sampleRate: number; bitDepth?: number }, string[]][]
) {
  Deno.test(name, () => deepEqual(audioFilters(audio(plan), source), wanted));
}
