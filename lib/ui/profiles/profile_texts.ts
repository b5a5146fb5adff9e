export { CODEC_NAMES } from "../../encode/plan/words.ts";

/** Labels of a recipe's fields by path, for the editor, the rules and the comparison. */
export const PROFILE_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  description: "Description",
  mediaType: "Media type",
  container: "Container",
  "video.encoder": "Video encoder",
  "video.quality": "Video quality",
  "video.preset": "Video preset",
  "video.pixelFormat": "Pixel format",
  "video.tune": "Tune",
  "video.maxHeight": "Maximum height (pixels)",
  "video.hdrPassthrough": "Keep HDR10",
  "video.hdrToSdr": "HDR to SDR",
  "video.bitrate": "Video bit rate (kb/s)",
  "video.targetMetric": "Quality target",
  "video.targetScore": "Target score",
  "video.deinterlace": "Deinterlace",
  "video.crop": "Crop black bars",
  "video.extraArgs": "Extra ffmpeg arguments",
  "video.hwMode": "Hardware",
  "audio.encoder": "Audio encoder",
  "audio.bitrate": "Audio bit rate (kb/s)",
  "audio.channels": "Audio channels",
  "audio.languages": "Audio languages to keep",
  "audio.ownLanguages": "Use my languages (audio)",
  "audio.firstMatchOnly": "One track per language",
  "audio.dropCommentary": "Exclude audio commentary",
  "audio.keepLossless": "Copy lossless tracks",
  "audio.keepOriginalLanguage": "Always keep the original language",
  "audio.addStereo": "Add a stereo AAC track",
  "audio.vbrQuality": "VBR quality",
  "audio.maxSampleRate": "Maximum sample rate (Hz)",
  "audio.bitDepth": "Bit depth",
  "audio.compressionLevel": "Compression level",
  "audio.opusComplexity": "Opus complexity",
  "audio.preserveMqa": "Keep MQA intact",
  "audio.replayGain": "Write ReplayGain",
  "audio.embedCover": "Keep music cover art",
  "subtitles.mode": "Subtitles",
  "subtitles.languages": "Subtitle languages to keep",
  "subtitles.ownLanguages": "Use my languages (subtitles)",
  "subtitles.burnLanguage": "Language to burn in",
  "subtitles.burnForcedOnly": "Burn in forced subtitles only",
  "subtitles.keepFonts": "Keep fonts",
  "subtitles.pictureSubtitles": "Bitmap subtitles",
  "subtitles.dropCommentary": "Exclude subtitle commentary",
  "output.directory": "Output folder",
  "output.suffix": "File name suffix",
  "output.replaceOriginal": "Replace the original",
  "output.notifyArr": "Trigger a rescan in the manager",
  "output.renameTokens": "Rename to match the encode",
  "output.cleanMetadata": "Clean metadata",
  "output.checkSource": "Fully check the source first",
  "output.replaceDamaged": "Replace damaged originals too",
  "output.segments": "Encode in segments",
  "output.keepOriginalDays": "Keep replaced originals (days)",
};

/** Returns the label of a field. Paths without a label are split into words. */
export const profileLabel = (path: string): string =>
  PROFILE_LABELS[path] ?? (path.split(".").at(-1) ?? path).replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();

/** Labels of stored values, by the path of the field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "output.segments": { auto: "movies longer than 10 minutes", on: "always where possible", off: "never" },
  mediaType: { any: "any media", movie: "movies", tv: "series" },
  container: { webm: "WebM", opus: "Opus", ogg: "Ogg", wv: "WavPack", ape: "Monkey's Audio" },
  "video.pixelFormat": {
    auto: "automatic",
    yuv420p: "8-bit (yuv420p)",
    yuv420p10le: "10-bit (yuv420p10le)",
    p010le: "10-bit for hardware (p010le)",
    nv12: "8-bit for hardware (nv12)",
  },
  "video.tune": { fastdecode: "fast decode", zerolatency: "zero latency" },
  "video.maxHeight": { 0: "keep" },
  "video.bitrate": { 0: "by quality" },
  "video.hdrToSdr": { hable: "Hable", bt2390: "BT.2390" },
  "video.crop": { auto: "automatic" },
  "video.deinterlace": {
    auto: "auto: keep the frame rate",
    "field-rate": "auto: double the frame rate",
    on: "always",
  },
  "video.hwMode": { auto: "use global setting", software: "CPU only" },
  "video.targetMetric": { auto: "best metric available", vmaf: "VMAF", xpsnr: "XPSNR", ssim: "SSIM" },
  "audio.bitrate": { 0: "encoder default" },
  "audio.channels": { 0: "keep", 2: "stereo", 6: "5.1", 8: "7.1" },
  "audio.maxSampleRate": { 0: "keep" },
  "audio.bitDepth": { 0: "keep" },
  "subtitles.mode": { copy: "keep", "copy-text": "keep text only", burn: "burn in", none: "remove" },
  "subtitles.pictureSubtitles": {
    copy: "keep",
    ocr: "convert to text",
    "ocr-keep": "keep and add text",
    drop: "remove",
  },
};

/** Formats a value of a recipe. `path` is the path of its field. */
export function valueWords(value: unknown, path = ""): string {
  if (value === true) return "on";
  if (value === false) return "off";
  if (value === undefined || value === null || value === "") return "empty";
  if (Array.isArray(value)) return value.length === 0 ? "all" : value.map((one) => valueWords(one, path)).join(", ");
  return VALUES[path]?.[String(value)] ?? (path === "container" ? String(value).toUpperCase() : String(value));
}

/** Returns the options of a field with their labels. */
export const valueOptions = (path: string, values: readonly (string | number)[]) =>
  values.map((value) => [String(value), valueWords(value, path)] as const);
