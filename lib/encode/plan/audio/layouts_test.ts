/** Every channel layout up to 7.1 with every encoder: checks the position of each channel's tone after decoding. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { capabilities, read, recipe } from "../../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { ffmpeg } from "../../../../tests/fixtures/decoded.ts";
import { mapConcurrent } from "../../../kit/async.ts";
import type { AudioEncoder } from "../../profiles/schema.ts";
import { audioArgs } from "../../args/audio_args.ts";
import { planAudio } from "./audio_plan.ts";
import { mixInto } from "./channel_mix.ts";
import { channelsOf } from "../../profiles/encoders/layouts.ts";
import type { AudioPlan } from "../model.ts";

const LAYOUTS = [
  ...["mono", "stereo", "2.1", "3.0", "3.0(back)", "3.1", "4.0", "4.1", "quad", "quad(side)", "5.0", "5.0(side)"],
  ...["5.1", "5.1(side)", "6.0", "6.0(front)", "hexagonal", "6.1", "6.1(back)", "6.1(front)", "7.0", "7.0(front)"],
  ...["7.1", "7.1(wide)", "7.1(wide-side)", "octagonal"],
];
const ENCODERS = ["aac", "libopus", "eac3", "ac3", "flac", "libvorbis", "wavpack", "truehd", "copy"] as const;

const RATE = 48_000;
const AMPLITUDE = 0.1;
/** Returns the frequency of a channel's tone: low enough for an LFE channel, otherwise far from the other tones. */
const toneOf = (name: string, i: number): number => name === "LFE" ? 90 : 500 + 260 * i;

/** Creates a FLAC for each path with a different tone in each channel. */
async function makeTones(files: { path: string; layout: string }[]): Promise<void> {
  const inputs = files.flatMap(({ layout }) => {
    const names = channelsOf(layout) ?? [];
    const tones = names.map((name, i) => `${AMPLITUDE}*sin(2*PI*${toneOf(name, i)}*t)`).join("|");
    return ["-f", "lavfi", "-i", `aevalsrc=exprs=${tones}:channel_layout=${layout}:s=${RATE}:d=0.6`];
  });
  const outputs = files.flatMap(({ path }, i) => ["-map", `${i}:a`, "-c:a", "flac", "-f", "matroska", path]);
  await ffmpeg([...inputs, ...outputs]);
}

/** Cosine and sine of one frequency over the middle of the audio, reused for all measurements. */
interface Wave {
  re: Float64Array;
  im: Float64Array;
  weight: number;
}

const [FROM, TO] = [Math.round(0.15 * RATE), Math.round(0.45 * RATE)];

function waveOf(frequency: number): Wave {
  const wave = { re: new Float64Array(TO - FROM), im: new Float64Array(TO - FROM), weight: 0 };
  for (let i = 0; i < TO - FROM; i++) {
    // A Hann window keeps the tones of other channels out of the sum.
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (TO - FROM));
    const angle = (2 * Math.PI * frequency * (i + FROM)) / RATE;
    wave.re[i] = window * Math.cos(angle);
    wave.im[i] = window * Math.sin(angle);
    wave.weight += window;
  }
  return wave;
}

/** Waves for every possible channel position in a layout, and for LFE. */
const WAVES = new Map(
  [toneOf("LFE", 0), ...Array.from({ length: 8 }, (_, i) => toneOf("", i))].map((frequency) =>
    [frequency, waveOf(frequency)] as const
  ),
);

/** Returns the level of one frequency in dB relative to the source's tone, over the middle of the audio. */
function level(samples: Float32Array, channels: number, channel: number, frequency: number): number {
  const wave = WAVES.get(frequency) ?? waveOf(frequency);
  let [re, im] = [0, 0];
  for (let i = 0; i < TO - FROM; i++) {
    const value = samples[(i + FROM) * channels + channel] ?? 0;
    re += value * (wave.re[i] ?? 0);
    im += value * (wave.im[i] ?? 0);
  }
  return 20 * Math.log10(Math.max(1e-9, (2 * Math.hypot(re, im)) / wave.weight / AMPLITUDE));
}

/** Returns the total level of a channel in dB relative to the source's tones. */
function loudness(samples: Float32Array, channels: number, channel: number): number {
  let sum = 0;
  for (let i = FROM; i < TO; i++) sum += (samples[i * channels + channel] ?? 0) ** 2;
  return 10 * Math.log10(Math.max(1e-18, (2 * sum) / (TO - FROM))) - 20 * Math.log10(AMPLITUDE);
}

