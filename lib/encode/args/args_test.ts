import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { allPresets, findPreset } from "../profiles/presets.ts";
import { ProfileInput, type Recipe } from "../profiles/schema.ts";
import { type ArgOptions, toArgs } from "./args.ts";
import { plan } from "../plan/plan.ts";
import { sampleCapabilities, sampleProbe } from "../sampling/sample.ts";

const output = "/tmp/out.partial";
const recipe = (parts: Record<string, unknown>): Recipe => ({
  ...ProfileInput.parse({ name: "x", ...parts }),
  id: "x",
});
const argsOf = (chosen: Recipe, probe: Probe = sampleProbe(), options: Partial<ArgOptions> = {}, audioOnly = false) =>
  toArgs(probe, plan(probe, chosen, sampleCapabilities(), { audioOnly }), { output, ...options });
const preset = (id: string): Recipe => {
  const found = findPreset(id);
  if (!found) throw new Error(id);
  return found;
};
const after = (args: string[], name: string) => args[args.indexOf(name) + 1];
const film = (more: Partial<VideoStream>): Probe => {
  const probe = sampleProbe();
  probe.streams[0] = { ...(probe.streams[0] as VideoStream), ...more };
  return probe;
};

Deno.test("S-PROC-2: the source is one guarded operand, the result the last", () => {
  const args = argsOf(preset("builtin-movie-4k-hdr"));
  const input = args.indexOf("-i");
  equal(args[input + 1], `file:${sampleProbe().path}`);
  equal(args.at(-1), "file:/tmp/out.partial");
  deepEqual(args.slice(-3, -1), ["-f", "matroska"]);
  ok(args.indexOf("-protocol_whitelist") < input && args.indexOf("-format_whitelist") < input);
  equal(after(args, "-protocol_whitelist"), "file");
  ok(!/hls|concat|dash|image2|lavfi|ffmetadata/.test(after(args, "-format_whitelist") ?? ""));
  ok(args.includes("-nostdin") && args.includes("-hide_banner"));
});

Deno.test("streams are mapped by index and numbered by place in the output", () => {
  const args = argsOf(preset("builtin-movie-1080p"));
  const maps = args.flatMap((arg, i) => args[i - 1] === "-map" ? [arg] : []);
  deepEqual(maps, ["0:0", "0:1", "0:2", "0:3", "0:5", "0:6", "0:7"]);
  deepEqual([after(args, "-c:a:2"), after(args, "-b:a:2"), after(args, "-c:s:2")], ["eac3", "640k", "copy"]);
});

Deno.test("x265 gets the HDR10 facts in its own units", () => {
  const params = after(argsOf(preset("builtin-movie-4k-hdr")), "-x265-params") ?? "";
  ok(params.includes("master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"), params);
  ok(params.includes("max-cll=1000,400") && params.includes("hdr10=1") && params.includes("repeat-headers=1"));
});

Deno.test("SVT-AV1 receives light levels in plain units, and the profile's parameters last", () => {
  const params = after(argsOf(preset("builtin-anime-av1")), "-svtav1-params") ?? "";
  ok(params.includes("mastering-display=G(0.26500,0.69000)"), params);
  ok(params.includes("content-light=1000,400") && params.endsWith("tune=0:film-grain=0"));
});

Deno.test("an SDR source gets no HDR parameters", () => {
  const sdr = film({ hdr: "sdr", colorTransfer: "bt709", masteringDisplay: undefined, contentLight: undefined });
  for (const id of ["builtin-movie-4k-hdr", "builtin-anime-av1"]) {
    ok(!/hdr10|master|light/.test(argsOf(preset(id), sdr).join(" ").replace(sdr.path, "")), id);
  }
});

for (
  const [name, video, wanted] of [
    ["CRF", {}, ["-crf:v:0 20", "-preset:v:0 slow"]],
    ["bitrate instead of quality", { bitrate: 8000 }, ["-b:v:0 8000k"]],
    ["a tune", { tune: "grain" }, ["-tune:v:0 grain"]],
    ["VP9 constant quality", { encoder: "libvpx-vp9", preset: "4" }, ["-crf:v:0 20 -b:v:0 0", "-cpu-used:v:0 4"]],
    ["libaom constant quality", { encoder: "libaom-av1", preset: "6" }, ["-crf:v:0 20 -b:v:0 0", "-cpu-used:v:0 6"]],
    ["film grain of SVT-AV1", { encoder: "libsvtav1", preset: "6", tune: "grain" }, ["film-grain=10"]],
    ["extra arguments", { extraArgs: "-g 240 -bf 3" }, ["-g 240 -bf 3"]],
    ["extra x265 parameters in one list", { extraArgs: "-x265-params aq-mode=3 -g 48" }, [":aq-mode=3 -g 48"]],
  ] as const
) {
  Deno.test(`video: ${name}`, () => {
    const line = argsOf(recipe({ video })).join(" ");
    for (const part of wanted) ok(line.includes(part), `${part} in ${line}`);
  });
}

