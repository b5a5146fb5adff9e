import * as z from "zod";
import { absolutePath, profileRef, PROGRAM, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const encoding = settingIn("encoding");
const schedule = settingIn("encoding", "Schedule");
const conditions = settingIn("encoding", "Temperature and battery");
const hardware = settingIn("hardware");
const subtitles = settingIn("subtitles");
const programs = settingIn("programs");
const defaults = settingIn("defaults");

const timeOfDay = (standard: string) =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 22:00.").default(standard);

/** Limit of one GPU. */
const CardLimit = z.object({
  device: z.string().trim().max(200).regex(
    /^(?:\d{1,2}|\/dev\/[\w/.-]+)$/,
    "Use a GPU index such as 0, or a render node such as /dev/dri/renderD128.",
  ),
  limit: z.int().min(1).max(32).default(1),
  enabled: z.boolean().default(true),
});

const TranscodingSettings = group({
  hardwareAcceleration: hardware(
    z.enum(["none", "amf", "nvenc", "qsv", "vaapi", "rkmpp", "videotoolbox", "v4l2"]).default("none"),
    {
      label: "Hardware encoding",
      details:
        "Software profiles then use the hardware encoder of the same codec. Hardware is faster but needs 20 to " +
        "40 % more bit rate for the same quality.",
      options: {
        none: "None (software)",
        nvenc: "NVENC (NVIDIA)",
        qsv: "Quick Sync (Intel)",
        vaapi: "VA-API",
        amf: "AMF (AMD)",
        videotoolbox: "VideoToolbox (Apple)",
        rkmpp: "RKMPP (Rockchip)",
        v4l2: "V4L2",
      },
    },
  ),
  device: hardware(z.string().max(200).default(""), {
    label: "GPU device",
    help: "GPU index or render node.",
    empty: "the first",
    details:
      "The index belongs to an NVIDIA GPU; a render node is a path such as `/dev/dri/renderD129`. Required with " +
      "more than one GPU.",
    advanced: true,
  }),
  cards: hardware(
    z.array(CardLimit).max(16).refine(
      (cards) => new Set(cards.map(({ device }) => device)).size === cards.length,
      "Each GPU may be listed only once.",
    ).default([]),
    {
      label: "GPU limits",
      help: "Encodes that each GPU runs at a time, in addition to the concurrent jobs of the CPU.",
      empty: "encodes on GPUs count toward the concurrent jobs",
      details:
        "A list of `{device, limit, enabled}`; `device` is a GPU index (NVENC) or a render node (Quick Sync, VA-API). A " +
        "job uses the enabled GPU of its method with the fewest encodes. GPUs that are not in the list are not used as " +
        "soon as one of the same method is.",
      advanced: true,
    },
  ),
  hardwareDecoding: hardware(toggle(true), {
    label: "Use hardware decoding",
    details: "For H.264, HEVC, AV1 and VP9. Disable it if sources show video errors.",
  }),
  fallbackToSoftware: hardware(toggle(true), { label: "Fall back to the CPU when the hardware fails" }),
  verify: encoding(z.enum(["off", "windows", "full"]).default("windows"), {
    label: "Check finished files",
    details:
      "A finished file is compared with its source: its headers (`off`), every packet, all audio and samples of the " +
      "video (`windows`), or everything (`full`). Before an original is replaced, everything is compared.",
    options: {
      windows: "fully before replacing",
      full: "always fully",
      off: "streams and length only",
    },
  }),
  keepOriginalDays: encoding(z.int().min(0).max(3650).default(7), {
    label: "Keep replaced originals (days)",
    help: "In a recycle bin next to the file.",
    details: "Originals can be restored until then. Use a lower value if disk space is limited.",
  }),
  bin: group({
    maxBytes: encoding(z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0), {
      label: "Maximum size of the recycle bins (GB)",
      control: "gigabytes",
      help: "The oldest replaced originals are deleted first. 0 = unlimited.",
      details:
        "The value is in bytes, and the form shows it in GB. A file is only deleted if its verified successor exists and is not under review. Health reports files that " +
        "must stay although the maximum is exceeded.",
    }),
  }),
  schedule: group({
    enabled: schedule(toggle(false), {
      label: "Start encodes only at certain hours",
      help: "Encodes that are still running at the end continue until they finish.",
      reveals: true,
    }),
    from: schedule(timeOfDay("22:00"), { label: "Start encodes from", control: "time" }),
    to: schedule(timeOfDay("06:00"), {
      label: "Start encodes until",
      help: "Earlier than the start = on the next day.",
      control: "time",
    }),
    days: schedule(z.array(z.int().min(0).max(6)).max(7).default([]), {
      label: "Encoding days",
      help: "None selected = every day (default).",
      details: "A list of numbers; 0 is Sunday.",
      anchor: "f-transcoding-schedule-enabled",
    }),
  }),
  conditions: group({
    maxTemperature: conditions(
      z.int().min(0).max(110).refine((value) => value === 0 || value >= 40, "Use 0, or 40 to 110 °C.").default(0),
      {
        label: "Maximum temperature (°C)",
        help: "Of the processor. Hotter: encodes wait until it is 10 °C below. 0 = no limit.",
        details:
          "40 to 110. Running encodes are suspended. Set it well above the temperature of the idle machine, because " +
          "encodes continue only 10 °C below it. Only Linux reports the temperature; machines without a sensor never wait.",
      },
    ),
    onBattery: conditions(z.enum(["continue", "wait"]).default("continue"), {
      label: "Encodes on battery",
      details: "With `wait`, encodes are suspended until the machine is plugged in. Linux and macOS.",
      options: { continue: "continue", wait: "wait for power" },
    }),
  }),
});

