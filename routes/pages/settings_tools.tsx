import { CheckField, SelectField, TextField } from "../../lib/ui/field.tsx";
import { Section, type SettingsData } from "./settings_section.tsx";

/** What encodes besides ffmpeg itself: hardware, text readers, other programs. */

const METHODS = ["none", "nvenc", "qsv", "vaapi", "amf", "videotoolbox", "rkmpp", "v4l2"] as const;

/** How pictures are encoded. */
export function Hardware({ settings: { transcoding } }: SettingsData) {
  return (
    <Section id="hardware">
      <SelectField
        name="transcoding.hardwareAcceleration"
        label="Method"
        value={transcoding.hardwareAcceleration}
        options={METHODS.map((m) => [m, m] as const)}
        help="Software gives the smallest files; default none."
      />
      <TextField
        name="transcoding.device"
        label="Device"
        value={transcoding.device}
        help="GPU index or render node; empty = the first"
      />
      <CheckField
        name="transcoding.hardwareDecoding"
        label="Decode on the hardware too"
        checked={transcoding.hardwareDecoding}
      />
      <CheckField
        name="transcoding.fallbackToSoftware"
        label="Try again on the CPU when the hardware fails"
        checked={transcoding.fallbackToSoftware}
      />
    </Section>
  );
}

/** Reading picture subtitles as text. */
export function PictureSubtitles({ settings: { ocr } }: SettingsData) {
  return (
    <Section id="subtitles">
      <CheckField
        name="ocr.enabled"
        label="Read picture subtitles as text"
        checked={ocr.enabled}
        help="With tesseract, where a profile asks for it. Off: they are copied whatever a profile asks."
      />
      <TextField
        name="ocr.ocrPath"
        label="tesseract"
        value={ocr.ocrPath}
        placeholder="found by itself"
        help="An absolute path; empty = look for it"
      />
      <TextField
        name="ocr.languages"
        type="list"
        label="Languages to read with"
        value={ocr.languages.join(", ")}
        help="e.g. eng, deu; empty = as each stream says"
      />
    </Section>
  );
}

/** Where programs are. */
export function Programs({ settings }: SettingsData) {
  return (
    <Section id="programs">
      <TextField
        name="ffmpegPath"
        label="ffmpeg"
        value={settings.ffmpegPath}
        placeholder="found by itself"
        help="An absolute path; empty = look for it"
      />
      <TextField
        name="ffprobePath"
        label="ffprobe"
        value={settings.ffprobePath}
        placeholder="found by itself"
        help="An absolute path; empty = look for it"
      />
      <TextField
        name="encodertoolPath"
        label="fre:ac (freaccmd)"
        value={settings.encodertoolPath}
        placeholder="found by itself"
        help="Encodes music where ffmpeg cannot: Monkey's Audio. Empty = look for it"
      />
    </Section>
  );
}