Deno.test("each parameter option occurs once, however many the profile contains", () => {
  const args = argsOf(recipe({ video: { extraArgs: "-x265-params aq-mode=3 -x265-params rd=4" } }));
  equal(args.filter((arg) => arg === "-x265-params").length, 1);
  ok(after(args, "-x265-params")?.endsWith("aq-mode=3:rd=4"));
});

Deno.test("the thread limit reaches each encoder through its own option", () => {
  const line = (video: Record<string, unknown>) => argsOf(recipe({ video }), sampleProbe(), { threads: 3 }).join(" ");
  ok(line({}).includes("pools=3"));
  ok(line({ encoder: "libsvtav1", preset: "6" }).includes("lp=3"));
  ok(line({ encoder: "libvpx-vp9", preset: "4" }).includes("-threads:v:0 3"));
});

Deno.test("MP4 has faststart, the tag hvc1 for HEVC and text as mov_text", () => {
  const line = argsOf(recipe({ container: "mp4", audio: { encoder: "aac" } })).join(" ");
  for (const part of ["-movflags +faststart", "-tag:v:0 hvc1", "-c:s:0 mov_text", "-f mp4"]) {
    ok(line.includes(part), part);
  }
  ok(!argsOf(preset("builtin-web-mp4")).includes("-tag:v:0"), "H.264 keeps its own tag");
});

Deno.test("a variable rate keeps its timestamps, a constant one is even from its first frame", () => {
  ok(
    argsOf(recipe({}), film({ variableFrameRate: true })).join(" ").includes(
      "-fps_mode:v:0 vfr -enc_time_base:v:0 1:90000",
    ),
  );
  const even = argsOf(recipe({}));
  equal(after(even, "-enc_time_base:v:0"), "1:24000");
  const inMp4 = argsOf(recipe({ container: "mp4", audio: { encoder: "aac" } }));
  ok(/^setts=pts=.*round\(.*\/1001\)\*1001/.test(after(inMp4, "-bsf:v:0") ?? ""));
  // ffmpeg 6 and newer reject `-r` in the mode `vfr`, and a filter that sets timestamps removes the frame rate that the
  // encoder needs.
  ok(![...even, ...inMp4].some((arg) => /^-r\b|setpts/.test(arg)));
  // In bitrate mode, libvpx assumes that each frame lasts one time unit, so no other time base is set.
  const vp9 = argsOf(recipe({ video: { encoder: "libvpx-vp9", preset: "4", bitrate: 2000 }, container: "webm" }));
  ok(!vp9.includes("-enc_time_base:v:0"));
});

Deno.test("copied video gets no encoder options", () => {
  const args = argsOf(preset("builtin-anime-x265"), sampleProbe(), {}, true);
  equal(after(args, "-c:v:0"), "copy");
  ok(!args.some((arg) => /^-(crf|preset|pix_fmt|filter|color)/.test(arg) && arg.includes(":v")));
});

Deno.test("channels that encoders call otherwise are placed, copies are not touched", () => {
  const line = argsOf(recipe({ audio: { encoder: "libopus", dropCommentary: false } })).join(" ");
  ok(line.includes("-filter:a:0 aformat=sample_rates=48000:channel_layouts=7.1 "));
  ok(line.includes("-filter:a:1 aformat=sample_rates=48000:channel_layouts=5.1(side),pan=5.1|FL="));
  ok(!argsOf(recipe({ audio: { encoder: "copy" } })).some((arg) => arg.startsWith("-filter:a")));
});

