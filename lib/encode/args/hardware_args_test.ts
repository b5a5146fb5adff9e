import { equal, ok } from "node:assert/strict";
import { VIDEO_ENCODER_FACTS, videoEncoder } from "../profiles/encoders.ts";
import { ProfileInput, VIDEO_ENCODERS, type VideoEncoder } from "../profiles/schema.ts";
import { toArgs } from "./args.ts";
import { plan } from "../plan/plan.ts";
import { sampleCapabilities, sampleProbe } from "../sampling/sample.ts";

/** Without a GPU, the options are only checked against this ffmpeg's encoder help. */

const hardware = VIDEO_ENCODERS.filter((name) => VIDEO_ENCODER_FACTS[name].hardware);

function argsOf(encoder: VideoEncoder, more: Record<string, unknown> = {}): string[] {
  const { quality, presets } = videoEncoder(encoder);
  const video = {
    encoder,
    quality: quality ? Math.round((quality.min + quality.max) / 2) : 20,
    preset: presets[2] ?? "",
    pixelFormat: "auto",
    hdrToSdr: "hable",
    bitrate: quality ? 0 : 6000,
    ...more,
  };
  const recipe = { ...ProfileInput.parse({ name: "x", video }), id: "x" };
  const probe = sampleProbe();
  return toArgs(probe, plan(probe, recipe, sampleCapabilities()), { output: "/tmp/o", device: "/dev/dri/renderD129" });
}

/** General ffmpeg options that every encoder accepts. */
const GENERAL =
  /^-(b|r|q|qp|global_quality|profile|fps_mode|enc_time_base|color_\w+|colorspace|c|filter|metadata|disposition|tag)$/;

for (const encoder of hardware) {
  for (const bitrate of [0, 8000]) {
    if (bitrate === 0 && !videoEncoder(encoder).quality) continue;
    Deno.test(`${encoder} ${bitrate > 0 ? "by bitrate" : "by quality"} uses options that it has`, async () => {
      const { stdout } = await new Deno.Command("ffmpeg", { args: ["-hide_banner", "-h", `encoder=${encoder}`] })
        .output();
      const help = new TextDecoder().decode(stdout);
      const args = argsOf(encoder, { bitrate });
      const own = args.filter((arg) => /^-[a-z_-]+:v:0$/.test(arg)).map((arg) => arg.replace(":v:0", ""));
      equal(args[args.indexOf("-c:v:0") + 1], encoder);
      // Encoders missing from this build print no help, but the list must still be complete.
      ok(own.length >= 6, own.join(" "));
      if (!help.startsWith("Encoder ")) return;
      for (const option of own.filter((name) => !GENERAL.test(name))) {
        ok(new RegExp(`^ +${option} `, "m").test(help), `${option} of ${encoder}`);
      }
    });
  }
}

for (
  const [encoder, wanted] of [
    ["hevc_nvenc", "-rc:v:0 vbr -cq:v:0 26 -b:v:0 0 -preset:v:0 p3"],
    ["hevc_qsv", "-global_quality:v:0 26 -preset:v:0 fast"],
    ["hevc_vaapi", "-rc_mode:v:0 CQP -qp:v:0 26"],
    ["hevc_amf", "-rc:v:0 cqp -qp_i:v:0 26 -qp_p:v:0 26 -quality:v:0 quality"],
    ["hevc_videotoolbox", "-q:v:0 51"],
    ["h264_v4l2m2m", "-b:v:0 6000k"],
  ] as const
) {
  Deno.test(`${encoder} is spelled ${wanted}`, () => {
    const line = argsOf(encoder).join(" ");
    ok(line.includes(wanted), line);
  });
}

Deno.test("VAAPI opens its device before the input and uploads after the filters", () => {
  const args = argsOf("hevc_vaapi");
  ok(args.indexOf("-vaapi_device") < args.indexOf("-i"));
  equal(args[args.indexOf("-vaapi_device") + 1], "/dev/dri/renderD129");
  ok(/format=nv12,.*,hwupload\[v\]/.test(args.join(" ")), args.join(" "));
});
