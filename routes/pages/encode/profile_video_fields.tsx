import { videoEncoder, videoEncodersWith } from "../../../lib/encode/profiles/encoders.ts";
import { type Profile, VIDEO_ENCODERS } from "../../../lib/encode/profiles/schema.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../../lib/ui/field.tsx";
import { valueOptions } from "../../../lib/ui/profiles/profile_texts.ts";
import { OnlyFor, Section } from "./profile_section.tsx";

/** Video settings of a recipe. */
export function VideoFields({ profile: { video } }: { profile: Profile }) {
  return (
    <Section title="Video">
      <EncoderFields video={video} />
      <OnlyFor encoders={videoEncodersWith(({ quality }) => quality !== undefined)} encoder={video.encoder}>
        <TargetFields video={video} />
      </OnlyFor>
      <PictureFields video={video} />
      <DeinterlaceField video={video} />
      <SelectField
        name="video.crop"
        label="Crop black bars"
        value={video.crop}
        options={valueOptions("video.crop", ["off", "auto"])}
      />
      <SelectField
        name="video.hwMode"
        label="Hardware"
        value={video.hwMode}
        options={valueOptions("video.hwMode", ["auto", "software"])}
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

/** Encoder and its quality setting. */
function EncoderFields({ video }: { video: Profile["video"] }) {
  const { quality, presets } = videoEncoder(video.encoder);
  return (
    <>
      <SelectField
        name="video.encoder"
        label="Encoder"
        value={video.encoder}
        options={VIDEO_ENCODERS.map((e) => [e, e === "copy" ? "copy (unchanged)" : e] as const)}
      />
      <OnlyFor encoders={videoEncodersWith((facts) => facts.quality !== undefined)} encoder={video.encoder}>
        <NumberField
          name="video.quality"
          label={quality?.label ?? "Quality"}
          value={video.quality}
          min={0}
          max={255}
          step="any"
          help="Lower is better, except for VideoToolbox"
        />
      </OnlyFor>
      <OnlyFor encoders={videoEncodersWith(({ presets }) => presets.length > 0)} encoder={video.encoder}>
        <TextField
          name="video.preset"
          label="Preset"
          value={video.preset}
          help={presets.length > 0 ? presets.join(", ") : "As defined by the encoder"}
        />
      </OnlyFor>
      <OnlyFor encoders={videoEncodersWith(({ codec }) => codec !== "copy")} encoder={video.encoder}>
        <NumberField name="video.bitrate" label="Bit rate (kb/s)" value={video.bitrate} min={0} help="0 = by quality" />
      </OnlyFor>
    </>
  );
}

/** Target score for the quality search. */
function TargetFields({ video }: { video: Profile["video"] }) {
  return (
    <>
      <SelectField
        name="video.targetMetric"
        label="Quality target"
        value={video.targetMetric}
        options={valueOptions("video.targetMetric", ["none", "auto", "vmaf", "xpsnr", "ssim"])}
        help="None: the quality above is used unchanged. Otherwise, the quality that reaches the target is determined from samples of each file"
      />
      <NumberField
        name="video.targetScore"
        label="Target score"
        value={video.targetScore}
        min={0}
        max={100}
        step="any"
        help="Score that 95 % of the frames reach: VMAF (93 looks like the source), also for the best metric available; XPSNR in dB; SSIM up to 1"
      />
    </>
  );
}

/** Pixel format, size and dynamic range of the video. */
function PictureFields({ video }: { video: Profile["video"] }) {
  return (
    <>
      <SelectField
        name="video.pixelFormat"
        label="Pixel format"
        value={video.pixelFormat}
        options={valueOptions("video.pixelFormat", ["auto", "yuv420p", "yuv420p10le", "p010le", "nv12"])}
      />
      <OnlyFor encoders={videoEncodersWith(({ tunes }) => tunes.length > 0)} encoder={video.encoder}>
        <SelectField
          name="video.tune"
          label="Tune"
          value={video.tune}
          options={valueOptions("video.tune", ["none", "animation", "film", "grain", "fastdecode", "zerolatency"])}
        />
      </OnlyFor>
      <NumberField
        name="video.maxHeight"
        label="Maximum height (pixels)"
        value={video.maxHeight}
        min={0}
        help="0 = keep"
      />
      <SelectField
        name="video.hdrToSdr"
        label="HDR to SDR"
        value={video.hdrToSdr}
        options={valueOptions("video.hdrToSdr", ["off", "hable", "bt2390"])}
      />
    </>
  );
}

function DeinterlaceField({ video }: { video: Profile["video"] }) {
  return (
    <SelectField
      name="video.deinterlace"
      label="Deinterlace"
      value={video.deinterlace}
      options={valueOptions("video.deinterlace", ["off", "auto", "field-rate", "on"])}
      help="Auto detects interlacing and undoes telecine"
    />
  );
}