Deno.test("languages, titles and flags are written, and no stale values are copied", () => {
  const line = argsOf(preset("builtin-movie-1080p")).join(" ");
  for (
    const part of [
      "-map_metadata:s -1",
      "-map_metadata:g -1",
      "-metadata title=The Long Night (2011)",
      "-metadata:s:a:2 language=ger -metadata:s:a:2 title=German E-AC-3 5.1 -disposition:a:2 0",
      "-disposition:a:0 default",
      "-disposition:s:1 forced",
      "-disposition:s:2 hearing_impaired",
      "-metadata:s:v:0 title=2160p HEVC 10-bit HDR10",
    ]
  ) ok(line.includes(part), `${part} in ${line}`);
  const kept = argsOf(recipe({ output: { cleanMetadata: false } })).join(" ");
  ok(!kept.includes("-map_metadata:g") && kept.includes("-metadata:s:a:1 title=Compatibility"));
});

Deno.test("chapters come along, or are kept out", () => {
  equal(after(argsOf(recipe({})), "-map_chapters"), "0");
  equal(after(argsOf(recipe({}), { ...sampleProbe(), chapters: [] }), "-map_chapters"), "-1");
});

Deno.test("the preview frame is a second output of the same command", () => {
  const livePreview = { path: "/tmp/live.jpg", everySeconds: 5 };
  const args = argsOf(recipe({}), sampleProbe(), { livePreview });
  equal(args.at(-1), "file:/tmp/live.jpg");
  const line = args.join(" ");
  ok(line.includes("file:/tmp/out.partial -map 0:0 -filter:v:0 fps=1/5,scale"), line);
  ok(line.includes("-update 1 -atomic_writing 1") && line.includes("tonemap"));
  const copied = argsOf(preset("builtin-remux-audio-only"), sampleProbe(), { livePreview });
  equal(copied.at(-1), "file:/tmp/out.partial", "a copied picture is not decoded");
});

Deno.test("metadata of the original frames is dropped by a second input", () => {
  const dv = { profile: 8, level: 6, baseCompatible: 1, hasEnhancementLayer: false };
  const graph = after(argsOf(recipe({}), film({ dolbyVision: dv })), "-filter_complex") ?? "";
  ok(graph.endsWith("[v];[0:0]nullsink"), graph);
  ok(argsOf(preset("builtin-web-mp4")).includes("-filter_complex"));
  ok(!argsOf(recipe({})).includes("-filter_complex"));
});

Deno.test("burned-in text is read through the safe link, bitmaps through an overlay", () => {
  const text = recipe({ subtitles: { mode: "burn", burnLanguage: "eng" } });
  const probe = sampleProbe();
  probe.streams = probe.streams.filter((s) => s.codec !== "hdmv_pgs_subtitle");
  const filter = after(argsOf(text, probe, { side: { burnLink: "/tmp/job/burn-source.mkv" } }), "-filter:v:0") ?? "";
  ok(filter.includes("subtitles=filename=/tmp/job/burn-source.mkv:si=0"), filter);
  const graph = after(argsOf(text), "-filter_complex") ?? "";
  ok(graph.includes("[0:5]format=yuva444p") && graph.includes("overlay=") && graph.endsWith("[v]"), graph);
  // Subtitle lines in black bars would otherwise be cropped together with the bars.
  const cropping = recipe({ video: { crop: "auto" }, subtitles: text.subtitles });
  const found = { crop: { width: 3840, height: 1600, x: 0, y: 280 } };
  const decided = plan(sampleProbe(), cropping, sampleCapabilities(), found);
  const cropped = after(toArgs(sampleProbe(), decided, { output }), "-filter_complex") ?? "";
  ok(/^\[0:0\]crop=3840:1600:0:280\[field\];.*overlay=[^;]*;(?!.*crop=)/.test(cropped), cropped);
});

Deno.test("side data that no longer describes the frames is removed", () => {
  const deleted = (video: Record<string, unknown>, more: Partial<VideoStream> = {}) =>
    [...argsOf(recipe({ video }), film(more)).join(" ").matchAll(/sidedata=mode=delete:type=(\w+)/g)].map(([, type]) =>
      type
    );
  deepEqual(deleted({}), []);
  // 23 and 24 are the types of Dolby Vision side data.
  deepEqual(deleted({ hdrToSdr: "hable" }).slice(0, 4), [
    "23",
    "24",
    "MASTERING_DISPLAY_METADATA",
    "CONTENT_LIGHT_LEVEL",
  ]);
  deepEqual(deleted({}, { dolbyVision: { profile: 8, level: 6, baseCompatible: 1, hasEnhancementLayer: false } }), [
    "23",
    "24",
  ]);
});

