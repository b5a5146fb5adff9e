import { encoderFacts, type EncoderRow } from "./model.ts";
import { opt, preset, rateOr } from "./spelling.ts";

/**
 * Encoders of GPUs and media engines. There is one function per method, and one row per encoder in `../encoders.ts`.
 */

type Card = Pick<EncoderRow, "codec"> & Partial<EncoderRow>;

const EIGHT_BITS = { 8: "nv12" };
const TEN_BITS = { 8: "nv12", 10: "p010le" };
/** Returns the pixel formats. No hardware encoder that ffmpeg supports produces 10-bit H.264. */
const depths = ({ codec }: Card) => codec === "h264" ? EIGHT_BITS : TEN_BITS;

/** Returns a quality scale similar to CRF, with a small offset. */
const crfLike = ({ codec }: Card, offset: number) =>
  codec === "av1" ? { max: 63, factor: 1, offset: 4 } : { max: 51, factor: 1, offset };
/** Returns the scale of a quantizer. That of AV1 ranges up to 255, and four of its steps correspond to one CRF step. */
const quantizer = ({ codec }: Card, max: number) =>
  codec === "av1" ? { max: 255, factor: 4, offset: 16 } : { max, factor: 1, offset: 3 };

export const nvenc = (row: Card) =>
  encoderFacts({
    method: "nvenc",
    quality: { label: "CQ", min: 0, ...crfLike(row, 3) },
    presets: ["p1", "p2", "p3", "p4", "p5", "p6", "p7"],
    pixelFormats: depths(row),
    args: (video) => [
      ...["-rc:v:0", "vbr"],
      ...rateOr(video, ["-cq:v:0", String(video.quality), "-b:v:0", "0"]),
      ...preset(video),
    ],
    ...row,
  });

/** Names of NVENC presets in HandBrake. */
export const HANDBRAKE_NVENC = {
  ...{ fastest: "p1", faster: "p2", fast: "p3", medium: "p4", slow: "p5", slower: "p6", slowest: "p7" },
};

export const qsv = (row: Card) =>
  encoderFacts({
    method: "qsv",
    quality: { label: "ICQ", min: 1, ...crfLike(row, 2) },
    presets: ["veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"],
    pixelFormats: depths(row),
    args: (video) => [...rateOr(video, ["-global_quality:v:0", String(video.quality)]), ...preset(video)],
    ...row,
  });

/** Names of Quick Sync presets in HandBrake. */
export const HANDBRAKE_QSV = { speed: "veryfast", balanced: "medium", quality: "veryslow" };

export const vaapi = (row: Card) =>
  encoderFacts({
    method: "vaapi",
    quality: { label: "QP", min: 0, ...quantizer(row, 52) },
    pixelFormats: depths(row),
    args: (video) =>
      video.bitrate > 0
        ? ["-rc_mode:v:0", "VBR", ...rateOr(video, [])]
        // AV1 has no separate quantizer option.
        : ["-rc_mode:v:0", "CQP", row.codec === "av1" ? "-global_quality:v:0" : "-qp:v:0", String(video.quality)],
    ...row,
  });

export const amf = (row: Card) =>
  encoderFacts({
    method: "amf",
    quality: { label: "QP", min: 0, ...quantizer(row, 51) },
    presets: ["speed", "balanced", "quality"],
    pixelFormats: depths(row),
    // AMF has an option for each frame type instead of a single `qp`.
    args: (video) => [
      ...(video.bitrate > 0
        ? ["-rc:v:0", "vbr_peak", ...rateOr(video, [])]
        : ["-rc:v:0", "cqp", "-qp_i:v:0", String(video.quality), "-qp_p:v:0", String(video.quality)]),
      ...opt("-quality:v:0", video.preset),
    ],
    ...row,
  });

export const videotoolbox = (row: Card) =>
  encoderFacts({
    method: "videotoolbox",
    // Percentage: 100 corresponds to CRF 0.
    quality: { label: "quality", min: 1, max: 100, factor: -2, offset: 100 },
    pixelFormats: depths(row),
    args: (video) => [
      ...rateOr(video, ["-q:v:0", String(video.quality)]),
      ...(video.bitDepth > 8 ? ["-profile:v:0", "main10"] : []),
    ],
    ...row,
  });

export const rkmpp = (row: Card) =>
  encoderFacts({
    method: "rkmpp",
    quality: { label: "QP", min: 0, max: 51, factor: 1, offset: 3 },
    pixelFormats: EIGHT_BITS,
    args: (video) =>
      video.bitrate > 0
        ? ["-rc_mode:v:0", "VBR", ...rateOr(video, [])]
        : ["-rc_mode:v:0", "CQP", "-qp_init:v:0", String(video.quality)],
    ...row,
  });

export const v4l2 = (row: Card) =>
  encoderFacts({
    method: "v4l2",
    pixelFormats: { 8: "yuv420p" },
    args: (video) => ["-b:v:0", `${video.bitrate}k`],
    ...row,
  });
