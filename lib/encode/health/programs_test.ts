import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { Fault } from "../../kit/fault.ts";
import type { Profile } from "../profiles/schema.ts";
import { recipe } from "../../../tests/fixtures/plans.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { defaultsProbe, encodertoolProbe, ffmpegProbe, hardwareProbe, type ProgramFacts } from "./programs.ts";

/** Returns a machine on which everything works. `change` breaks parts of it. */
function machine(change: {
  ffmpeg?: string;
  ffprobe?: string;
  capabilities?: () => Promise<never>;
  encoders?: Awaited<ReturnType<ProgramFacts["hardware"]["devices"]>>["encoders"];
  tool?: string;
  profiles?: Profile[];
  recipe?: ProgramFacts["profiles"]["recipe"];
  settings?: Record<string, unknown>;
}): ProgramFacts {
  const settings = Settings.parse(change.settings ?? {});
  const tool = (error?: string) => error === undefined ? { path: "/usr/bin/tool" } : { error };
  return {
    media: {
      tools: () => Promise.resolve({ ffmpeg: tool(change.ffmpeg), ffprobe: tool(change.ffprobe) }),
      capabilities: change.capabilities ?? (() => Promise.resolve(sampleCapabilities())),
    },
    hardware: {
      devices: () =>
        Promise.resolve({ platform: "linux", renderNodes: [], nvidiaGpus: [], encoders: change.encoders ?? {} }),
    },
    encodertool: {
      status: () => Promise.resolve({ available: change.tool === undefined, encoders: [], error: change.tool }),
    },
    profiles: {
      list: () => Promise.resolve(change.profiles ?? []),
      recipe: change.recipe ?? (() => Promise.resolve(recipe())),
    },
    settings: { current: () => settings },
  };
}

Deno.test("ffmpegProbe() finds nothing if both programs are installed and respond", async () => {
  deepEqual(await ffmpegProbe(machine({})).check(), []);
});

Deno.test("ffmpegProbe() names each program that is missing, and starts neither", async () => {
  const capabilities = () => Promise.reject(new Error("started"));
  const found = await ffmpegProbe(machine({ ffmpeg: "no ffmpeg", ffprobe: "no ffprobe", capabilities })).check();
  deepEqual(found.map(({ id, code, message }) => [id, code, message]), [
    ["ffmpeg", "tool_missing", "no ffmpeg"],
    ["ffprobe", "tool_missing", "no ffprobe"],
  ]);
  const [only, ...others] = await ffmpegProbe(machine({ ffprobe: "no ffprobe" })).check();
  deepEqual([only?.id, others], ["ffprobe", []]);
});

Deno.test("ffmpegProbe() reports a program that does not respond like ffmpeg", async () => {
  const capabilities = () => Promise.reject(new Fault("tool_missing", "It does not answer."));
  const [finding] = await ffmpegProbe(machine({ capabilities })).check();
  deepEqual([finding?.type, finding?.code, finding?.message], ["error", "tool_failed", "It does not answer."]);
});

Deno.test("ffmpegProbe() does not report a defect as a finding", async () => {
  const capabilities = () => Promise.reject(new TypeError("x is undefined"));
  await rejects(() => ffmpegProbe(machine({ capabilities })).check(), TypeError);
});

for (
  const [name, method, encoders, ffmpeg, wanted] of [
    ["the CPU needs no hardware", "none", {}, undefined, undefined],
    ["an ffmpeg with its encoders is fine", "vaapi", { vaapi: ["hevc_vaapi"] }, undefined, undefined],
    ["a missing ffmpeg is told elsewhere", "vaapi", {}, "missing", undefined],
    ["an ffmpeg without any", "vaapi", {}, undefined, "It supports none."],
    ["an empty list is none", "qsv", { qsv: [] }, undefined, "It supports none."],
    [
      "what it can do instead is named",
      "nvenc",
      { vaapi: ["hevc_vaapi"], qsv: ["av1_qsv"], nvenc: [] },
      undefined,
      "It supports qsv, vaapi.",
    ],
  ] as const
) {
  Deno.test(`hardwareProbe(): ${name}`, async () => {
    const settings = { transcoding: { hardwareAcceleration: method } };
    const lists = Object.fromEntries(Object.entries(encoders).map(([key, names]) => [key, [...names]]));
    const [finding, ...others] = await hardwareProbe(machine({ settings, ffmpeg, encoders: lists })).check();
    deepEqual(others, []);
    equal(finding?.code, wanted && "hardware_unsupported");
    if (wanted) {
      match(finding?.message ?? "", new RegExp(`no encoder for ${method}. ${wanted} The CPU is used instead`));
    }
  });
}