Deno.test("covers are attached as files, fonts are mapped", () => {
  const side = { covers: [{ path: "/tmp/job/cover.jpg", fileName: "cover.jpg", mimeType: "image/jpeg" }] };
  const probe = sampleProbe();
  const font = {
    codec: "ttf",
    default: false,
    forced: false,
    fileName: "a b.ttf",
    mimeType: "font/ttf",
    asVideo: false,
  };
  probe.streams.push({ kind: "attachment", index: 9, use: "font", ...font });
  const line = argsOf(recipe({}), probe, { side }).join(" ");
  ok(line.includes("-map 0:9") && !line.includes("-map 0:8"), line);
  ok(line.includes("-metadata:s:t:0 filename=a b.ttf -metadata:s:t:0 mimetype=font/ttf"));
  ok(line.includes("-attach file:/tmp/job/cover.jpg -metadata:s:t:1 filename=cover.jpg"));
});

/**
 * True if a command satisfies the invariants that apply to any source and plan. Uses no code of the functions that
 * create commands.
 */
function sound(args: string[], probe: Probe): boolean {
  const inputs = args.filter((arg) => arg === "-i").length;
  const operands = args.filter((arg) => arg.startsWith("file:"));
  const filters = args.filter((_, i) => /^-(filter|filter_complex)/.test(args[i - 1] ?? ""));
  return inputs === 1 && operands[0] === `file:${probe.path}` && operands.at(-1) === args.at(-1) &&
    filters.every((filter) => !filter.includes(probe.path) && !filter.includes("movie=")) &&
    args.every((arg) => !arg.includes("\0"));
}

Deno.test("S-PROC-3: titles, languages and paths full of syntax stay single arguments and never reach a filter", () => {
  const nasty = fc.oneof(
    fc.string({ maxLength: 30 }).filter((s) => !s.includes("\0")),
    fc.constantFrom("-i", "a:b;[c],movie=/etc/passwd", "';drop", "$(rm)", "%03d", "=x", "file:/etc/passwd", "a\nb"),
  );
  fc.assert(
    fc.property(
      nasty,
      nasty,
      fc.constantFrom(...allPresets().filter((p) => p.mediaType !== "music")),
      (title, name, each) => {
        const probe = sampleProbe();
        probe.path = `/m/${name.replaceAll("/", "")} (2001) Remux-1080p.mkv`;
        probe.streams = probe.streams.map((stream) => ({ ...stream, title }));
        const args = argsOf({ ...each, output: { ...each.output, cleanMetadata: false } }, probe);
        ok(sound(args, probe), JSON.stringify(args));
      },
    ),
  );
});

Deno.test("a movie that is timed as video reaches its software encoder without the rate of video, in every ffmpeg", () => {
  const filters = (encoder: string, version: string) => {
    const probe = film({ hdr: "sdr", bitDepth: 8, softTelecine: true });
    const chosen = recipe({ video: { encoder, preset: "", bitrate: 4000, deinterlace: "auto" } });
    const decided = plan(probe, chosen, { ...sampleCapabilities(), version });
    const args = toArgs(probe, decided, { output });
    return [after(args, "-filter:v:0")?.includes("interleave=n=1"), args.includes("-r:v:0")];
  };
  deepEqual(filters("libx264", "5.1"), [false, true]);
  for (const version of ["7.1", "9.0", "N-1"]) deepEqual(filters("libx264", version), [true, false], version);
  // GPU encoders require a frame rate.
  deepEqual(filters("hevc_nvenc", "9.0"), [false, false]);
});

Deno.test("H.264 states stereo 3D in its frames too, unless this ffmpeg could not read the result", () => {
  const removes = (encoder: string, version: string) => {
    const chosen = recipe({ video: { encoder, preset: "" } });
    const probe = film({ hdr: "sdr", bitDepth: 8 });
    const args = toArgs(probe, plan(probe, chosen, { ...sampleCapabilities(), version }), { output });
    return after(args, "-filter:v:0")?.includes("sidedata=mode=delete:type=STEREO3D") ?? false;
  };
  deepEqual(["5.1", "7.1", "9.0.2-4"].map((version) => removes("libx264", version)), [false, false, true]);
  equal(removes("libx265", "9.0.2-4"), false);
});
