import type { Random } from "./random.ts";
import type { Language, MediaInfo, QualityModel } from "./types.ts";

const CODES: Record<string, string> = {
  English: "eng",
  Japanese: "jpn",
  French: "fre",
  German: "ger",
  Spanish: "spa",
  Italian: "ita",
  Korean: "kor",
  Chinese: "chi",
};

/** Returns plausible media info for a file of this quality, with HDR if resolution and name allow it. */
export function mediaInfoOf(
  { quality }: QualityModel,
  { random, minutes, languages, name = "" }: { random: Random; minutes: number; languages: Language[]; name?: string },
): MediaInfo {
  const height = quality.resolution || 480;
  const disc = /remux/i.test(quality.name);
  const hdr = height === 2160 ? hdrOf(name, random) : "";
  const videoCodec = disc
    ? height === 2160 ? "HEVC" : random.chance(0.85) ? "AVC" : "VC1"
    : height === 2160
    ? "x265"
    : height <= 480
    ? "XviD"
    : random.pick(["x264", "x264", "h264", "x265"]);
  const [audioCodec, audioChannels] = disc
    ? random.pick([["TrueHD Atmos", 7.1], ["DTS-HD MA", 5.1], ["TrueHD", 5.1], ["DTS-X", 7.1], ["FLAC", 2]] as const)
    : random.pick([["EAC3 Atmos", 5.1], ["EAC3", 5.1], ["AC3", 5.1], ["DTS", 5.1], ["AAC", 2]] as const);
  const tracks = [...languages, ...(random.chance(0.3) ? [{ id: 2, name: "French" }] : [])];
  const codes = [...new Set(tracks.map(({ name }) => CODES[name] ?? "und"))];
  const seconds = minutes * 60 + random.int(0, 59);
  return {
    audioBitrate: disc ? 3_900_000 : 640_000,
    audioChannels,
    audioCodec,
    audioLanguages: codes.join("/"),
    audioStreamCount: codes.length,
    videoBitDepth: hdr !== "" || (videoCodec === "x265" && random.chance(0.5)) ? 10 : 8,
    videoBitrate: Math.round((height === 2160 ? 50e6 : height === 1080 ? 25e6 : 5e6) * (disc ? 1 : 0.3)),
    videoCodec,
    videoFps: random.pick([23.976, 23.976, 24, 25]),
    videoDynamicRange: hdr === "" ? "" : "HDR",
    videoDynamicRangeType: hdr,
    resolution: resolution(height, random.chance(0.5)),
    runTime: runTime(seconds),
    scanType: "Progressive",
    subtitles: random.chance(0.8) ? ["eng", "fre", "spa"].slice(0, random.int(1, 3)).join("/") : "",
  };
}

function hdrOf(name: string, random: Random): string {
  if (/\bDV\b.*HDR/i.test(name)) return "DV HDR10";
  if (/HDR10\+|HDR10Plus/i.test(name)) return "HDR10Plus";
  if (/\bHDR/i.test(name)) return "HDR10";
  return random.pick(["HDR10", "HDR10", "DV HDR10", "HDR10Plus", "DV", "HLG", ""]);
}

function resolution(height: number, wide: boolean): string {
  const width = height === 576 || height === 480 ? 720 : Math.round(height * 16 / 9);
  return `${width}x${wide && height >= 720 ? 2 * Math.round(width / 4.8) : height}`;
}

function runTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Converts media info to the format of webhooks, with lists, and with the frame size as numbers. */
export function webhookMediaInfo(info: MediaInfo): Record<string, unknown> {
  const [width = 0, height = 0] = info.resolution.split("x").map(Number);
  return {
    audioChannels: info.audioChannels,
    audioCodec: info.audioCodec,
    audioLanguages: info.audioLanguages.split("/").filter(Boolean),
    height,
    width,
    subtitles: info.subtitles.split("/").filter(Boolean),
    videoCodec: info.videoCodec,
    videoDynamicRange: info.videoDynamicRange,
    videoDynamicRangeType: info.videoDynamicRangeType,
  };
}