interface Tones {
  layout: string;
  path: string;
}

/** Encodes every file with every encoder in one run of ffmpeg and decodes the results in another. */
async function encoded(files: Tones[], encoders: readonly AudioEncoder[], audio = {}) {
  const can = await capabilities();
  const jobs = await mapConcurrent(files, 2, async ({ layout, path }) => {
    const probe = await read(path);
    const plans = encoders.map((encoder): AudioPlan => {
      const [plan] = planAudio(probe, recipe({ audio: { encoder, ...audio } }), can).audio;
      ok(plan);
      return plan;
    });
    return { layout, path, probe, plans, output: `${path}.result.mkv` };
  });
  const outputs = jobs.flatMap(({ probe, plans, output }, file) => [
    ...plans.flatMap((plan, i) => ["-map", `${file}:0`, ...audioArgs(probe, plan, i)]),
    ...["-strict", "-2", "-f", "matroska", output],
  ]);
  await ffmpeg([...jobs.flatMap(({ path }) => ["-i", path]), ...outputs]);
  const raw = jobs.flatMap(({ plans, output }, file) =>
    plans.flatMap((_, i) => ["-map", `${file}:${i}`, "-f", "f32le", `${output}.${i}.raw`])
  );
  await ffmpeg([...jobs.flatMap(({ output }) => ["-i", output]), ...raw]);
  return await mapConcurrent(jobs, 2, async ({ layout, plans, output }) => {
    const result = await read(output);
    const streams = await Promise.all(plans.map(async (plan, i) => {
      const stream = result.streams[i];
      const bytes = await Deno.readFile(`${output}.${i}.raw`);
      const made = stream?.kind === "audio" ? stream : undefined;
      return { plan, made, samples: new Float32Array(bytes.buffer) };
    }));
    return { layout, streams };
  });
}

/** Returns the level of every source channel's tone in every output channel, by name. */
function levelsOf(layout: string, outputs: string[], samples: Float32Array): Map<string, Map<string, number>> {
  const names = channelsOf(layout) ?? [];
  return new Map(names.map((name, i) => [
    name,
    new Map(outputs.map((output, channel) => [output, level(samples, outputs.length, channel, toneOf(name, i))])),
  ]));
}

/** Alternative channel names if the codec lacks the original. */
const OTHER_NAMES: Record<string, string[]> = {
  BL: ["SL"],
  BR: ["SR"],
  SL: ["BL"],
  SR: ["BR"],
  FLC: ["SL", "BL"],
  FRC: ["SR", "BR"],
};

function checkApart(layout: string, encoder: string, outputs: string[], samples: Float32Array): void {
  const taken = new Set<string>();
  for (const [name, levels] of levelsOf(layout, outputs, samples)) {
    const where = `${layout} by ${encoder}: ${name} is at ${JSON.stringify(Object.fromEntries(levels))}`;
    const loud = [...levels].filter(([, db]) => db > -40).map(([output]) => output);
    for (const output of loud) {
      ok(!taken.has(output), `${where}; ${output} has another channel already`);
      taken.add(output);
    }
    if (name === "BC" && loud.length === 2) {
      // Each of the two output channels carries half of the power.
      for (const output of loud) ok(Math.abs((levels.get(output) ?? 0) + 3) < 1, where);
      continue;
    }
    const mono = layout === "mono" && encoder === "truehd";
    equal(loud.length, mono ? 2 : 1, where);
    const [home = ""] = loud;
    ok(mono || home === name || OTHER_NAMES[name]?.includes(home), where);
    const own = loudness(samples, outputs.length, outputs.indexOf(home));
    // libvorbis codes the LFE channel coarsely at any bit rate, so a pure tone in it is up to 2 dB louder.
    const allowed = encoder === "libvorbis" && name === "LFE" ? 2 : 1;
    ok(Math.abs(own) < allowed, `${where}, ${own} dB in all`);
  }
}

/**
 * Checks the mix of more channels than the encoder supports: the front keeps its position and level, nothing is lost,
 * LFE stays LFE.
 */
function checkMixed(layout: string, encoder: string, outputs: string[], samples: Float32Array): void {
  for (const [name, levels] of levelsOf(layout, outputs, samples)) {
    const where = `${layout} by ${encoder}: ${name} is at ${JSON.stringify(Object.fromEntries(levels))}`;
    const loudest = Math.max(...levels.values());
    if (["FL", "FR", "FC", "LFE"].includes(name)) ok(Math.abs(levels.get(name) ?? -99) < 1, where);
    else ok(loudest > -4 && loudest < 1, where);
  }
}

