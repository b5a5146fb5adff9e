import { ProfileInput } from "../schema.ts";
import { checkRecipe } from "../validate.ts";
import { audioOf, subtitlesOf } from "./handbrake_audio.ts";
import { videoOf } from "./handbrake_video.ts";
import { isRecord, type PresetReader, presetReader } from "./preset_reader.ts";

/** Profile read from a file, before it is saved. */
export interface ReadProfile {
  name: string;
  /** Absent if the profile cannot be converted; `problem` contains the reason. */
  profile?: ProfileInput;
  problem?: string;
  /** Messages about settings that were omitted or changed. */
  notes: string[];
}

const CONTAINERS: Record<string, ProfileInput["container"]> = {
  av_mkv: "mkv",
  mkv: "mkv",
  av_mp4: "mp4",
  mp4: "mp4",
  av_webm: "webm",
  av_mov: "mov",
};

/** HandBrake settings without an equivalent, with the values that turn them off. */
const UNKNOWN: readonly [key: string, off: readonly string[], sentence: string][] = [
  ["PictureDenoiseFilter", ["off", "none"], "The denoise filter is not imported."],
  ["PictureSharpenFilter", ["off", "none"], "Sharpening is not imported."],
  ["PictureDeblockPreset", ["off", "none"], "Deblocking is not imported."],
  ["PictureChromaSmoothPreset", ["off", "none"], "Chroma smoothing is not imported."],
  ["PictureColorspacePreset", ["off", "none"], "The colour space conversion is not imported."],
  ["PictureRotate", ["angle=0:hflip=0", "0"], "Rotation is not imported."],
  ["VideoLevel", ["auto"], "The encoder chooses the level."],
  ["VideoFramerate", ["auto", "0"], "The frame rate of the source is kept."],
];

/** Converts a HandBrake preset to a profile, with notes about unsupported settings. Pure. */
export function profileOfHandBrake(fields: Record<string, unknown>): ReadProfile {
  const notes = new Set<string>();
  const preset = presetReader(fields, notes);
  const name = (preset.text("PresetName") ?? "").slice(0, 120) || "HandBrake preset";
  const done = (rest: Pick<ReadProfile, "profile" | "problem">): ReadProfile => ({ name, ...rest, notes: [...notes] });
  const video = videoOf(preset);
  if (video === undefined) {
    const encoder = preset.text("VideoEncoder");
    return done({
      problem: encoder
        ? `Lathe does not support the video encoder “${encoder.slice(0, 40)}”.`
        : "The preset specifies no video encoder.",
    });
  }
  noteUnknown(preset);
  const parsed = ProfileInput.safeParse({
    name,
    description: preset.text("PresetDescription") ?? "",
    container: containerOf(preset),
    video,
    audio: audioOf(preset),
    subtitles: subtitlesOf(preset),
    output: { cleanMetadata: !preset.flag("MetadataPassthrough") && fields.MetadataPassthrough !== undefined },
  });
  if (!parsed.success) return done({ problem: "Its values do not form a valid profile." });
  const profile = fitted(parsed.data, notes);
  const [first] = checkRecipe(profile);
  return first === undefined ? done({ profile }) : done({ problem: first.message });
}

function noteUnknown(preset: PresetReader): void {
  for (const [key, off, sentence] of UNKNOWN) {
    const value = preset.text(key);
    if (value !== undefined && value !== "" && !off.includes(value)) preset.note(sentence);
  }
  if (preset.flag("VideoGrayScale")) preset.note("Video stays in colour.");
  if (preset.text("VideoFramerateMode") === "cfr") preset.note("Variable frame rates are kept.");
}

function containerOf(preset: PresetReader): ProfileInput["container"] {
  const format = preset.text("FileFormat") ?? "";
  if (Object.hasOwn(CONTAINERS, format)) return CONTAINERS[format] ?? "mkv";
  preset.note(
    format === ""
      ? "No container is specified; it becomes MKV."
      : `The container “${format.slice(0, 20)}” becomes MKV.`,
  );
  return "mkv";
}

/**
 * Replaces settings that the container does not support. Both programs have the same containers, but with different
 * limits.
 */
function fitted(profile: ProfileInput, notes: Set<string>): ProfileInput {
  const wrong = checkRecipe(profile).map(({ path }) => path);
  const isOdd = (path: string) => wrong.includes(path);
  if (isOdd("audio.encoder") || isOdd("audio.channels") || isOdd("audio.addStereo") || isOdd("audio.bitrate")) {
    const encoder = profile.container === "webm" ? "libopus" : "aac";
    notes.add(
      `The audio is not compatible with ${profile.container.toUpperCase()} or its encoder; it becomes ${encoder}.`,
    );
    return {
      ...profile,
      audio: { ...profile.audio, encoder, bitrate: 0, channels: 0, addStereo: false },
    };
  }
  return profile;
}

const MAX_PRESETS = 200;
const MAX_DEPTH = 6;

/** Returns all presets of a HandBrake file, including those in folders. */
export function handBrakePresets(list: unknown[], depth = 0): Record<string, unknown>[] {
  if (depth > MAX_DEPTH) return [];
  const found: Record<string, unknown>[] = [];
  for (const one of list) {
    // One preset above the limit is returned, so that the caller can detect that there are too many.
    if (found.length > MAX_PRESETS) break;
    if (!isRecord(one)) continue;
    if (Array.isArray(one.ChildrenArray) && (one.Folder === true || one.ChildrenArray.length > 0)) {
      found.push(...handBrakePresets(one.ChildrenArray, depth + 1));
    } else if (one.Folder !== true) found.push(one);
  }
  return found;
}
