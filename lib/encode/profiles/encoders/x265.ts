import { type EncodedVideo, encoderFacts } from "./model.ts";
import { crf, crfScale, parameters, preset, threadLimit, tune } from "./spelling.ts";
import { frameRate, X26X_PRESETS } from "./x264.ts";
import { x265Level } from "./x265_level.ts";

const PARAMETERS = "-x265-params";

export const LIBX265 = encoderFacts({
  codec: "hevc",
  quality: crfScale(51, 0.25),
  presets: X26X_PRESETS,
  tunes: ["animation", "grain", "fastdecode", "zerolatency"],
  parametersOption: PARAMETERS,
  standInPreset: "medium",
  parts: {
    mark: [
      ...["-preset", "medium", "-crf", "20"],
      ...[PARAMETERS, "log-level=error:pools=none:frame-threads=1:info=0", "-f", "hevc"],
    ],
  },
  writesHdr10: true,
  fileNameWord: "x265",
  handBrake: { name: "x265" },
  args: (video, limits) => [
    ...crf(video),
    ...preset(video),
    ...tune(video),
    ...parameters(PARAMETERS, [
      "log-level=warning",
      ...x265Level(video, limits),
      ...light(video),
      ...frameRate(video),
      ...threadLimit("pools", limits),
    ], video),
  ],
});

/**
 * Returns the parameters with which x265 writes HDR10 messages. The unit of chromaticity is 0.00002, and that of
 * luminance 0.0001 cd/m².
 */
function light({ hdr, masteringDisplay: display, contentLight: levels, color }: EncodedVideo): string[] {
  if (hdr === "sdr") return [];
  const params = ["repeat-headers=1"];
  if (color.primaries) params.push(`colorprim=${color.primaries}`);
  if (color.transfer) params.push(`transfer=${color.transfer}`);
  if (color.space) params.push(`colormatrix=${color.space}`);
  if (hdr !== "hdr10") return params;
  params.push("hdr10=1", "hdr10-opt=1");
  if (display) {
    const point = ([x, y]: [number, number]) => `(${Math.round(x * 50_000)},${Math.round(y * 50_000)})`;
    const luminance = [display.maxLuminance, display.minLuminance].map((n) => Math.round(n * 10_000)).join(",");
    const { green, blue, red, white } = display;
    params.push(`master-display=G${point(green)}B${point(blue)}R${point(red)}WP${point(white)}L(${luminance})`);
  }
  if (levels) params.push(`max-cll=${Math.round(levels.maxCll)},${Math.round(levels.maxFall)}`);
  return params;
}