inFolder("slow: every channel of every layout is on its own place after every encoder", async (dir) => {
  const files = LAYOUTS.map((layout) => ({ layout, path: join(dir, `${layout}.mka`) }));
  await makeTones(files);
  for (const { layout, streams } of await encoded(files, ENCODERS)) {
    for (const { plan, made, samples } of streams) {
      const outputs = channelsOf(made?.layout) ?? [];
      deepEqual([made?.layout, made?.channels], [plan.layout, plan.channels], `${layout} by ${plan.encoder}`);
      const apart = plan.channels >= (channelsOf(layout)?.length ?? 0) && !(layout === "octagonal" && plan.pan);
      const mixed = plan.pan?.includes("+") ?? false;
      equal(mixed, !apart || plan.pan?.includes("+") === true, `${layout} by ${plan.encoder}: ${plan.pan}`);
      (mixed ? checkMixed : checkApart)(layout, plan.encoder, outputs, samples);
    }
  }
});

inFolder("slow: channels that have no names keep their order", async (dir) => {
  const assumed = ["3.0", "quad", "5.0", "5.1", "6.1", "7.1"];
  const files = assumed.map((layout, i) => ({
    layout,
    path: join(dir, `${i}.mka`),
    source: join(dir, `${i}.raw.mka`),
  }));
  await makeTones(files);
  await ffmpeg([
    ...files.flatMap(({ path }) => ["-i", path]),
    ...files.flatMap(({ source }, i) => ["-map", `${i}:a`, "-c:a", "pcm_s24le", source]),
  ]);
  for (const { source } of files) {
    const [probed] = (await read(source)).streams;
    equal(probed?.kind === "audio" ? probed.layout : "", undefined);
  }
  const nameless = files.map(({ layout, source }) => ({ layout, path: source }));
  for (const { layout, streams } of await encoded(nameless, ["flac", "aac"])) {
    for (const { plan, made, samples } of streams) {
      checkApart(layout, plan.encoder, channelsOf(made?.layout) ?? [], samples);
    }
  }
});

inFolder("speech is as loud as the front in a stereo mix, and nothing can clip", async (dir) => {
  const files = ["5.1(side)", "7.1", "3.0"].map((layout) => ({ layout, path: join(dir, `${layout}.mka`) }));
  await makeTones(files);
  for (const { layout, streams: [stereo] } of await encoded(files, ["flac"], { channels: 2 })) {
    ok(stereo);
    const levels = levelsOf(layout, ["FL", "FR"], stereo.samples);
    const at = (name: string, output: string) => levels.get(name)?.get(output) ?? -99;
    ok(Math.abs(at("FC", "FL") - at("FL", "FL")) < 0.5, layout);
    ok(Math.abs(at("FC", "FL") - at("FC", "FR")) < 0.1, layout);
    ok(at("FR", "FL") < -60 && at("LFE", "FL") < -60, layout);
    const sum = [...levels.values()].reduce((all, row) => all + 10 ** ((row.get("FL") ?? -99) / 20), 0);
    ok(sum <= 1.001, `${layout}: ${sum}`);
  }
});

Deno.test("a mix never has more channels than it may", () => {
  for (const layout of LAYOUTS) {
    for (const limit of [1, 2, 6, 8]) {
      const mix = mixInto(layout, ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"], limit);
      ok(mix && (channelsOf(mix.layout)?.length ?? 99) <= limit, `${layout} in ${limit}`);
    }
  }
});

inFolder("slow: FLAC in a container without tags keeps the place of every channel", async (dir) => {
  const can = await capabilities();
  const container = "mp4";
  const files = ["2.1", "4.1", "7.1(wide)", "5.1"].map((layout) => ({ layout, path: join(dir, `${layout}.mka`) }));
  await makeTones(files);
  for (const { layout, path } of files) {
    const probe = await read(path);
    const [plan] = planAudio(probe, recipe({ container, audio: { encoder: "flac" } }), can).audio;
    ok(plan);
    const output = join(dir, `${layout}.${container}`);
    await ffmpeg(["-i", path, "-map", "0:0", ...audioArgs(probe, plan, 0), "-strict", "-2", "-f", container, output]);
    const [made] = (await read(output)).streams;
    equal(made?.kind === "audio" ? made.layout : "", plan.layout, layout);
  }
});