const profile = (
  name: string,
  mediaType: Profile["mediaType"],
  encoder: Profile["audio"]["encoder"],
  missing = false,
) =>
  ({
    ...recipe({ name, mediaType }),
    audio: { ...recipe().audio, encoder },
    builtin: false,
    usedBy: [],
    missingEncoders: missing ? [encoder] : [],
  }) as Profile;

for (
  const [name, profiles, wanted] of [
    ["without profiles for music it is not missed", [profile("Film", "movie", "aac")], undefined],
    [
      "profiles that ffmpeg makes as well are told so",
      [profile("FLAC", "music", "flac")],
      /Until it is installed, ffmpeg encodes all music/,
    ],
    [
      "profiles that it makes better are named",
      [profile("FLAC", "music", "flac"), profile("Wavy", "music", "wavpack"), profile("Ape", "music", "ape")],
      /It affects Wavy, Ape;/,
    ],
    [
      "profiles that only it makes here are named",
      [profile("Small", "music", "libopus", true), profile("Film", "movie", "libopus", true)],
      /It affects Small;/,
    ],
  ] as const
) {
  Deno.test(`encodertoolProbe(): ${name}`, async () => {
    const [finding] = await encodertoolProbe(machine({ tool: "nothing found.", profiles: [...profiles] })).check();
    if (wanted === undefined) equal(finding, undefined);
    else match(finding?.message ?? "", wanted);
  });
}

Deno.test("encodertoolProbe() is optional unless an own or chosen profile is affected", async () => {
  const preset = { ...profile("Wavy", "music", "wavpack"), builtin: true };
  type Listed = Profile & { usedBy?: string[] };
  const rows: [Listed, true | undefined][] = [
    [preset, true],
    [{ ...preset, usedBy: ["defaultProfiles.music"] }, undefined],
    [{ ...preset, builtin: false }, undefined],
    [profile("FLAC", "music", "flac"), true],
  ];
  for (const [one, optional] of rows) {
    const [finding] = await encodertoolProbe(machine({ tool: "nothing found.", profiles: [one] })).check();
    equal(finding?.optional, optional, JSON.stringify(one.usedBy));
  }
});

Deno.test("encodertoolProbe() finds nothing while the tool is there", async () => {
  deepEqual(await encodertoolProbe(machine({ profiles: [profile("Ape", "music", "ape")] })).check(), []);
});

Deno.test("defaultsProbe() names every missing default by its kind, and skips empty ones", async () => {
  const settings = {
    defaultProfiles: { movie: "gone", tv: "", anime: "kept" },
    auto: { profiles: { movie: "gone-too", tv: "" } },
  };
  const facts = machine({
    settings,
    recipe: (id) => id.startsWith("gone") ? Promise.reject(new Fault("no_profile", "gone")) : Promise.resolve(recipe()),
  });
  const found = await defaultsProbe(facts).check();
  deepEqual(found.map(({ id }) => id), ["default movie", "default auto movie"]);
  match(found[1]?.message ?? "", /auto movie .* gone-too/);
});

Deno.test("defaultsProbe() does not report a failed store as a missing profile", async () => {
  const facts = machine({ recipe: () => Promise.reject(new Error("disk I/O error")) });
  await rejects(() => defaultsProbe(facts).check(), /disk I\/O/);
});
