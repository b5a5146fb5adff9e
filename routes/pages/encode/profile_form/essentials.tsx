import { audioEncoderObstacle, videoEncoderObstacle } from "../../../../lib/encode/profiles/choices/obstacles.ts";
import type { EncodeMachine } from "../../../../lib/encode/profiles/choices/obstacles.ts";
import { isMusicContainer } from "../../../../lib/encode/profiles/containers.ts";
import { audioEncodersWith, videoEncodersWith } from "../../../../lib/encode/profiles/encoders.ts";
import { AUDIO_ENCODERS, type Profile, VIDEO_ENCODERS } from "../../../../lib/encode/profiles/schema.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { valueOptions } from "../../../../lib/ui/profiles/profile_texts.ts";
import { OnlyFor, OnlyForMedia, Section } from "./fold.tsx";
import { PresetField, QualityField } from "./scale_fields.tsx";

/** The profile, and the capabilities of the machine for its encoders. */
export interface EssentialsProps {
  profile: Profile;
  machine: EncodeMachine;
}

/** Fields in which most profiles differ: encoders, quality, size, subtitles, and whether the original is replaced. */
export function Essentials({ profile, machine }: EssentialsProps) {
  const { name, mediaType, subtitles, output } = profile;
  return (
    <Section title="Essentials">
      <TextField name="name" label="Name" value={name} required />
      <OnlyForMedia kind="video" mediaType={mediaType}>
        <VideoEssentials profile={profile} machine={machine} />
      </OnlyForMedia>
      <AudioEssentials profile={profile} machine={machine} />
      <OnlyForMedia kind="video" mediaType={mediaType}>
        <SelectField
          name="subtitles.mode"
          label="Subtitles"
          value={subtitles.mode}
          options={valueOptions("subtitles.mode", ["copy", "copy-text", "burn", "none"])}
        />
      </OnlyForMedia>
      <CheckField
        name="output.replaceOriginal"
        label="Replace the original"
        checked={output.replaceOriginal}
        help="Only after the result is verified. The original is kept in the recycle bin for the number of days set in the settings"
      />
    </Section>
  );
}

const ENCODING_VIDEO = videoEncodersWith(({ codec }) => codec !== "copy");
const WITH_QUALITY = videoEncodersWith(({ quality }) => quality !== undefined);
const WITH_PRESETS = videoEncodersWith(({ presets }) => presets.length > 0);
const LOSSY_AUDIO = audioEncodersWith(({ codec, lossless }) => codec !== "copy" && !lossless);

/** Heights of common formats, in pixels. */
const HEIGHTS = [2160, 1440, 1080, 720, 576, 480];

function VideoEssentials({ profile: { video }, machine }: EssentialsProps) {
  const { encoder, maxHeight } = video;
  const heights = [...new Set([0, ...HEIGHTS, maxHeight])].toSorted((a, b) => (b || Infinity) - (a || Infinity));
  return (
    <>
      <SelectField
        name="video.encoder"
        label="Video encoder"
        value={encoder}
        options={VIDEO_ENCODERS.map((id) => ({
          id,
          name: id === "copy" ? "copy (unchanged)" : id,
          obstacle: videoEncoderObstacle(id, machine),
        }))}
      />
      <OnlyFor of="video.encoder" encoders={WITH_QUALITY} encoder={encoder}>
        <QualityField video={video} />
      </OnlyFor>
      <OnlyFor of="video.encoder" encoders={WITH_PRESETS} encoder={encoder}>
        <PresetField video={video} />
      </OnlyFor>
      <OnlyFor of="video.encoder" encoders={ENCODING_VIDEO} encoder={encoder}>
        <SelectField
          name="video.maxHeight"
          type="number"
          label="Maximum height (pixels)"
          value={String(maxHeight)}
          options={valueOptions("video.maxHeight", heights)}
        />
      </OnlyFor>
    </>
  );
}

function AudioEssentials({ profile: { audio, container }, machine }: EssentialsProps) {
  const isMusic = isMusicContainer(container);
  return (
    <>
      <SelectField
        name="audio.encoder"
        label="Audio encoder"
        value={audio.encoder}
        options={AUDIO_ENCODERS.map((id) => ({
          id,
          name: id === "copy" ? "copy (unchanged)" : id,
          obstacle: audioEncoderObstacle(id, machine, isMusic),
        }))}
      />
      <OnlyFor of="audio.encoder" encoders={LOSSY_AUDIO} encoder={audio.encoder}>
        <NumberField
          name="audio.bitrate"
          label="Audio bit rate (kb/s)"
          value={audio.bitrate}
          min={0}
          help="0 = encoder default"
        />
      </OnlyFor>
    </>
  );
}
