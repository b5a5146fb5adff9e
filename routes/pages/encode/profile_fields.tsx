import { videoEncoder } from "../../../lib/encode/profiles/encoders.ts";
import { CONTAINERS, MEDIA_TYPES, type Profile, VIDEO_ENCODERS } from "../../../lib/encode/profiles/schema.ts";
import { AudioFields, Section } from "./profile_audio_fields.tsx";
import { CheckField, NumberField, SelectField, TextField } from "../../../lib/ui/field.tsx";

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

/** Every field of a recipe, named as the API takes it. */
export function ProfileFields({ profile }: { profile: Profile }) {
  return (
    <>
      <General profile={profile} />
      <Video profile={profile} />
      <AudioFields profile={profile} />
      <Subtitles profile={profile} />
      <Output profile={profile} />
    </>
  );
}

function General({ profile }: { profile: Profile }) {
  return (
    <Section title="General">
      <TextField name="name" label="Name" value={profile.name} required />
      <SelectField name="mediaType" label="For" value={profile.mediaType} options={same(MEDIA_TYPES)} />
      <SelectField name="container" label="Container" value={profile.container} options={same(CONTAINERS)} />
      <TextField name="description" label="Description" value={profile.description} />
    </Section>
  );
}

function Video({ profile: { video } }: { profile: Profile }) {
  const { quality, presets } = videoEncoder(video.encoder);
  return (
    <Section title="Video">
      <SelectField
        name="video.encoder"
        label="Encoder"
        value={video.encoder}
        options={VIDEO_ENCODERS.map((e) => [e, e === "copy" ? "copy (leave as it is)" : e] as const)}
      />
      <NumberField
        name="video.quality"
        label={quality?.label ?? "Quality"}
        value={video.quality}
        min={0}
        max={255}
        step="any"
        help="Lower is better, except for VideoToolbox"
      />
      <TextField
        name="video.preset"
        label="Preset"
        value={video.preset}
        help={presets.length > 0 ? presets.join(", ") : "This encoder has none"}
      />
      <NumberField name="video.bitrate" label="Bitrate, kb/s" value={video.bitrate} min={0} help="0 = by quality" />
      <SelectField
        name="video.targetMetric"
        label="Quality target"
        value={video.targetMetric}
        options={[
          ["none", "none: the number above"],
          ["auto", "the best metric there is"],
          ["vmaf", "VMAF"],
          ["xpsnr", "XPSNR"],
          ["ssim", "SSIM"],
        ]}
        help="Searches the number above on samples of each file, so that the result scores this"
      />
      <NumberField
        name="video.targetScore"
        label="Target score"
        value={video.targetScore}
        min={0}
        max={100}
        step="any"
        help="VMAF points, also for the best there is (95 looks like the source); XPSNR in dB; SSIM up to 1"
      />
      <SelectField
        name="video.pixelFormat"
        label="Pixel format"
        value={video.pixelFormat}
        options={same(["auto", "yuv420p", "yuv420p10le", "p010le", "nv12"])}
      />
      <SelectField
        name="video.tune"
        label="Tune"
        value={video.tune}
        options={same(["none", "animation", "film", "grain", "fastdecode", "zerolatency"])}
      />
      <NumberField
        name="video.maxHeight"
        label="Highest picture, lines"
        value={video.maxHeight}
        min={0}
        help="0 = keep"
      />
      <SelectField
        name="video.hdrToSdr"
        label="HDR to SDR"
        value={video.hdrToSdr}
        options={same(["off", "hable", "bt2390"])}
      />
      <SelectField
        name="video.deinterlace"
        label="Deinterlace"
        value={video.deinterlace}
        options={[
          ["off", "off"],
          ["auto", "auto: one picture per frame"],
          ["field-rate", "auto: one picture per field"],
          ["on", "always"],
        ]}
        help="Auto looks at the pictures and undoes telecine"
      />
      <SelectField name="video.crop" label="Crop black bars" value={video.crop} options={same(["off", "auto"])} />
      <SelectField
        name="video.hwMode"
        label="Hardware"
        value={video.hwMode}
        options={[["auto", "follow the settings"], ["software", "stay on the CPU"]]}
      />
      <TextField
        name="video.extraArgs"
        label="Extra ffmpeg arguments"
        value={video.extraArgs}
        help="Encoder options only, e.g. -g 240"
      />
      <CheckField name="video.hdrPassthrough" label="Keep HDR10" checked={video.hdrPassthrough} />
    </Section>
  );
}

function Subtitles({ profile: { subtitles } }: { profile: Profile }) {
  return (
    <Section title="Subtitles">
      <SelectField
        name="subtitles.mode"
        label="What to do"
        value={subtitles.mode}
        options={[["copy", "keep"], ["copy-text", "keep text only"], ["burn", "burn in"], ["none", "leave out"]]}
      />
      <TextField
        name="subtitles.languages"
        type="list"
        label="Languages to keep"
        value={subtitles.languages.join(", ")}
        help="empty = all"
      />
      <CheckField
        name="subtitles.ownLanguages"
        label="My languages instead"
        checked={subtitles.ownLanguages}
        help="Those of the settings, where there are any, take the place of this list"
      />
      <TextField
        name="subtitles.burnLanguage"
        label="Language to burn in"
        value={subtitles.burnLanguage}
        help="empty = the first"
      />
      <SelectField
        name="subtitles.pictureSubtitles"
        label="Picture subtitles"
        value={subtitles.pictureSubtitles}
        options={[["copy", "keep"], ["ocr", "turn into text"], ["ocr-keep", "text beside them"], ["drop", "leave out"]]}
      />
      <CheckField
        name="subtitles.burnForcedOnly"
        label="Burn in forced lines only"
        checked={subtitles.burnForcedOnly}
      />
      <CheckField name="subtitles.keepFonts" label="Keep fonts" checked={subtitles.keepFonts} />
      <CheckField name="subtitles.dropCommentary" label="Leave commentary out" checked={subtitles.dropCommentary} />
    </Section>
  );
}

function Output({ profile: { output } }: { profile: Profile }) {
  return (
    <Section title="Result">
      <TextField name="output.directory" label="Folder" value={output.directory} help="empty = next to the source" />
      <TextField name="output.suffix" label="Suffix of the name" value={output.suffix} />
      <CheckField
        name="output.replaceOriginal"
        label="Replace the original"
        checked={output.replaceOriginal}
        help="Only after the result is verified; the original is kept in a bin for the days the settings say"
      />
      <CheckField
        name="output.replaceDamaged"
        label="Replace a damaged original too"
        checked={output.replaceDamaged}
        help="Otherwise an original whose decoding showed errors stays beside its encode"
      />
      <CheckField
        name="output.checkSource"
        label="Check the source in full first"
        checked={output.checkSource}
        help="Decodes every picture before the encode starts; a damaged file is not encoded"
      />
      <CheckField
        name="output.renameTokens"
        label="Rename for the encode"
        checked={output.renameTokens}
        help="Remux-2160p becomes Bluray-2160p, codec and audio tokens follow"
      />
      <CheckField name="output.cleanMetadata" label="Clean metadata" checked={output.cleanMetadata} />
      <CheckField name="output.notifyArr" label="Ask the manager to rescan" checked={output.notifyArr} />
    </Section>
  );
}