const OcrSettings = group({
  enabled: subtitles(toggle(false), {
    label: "Convert bitmap subtitles to text",
    help:
      "Uses Tesseract if the profile requests it. If disabled, bitmap subtitles are copied regardless of the profile.",
    reveals: true,
  }),
  languages: subtitles(
    z.array(z.string().regex(/^[a-z]{3}$/, "Use three-letter codes such as eng, deu.")).max(20).default([]),
    {
      label: "OCR languages",
      help: "Three-letter codes, such as eng, deu.",
      empty: "the language of each stream",
      details: "Set this if files specify the wrong language.",
    },
  ),
  ocrPath: subtitles(absolutePath(), { label: "tesseract", help: "An absolute path.", advanced: true, ...PROGRAM }),
});

/** Settings for encodes: concurrency, hardware, bitmap subtitles, programs and default profiles. */
export const ENCODING_SETTINGS = {
  ffmpegPath: programs(absolutePath(), {
    label: "ffmpeg",
    help: "An absolute path.",
    details: "Set it to use your own build.",
    ...PROGRAM,
  }),
  ffprobePath: programs(absolutePath(), { label: "ffprobe", help: "An absolute path.", ...PROGRAM }),
  encodertoolPath: programs(absolutePath(), {
    label: "fre:ac (freaccmd)",
    help: "Encodes music in formats that ffmpeg cannot encode (Monkey's Audio). Must be an absolute path.",
    ...PROGRAM,
  }),
  doviToolPath: programs(absolutePath(), {
    label: "dovi_tool",
    help: "Keeps Dolby Vision in HEVC encodes. An absolute path.",
    advanced: true,
    ...PROGRAM,
  }),
  hdr10plusToolPath: programs(absolutePath(), {
    label: "hdr10plus_tool",
    help: "Keeps HDR10+ in HEVC encodes. An absolute path.",
    advanced: true,
    ...PROGRAM,
  }),
  concurrency: encoding(z.int().min(0).max(32).default(1), {
    label: "Concurrent jobs",
    help: "0 = no encode starts, except on GPUs with a limit.",
    details: "Increase it for hardware encoders or many cores.",
  }),
  transcodeTemp: encoding(z.enum(["transcodes", "output"]).default("transcodes"), {
    label: "Where encodes are written",
    details:
      "Files in the transcodes folder are moved once they are finished. Choose `output` if that folder is too small.",
    options: { transcodes: "in the transcodes folder", output: "next to the final file" },
  }),
  transcoding: TranscodingSettings,
  stallTimeoutMinutes: encoding(z.int().min(0).max(1440).default(10), {
    label: "Stop stalled encodes after (minutes)",
    help: "0 = never.",
    details: "An encode without progress is stalled. Increase the time for very slow disks or shares.",
    advanced: true,
  }),
  pollIntervalSeconds: encoding(z.int().min(5).max(86_400).default(60), {
    label: "Import check interval (seconds)",
    help: "For jobs waiting for a grabbed release.",
    details: "Each job checks whether the manager has imported the release.",
    advanced: true,
  }),
  preventSleep: encoding(toggle(true), {
    label: "Prevent sleep while encoding",
    details: "Also during scans and rips. Has no effect in a container.",
  }),
  ocr: OcrSettings,
  defaultProfiles: group({
    movie: defaults(profileRef("builtin-movie-1080p"), { label: "Profile for movies", control: "profile" }),
    tv: defaults(profileRef("builtin-tv-1080p"), { label: "Profile for series", control: "profile" }),
    anime: defaults(profileRef("builtin-anime-x265"), { label: "Profile for anime", control: "profile" }),
    music: defaults(profileRef("builtin-music-flac"), { label: "Profile for music", control: "profile" }),
  }),
  languages: group({
    preferred: defaults(
      z.array(z.string().regex(/^[a-z]{2,3}$/, "Use language codes such as eng, deu.")).max(20).default([]),
      {
        label: "My languages",
        help: "Audio and subtitles that every built-in profile keeps in addition to the original language, such as " +
          "eng, deu.",
        empty: "as set in each profile",
      },
    ),
  }),
};
