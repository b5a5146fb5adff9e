import { audioEncoder, audioEncodersWith } from "../encoders.ts";
import type { AudioEncoder, ProfileInput } from "../schema.ts";
import type { PresetReader } from "./preset_reader.ts";

const CHANNELS: Record<string, 0 | 2 | 6 | 8> = {
  mono: 2,
  stereo: 2,
  dpl1: 2,
  dpl2: 2,
  "5point1": 6,
  "6point1": 6,
  "7point1": 8,
  "5_2_lfe": 8,
};

/** Returns the audio settings of a preset. The first track is used, because a profile has one rule for all tracks. */
export function audioOf(preset: PresetReader): Partial<ProfileInput["audio"]> {
  const tracks = preset.list("AudioList");
  const [first] = tracks;
  const languages = languagesOf(preset, "AudioLanguageList");
  const isFirstOnly = preset.text("AudioTrackSelectionBehavior") === "first";
  const common = { languages, firstMatchOnly: isFirstOnly, dropCommentary: false };
  if (first === undefined) {
    preset.note("No audio is specified; it is copied.");
    return { ...common, encoder: "copy" };
  }
  const name = first.text("AudioEncoder") ?? "";
  const [known] = audioEncodersWith(({ handBrake }) => handBrake?.includes(name) ?? false);
  const encoder = name.startsWith("copy") ? "copy" : known ?? "aac";
  if (!name.startsWith("copy") && known === undefined) {
    preset.note(`The audio encoder “${name.slice(0, 40)}” is not supported; audio becomes AAC.`);
  }
  if (name.startsWith("copy:")) preset.note(`All audio is copied, not only ${name.slice(5, 20)}.`);
  const addStereo = tracks.slice(1).some((track) => CHANNELS[track.text("AudioMixdown") ?? ""] === 2);
  if (tracks.length > 1) {
    preset.note(
      addStereo
        ? "Only the first of several tracks is used; a stereo AAC track is added."
        : "Only the first of several tracks is used.",
    );
  }
  const gain = first.number("AudioTrackGainSlider", -20, 20) ?? 0;
  const range = first.number("AudioTrackDRCSlider", 0, 4) ?? 0;
  if (gain !== 0 || range !== 0) preset.note("Audio gain and dynamic range stay unchanged.");
  return { ...common, encoder, addStereo, ...(encoder === "copy" ? {} : audioSettings(first, encoder)) };
}

function audioSettings(track: PresetReader, encoder: AudioEncoder): Partial<ProfileInput["audio"]> {
  const mixdown = track.text("AudioMixdown") ?? "none";
  if (mixdown === "mono") track.note("Mono becomes stereo.");
  const bitrate = audioEncoder(encoder).lossless ? 0 : Math.round(track.number("AudioBitrate", 0, 2048) ?? 0);
  return { bitrate, channels: Object.hasOwn(CHANNELS, mixdown) ? CHANNELS[mixdown] : 0 };
}

/** Returns the subtitle settings of a preset. */
export function subtitlesOf(preset: PresetReader): Partial<ProfileInput["subtitles"]> {
  const languages = languagesOf(preset, "SubtitleLanguageList");
  const burn = preset.text("SubtitleBurnBehavior") ?? "none";
  if (burn === "foreign" || burn === "foreign_first") {
    preset.note("Forced subtitles in the movie's own language are burned in, if there are any.");
    return { mode: "burn", languages, burnForcedOnly: true };
  }
  if (burn === "native") return { mode: "burn", languages };
  if (preset.flag("SubtitleAddForeignAudioSearch")) preset.note("The foreign audio search is not imported.");
  return { mode: preset.text("SubtitleTrackSelectionBehavior") === "none" ? "none" : "copy", languages };
}

/** Returns the languages of a preset. HandBrake uses `any` and `und` for no selection. */
function languagesOf(preset: PresetReader, key: string): string[] {
  return [...new Set(preset.texts(key))].filter((one) => /^[a-z]{2,3}$/.test(one) && one !== "any" && one !== "und");
}
