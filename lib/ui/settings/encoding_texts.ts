import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for encoding. */
export const ENCODING_TEXTS = {
  "concurrency": { section: "encoding", label: "Encodes at a time", help: "0 starts nothing." },
  "transcodeTemp": { section: "encoding", label: "Where encodes are written" },
  "transcoding.verify": { section: "encoding", label: "Check finished files" },
  "transcoding.keepOriginalDays": {
    section: "encoding",
    label: "Keep replaced originals, days",
    help: "In a bin beside the file.",
  },
  "stallTimeoutMinutes": {
    section: "encoding",
    label: "Stop a stalled encode after, minutes",
    help: "0 = never.",
    advanced: true,
  },
  "pollIntervalSeconds": {
    section: "encoding",
    label: "Check for imports every, seconds",
    help: "For jobs that wait for a grabbed release.",
    advanced: true,
  },
  "preventSleep": { section: "encoding", label: "Prevent sleep while encoding" },
  "transcoding.schedule.enabled": {
    section: "encoding",
    label: "Start encodes only at certain hours",
    help: "What runs when they end is finished.",
  },
  "transcoding.schedule.from": { section: "encoding", label: "Start encodes from" },
  "transcoding.schedule.to": {
    section: "encoding",
    label: "Start encodes until",
    help: "Earlier than the start = on the next day.",
  },
  "transcoding.schedule.days": {
    section: "encoding",
    label: "Days with encodes",
    help: "None selected = every day.",
    anchor: "f-transcoding-schedule-enabled",
  },
  "transcoding.hardwareAcceleration": { section: "hardware", label: "Hardware encoding" },
  "transcoding.device": {
    section: "hardware",
    label: "Graphics device",
    help: "GPU index or render node. Empty = the first.",
    advanced: true,
  },
  "transcoding.hardwareDecoding": { section: "hardware", label: "Decode on the hardware too" },
  "transcoding.fallbackToSoftware": { section: "hardware", label: "Fall back to the CPU when the hardware fails" },
  "ocr.enabled": {
    section: "subtitles",
    label: "Read picture subtitles as text",
    help: "With tesseract, where a profile asks for it. Off: they are copied whatever a profile asks.",
  },
  "ocr.languages": {
    section: "subtitles",
    label: "Languages to read with",
    help: "Three letters each, such as eng, deu. Empty = as each stream says.",
  },
  "ocr.ocrPath": {
    section: "subtitles",
    label: "tesseract",
    help: "An absolute path. Empty = found automatically.",
    advanced: true,
  },
  "ffmpegPath": { section: "programs", label: "ffmpeg", help: "An absolute path. Empty = found automatically." },
  "ffprobePath": { section: "programs", label: "ffprobe", help: "An absolute path. Empty = found automatically." },
  "encodertoolPath": {
    section: "programs",
    label: "fre:ac (freaccmd)",
    help: "Encodes music where ffmpeg cannot: Monkey's Audio. An absolute path. Empty = found automatically.",
  },
  "doviToolPath": {
    section: "programs",
    label: "dovi_tool",
    help: "Keeps Dolby Vision in HEVC encodes. An absolute path. Empty = found automatically.",
    advanced: true,
  },
  "hdr10plusToolPath": {
    section: "programs",
    label: "hdr10plus_tool",
    help: "Keeps HDR10+ in HEVC encodes. An absolute path. Empty = found automatically.",
    advanced: true,
  },
} as const satisfies Record<string, SettingText>;
