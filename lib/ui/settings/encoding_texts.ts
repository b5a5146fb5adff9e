import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for encoding. */
export const ENCODING_TEXTS = {
  "concurrency": { section: "encoding", label: "Concurrent encodes", help: "0 starts nothing." },
  "transcodeTemp": { section: "encoding", label: "Where encodes are written" },
  "transcoding.verify": { section: "encoding", label: "Check finished files" },
  "transcoding.keepOriginalDays": {
    section: "encoding",
    label: "Keep replaced originals (days)",
    help: "In a bin next to the file.",
  },
  "stallTimeoutMinutes": {
    section: "encoding",
    label: "Stop stalled encodes after (minutes)",
    help: "0 = never.",
    advanced: true,
  },
  "pollIntervalSeconds": {
    section: "encoding",
    label: "Import check interval (seconds)",
    help: "For jobs waiting for a grabbed release.",
    advanced: true,
  },
  "preventSleep": { section: "encoding", label: "Prevent sleep while encoding" },
  "transcoding.schedule.enabled": {
    section: "encoding",
    label: "Start encodes only at certain hours",
    help: "Encodes that are still running at the end continue until they finish.",
  },
  "transcoding.schedule.from": { section: "encoding", label: "Start encodes from" },
  "transcoding.schedule.to": {
    section: "encoding",
    label: "Start encodes until",
    help: "Earlier than the start = on the next day.",
  },
  "transcoding.schedule.days": {
    section: "encoding",
    label: "Encoding days",
    help: "None selected = every day.",
    anchor: "f-transcoding-schedule-enabled",
  },
  "transcoding.hardwareAcceleration": { section: "hardware", label: "Hardware encoding" },
  "transcoding.device": {
    section: "hardware",
    label: "GPU device",
    help: "GPU index or render node. Empty = the first.",
    advanced: true,
  },
  "transcoding.hardwareDecoding": { section: "hardware", label: "Use hardware decoding" },
  "transcoding.fallbackToSoftware": { section: "hardware", label: "Fall back to the CPU when the hardware fails" },
  "ocr.enabled": {
    section: "subtitles",
    label: "Convert bitmap subtitles to text",
    help: "Uses tesseract, if the profile requests it. Off: they are copied, whatever the profile says.",
  },
  "ocr.languages": {
    section: "subtitles",
    label: "OCR languages",
    help: "Three-letter codes, such as eng, deu. Empty = the language of each stream.",
  },
  "ocr.ocrPath": {
    section: "subtitles",
    label: "tesseract",
    help: "An absolute path. Empty = auto-detect.",
    advanced: true,
  },
  "ffmpegPath": { section: "programs", label: "ffmpeg", help: "An absolute path. Empty = auto-detect." },
  "ffprobePath": { section: "programs", label: "ffprobe", help: "An absolute path. Empty = auto-detect." },
  "encodertoolPath": {
    section: "programs",
    label: "fre:ac (freaccmd)",
    help: "Encodes music where ffmpeg cannot: Monkey's Audio. An absolute path. Empty = auto-detect.",
  },
  "doviToolPath": {
    section: "programs",
    label: "dovi_tool",
    help: "Keeps Dolby Vision in HEVC encodes. An absolute path. Empty = auto-detect.",
    advanced: true,
  },
  "hdr10plusToolPath": {
    section: "programs",
    label: "hdr10plus_tool",
    help: "Keeps HDR10+ in HEVC encodes. An absolute path. Empty = auto-detect.",
    advanced: true,
  },
} as const satisfies Record<string, SettingText>;
