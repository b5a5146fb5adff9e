import { videoEncoder, videoEncodersWith } from "../encoders.ts";
import { parseExtraArgs } from "../extra_args.ts";
import type { ProfileInput, VideoEncoder } from "../schema.ts";
import type { PresetReader } from "./preset_reader.ts";

type Video = ProfileInput["video"];

interface Encoder {
  encoder: VideoEncoder;
  depth: 8 | 10;
  note?: string;
}

/**
 * Returns the video settings of a preset: encoder, quality, size, filters. Undefined if the encoder is not supported.
 */
export function videoOf(preset: PresetReader): Partial<Video> | undefined {
  const found = encoderOf(preset.text("VideoEncoder"));
  if (found === undefined) return undefined;
  if (found.note) preset.note(found.note);
  const { encoder, depth } = found;
  if (depth === 8) preset.note("HDR movies become SDR, because the preset uses 8-bit video.");
  return {
    encoder,
    pixelFormat: depth === 10 ? "yuv420p10le" : "yuv420p",
    // Eight bits cannot store HDR, so without tone mapping the profile would be rejected.
    ...(depth === 10 ? { hdrPassthrough: true } : { hdrPassthrough: false, hdrToSdr: "hable" as const }),
    ...qualityOf(preset, encoder),
    preset: speedOf(preset, encoder),
    tune: tuneOf(preset, encoder),
    extraArgs: extraOf(preset, encoder),
    maxHeight: heightOf(preset),
    crop: cropOf(preset),
    deinterlace: deinterlaceOf(preset),
  };
}

function encoderOf(name = ""): Encoder | undefined {
  const [, base = "", bits] = /^(.*?)(?:_(10|12)bit)?$/.exec(name.toLowerCase()) ?? [];
  const [encoder] = videoEncodersWith(({ handBrake }) => handBrake?.name === base);
  if (encoder === undefined) return undefined;
  if (bits === undefined) return { encoder, depth: 8 };
  if (videoEncoder(encoder).pixelFormats[10] === undefined) {
    return { encoder, depth: 8, note: `${bits}-bit video becomes 8-bit, the most that ${encoder} supports here.` };
  }
  return { encoder, depth: 10, ...(bits === "12" ? { note: "12-bit video becomes 10-bit." } : {}) };
}

function qualityOf(preset: PresetReader, encoder: VideoEncoder): Partial<Video> {
  const { quality } = videoEncoder(encoder);
  // 2 = constant quality, 1 = average bitrate, 0 = target size in old versions.
  const type = preset.number("VideoQualityType", 0, 2) ?? 2;
  const bitrate = preset.number("VideoAvgBitrate", 1, 400_000);
  if (type !== 2 && bitrate !== undefined) {
    if (preset.flag("VideoMultiPass") || preset.flag("VideoTwoPass")) preset.note("Two passes become one.");
    return { bitrate: Math.round(bitrate) };
  }
  if (quality === undefined) return {};
  const slider = preset.number("VideoQualitySlider", quality.min, quality.max);
  if (slider === undefined) preset.note(`No quality is specified; it becomes ${quality.label} 22.`);
  return { quality: slider ?? 22 };
}

function speedOf(preset: PresetReader, encoder: VideoEncoder): string {
  const { presets, handBrake } = videoEncoder(encoder);
  if (presets.length === 0) return "";
  const wanted = preset.text("VideoPreset") ?? "";
  const names = handBrake?.presets ?? {};
  const named = Object.hasOwn(names, wanted) ? names[wanted] ?? "" : wanted;
  if (presets.includes(named)) return named;
  const middle = presets[Math.floor(presets.length / 2)] ?? "";
  if (wanted !== "") preset.note(`The speed “${wanted}” is not supported by ${encoder}; it becomes ${middle}.`);
  return middle;
}

function tuneOf(preset: PresetReader, encoder: VideoEncoder): Video["tune"] {
  const wanted = (preset.text("VideoTune") ?? "").split(",").filter((one) => one !== "" && one !== "none");
  const known = (["animation", "film", "grain", "fastdecode", "zerolatency"] as const)
    .find((tune) => wanted.includes(tune) && videoEncoder(encoder).tunes.includes(tune));
  const lost = wanted.filter((one) => one !== known);
  if (lost.length > 0) preset.note(`The tune ${lost.join(", ")} is not imported.`);
  return known ?? "none";
}

function extraOf(preset: PresetReader, encoder: VideoEncoder): string {
  const options = preset.text("VideoOptionExtra") ?? "";
  if (options === "") return "";
  const name = videoEncoder(encoder).parametersOption;
  const args = `${name} ${options}`;
  if (name !== undefined && /^[\w.,:=-]+$/.test(options) && parseExtraArgs(args).error === undefined) return args;
  preset.note("The encoder's additional options are not imported.");
  return "";
}

function heightOf(preset: PresetReader): number {
  const height = preset.number("PictureHeight", 0, 8640) ?? 0;
  const width = preset.number("PictureWidth", 0, 16_384) ?? 0;
  if (height === 0 && width > 0) preset.note("The maximum width is not imported: only the height can be limited here.");
  return Math.round(height);
}

function cropOf(preset: PresetReader): Video["crop"] {
  const mode = preset.number("PictureCropMode", 0, 3);
  if (mode === 3) preset.note("The fixed crop becomes automatic cropping of each file.");
  if (mode !== undefined) return mode === 2 ? "off" : "auto";
  return preset.flag("PictureAutoCrop") ? "auto" : "off";
}

/**
 * Returns the setting for interlaced video. HandBrake has separate filters for interlacing and telecine. Lathe has a
 * single setting that analyses the frames.
 */
function deinterlaceOf(preset: PresetReader): Video["deinterlace"] {
  const filter = preset.text("PictureDeinterlaceFilter") ?? "off";
  const telecine = preset.text("PictureDetelecine") ?? "off";
  const isBob = /bob/.test(preset.text("PictureDeinterlacePreset") ?? "");
  if (filter === "off" && telecine === "off") return "off";
  if (filter !== "off") {
    preset.note(`The filter ${filter} is replaced by Lathe's own, which analyses the video first.`);
  }
  if (telecine !== "off") preset.note("Telecine is removed where it is detected.");
  return isBob ? "field-rate" : "auto";
}
