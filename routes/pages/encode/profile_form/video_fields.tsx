import { videoEncodersWith } from "../../../../lib/encode/profiles/encoders.ts";
import type { Profile } from "../../../../lib/encode/profiles/schema.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { valueOptions } from "../../../../lib/ui/profiles/profile_texts.ts";
import { Fold, OnlyFor } from "./fold.tsx";

const ENCODING = videoEncodersWith(({ codec }) => codec !== "copy");
const WITH_QUALITY = videoEncodersWith(({ quality }) => quality !== undefined);
const WITH_TUNES = videoEncodersWith(({ tunes }) => tunes.length > 0);

/** Rate control, bit depth and options of the video encoder. */
export function EncoderFields({ profile: { video } }: { profile: Profile }) {
  return (
    <OnlyFor of="video.encoder" encoders={ENCODING} encoder={video.encoder}>
      <Fold
        title="Video encoder"
        fields={[
          "video.bitrate",
          "video.targetMetric",
          "video.targetScore",
          "video.pixelFormat",
          "video.tune",
          "video.hwMode",
          "video.extraArgs",
        ]}
      >
        <NumberField
          name="video.bitrate"
          label="Bit rate (kb/s)"
          value={video.bitrate}
          min={0}
          help="0 = use the quality setting"
        />
        <OnlyFor of="video.encoder" encoders={WITH_QUALITY} encoder={video.encoder}>
          <TargetFields video={video} />
        </OnlyFor>
        <SelectField
          name="video.pixelFormat"
          label="Pixel format"
          value={video.pixelFormat}
          options={valueOptions("video.pixelFormat", ["auto", "yuv420p", "yuv420p10le", "p010le", "nv12"])}
        />
        <OnlyFor of="video.encoder" encoders={WITH_TUNES} encoder={video.encoder}>
          <SelectField
            name="video.tune"
            label="Tune"
            value={video.tune}
            options={valueOptions("video.tune", ["none", "animation", "film", "grain", "fastdecode", "zerolatency"])}
          />
        </OnlyFor>
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
      </Fold>
    </OnlyFor>
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
        help="With None, the quality above is used. Otherwise, the quality that reaches the target is determined from samples of each file"
      />
      <NumberField
        name="video.targetScore"
        label="Target score"
        value={video.targetScore}
        min={0}
        max={100}
        step="any"
        help="Score that 95 % of the frames must reach. VMAF and “best metric available”: 0 to 100 (93 looks like the source); XPSNR: dB; SSIM: 0 to 1"
      />
    </>
  );
}

/** Dynamic range, interlacing and black bars. */
export function FrameFields({ profile: { video } }: { profile: Profile }) {
  return (
    <OnlyFor of="video.encoder" encoders={ENCODING} encoder={video.encoder}>
      <Fold
        title="HDR, interlacing and black bars"
        fields={["video.hdrPassthrough", "video.hdrToSdr", "video.deinterlace", "video.crop"]}
      >
        <CheckField name="video.hdrPassthrough" label="Keep HDR10" checked={video.hdrPassthrough} />
        <SelectField
          name="video.hdrToSdr"
          label="HDR to SDR"
          value={video.hdrToSdr}
          options={valueOptions("video.hdrToSdr", ["off", "hable", "bt2390"])}
        />
        <SelectField
          name="video.deinterlace"
          label="Deinterlace"
          value={video.deinterlace}
          options={valueOptions("video.deinterlace", ["off", "auto", "field-rate", "on"])}
          help="Auto detects interlacing and reverses telecine"
        />
        <SelectField
          name="video.crop"
          label="Crop black bars"
          value={video.crop}
          options={valueOptions("video.crop", ["off", "auto"])}
        />
      </Fold>
    </OnlyFor>
  );
}
