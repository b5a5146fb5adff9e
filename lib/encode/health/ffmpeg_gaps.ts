import * as z from "zod";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { FFMPEG_CHANGES, hasChange } from "../../media/tools/ffmpeg_versions.ts";
import { generationOf } from "../../media/tools/vmaf_models.ts";

/** A feature that the installed ffmpeg lacks. */
export const FfmpegGap = z.object({
  feature: z.string(),
  cost: z.string().describe("The consequence for encodes"),
  remedy: z.string().describe("Instructions to get the feature"),
}).meta({ id: "FfmpegGap" });
/** A missing feature, with one sentence each about the consequence and the remedy. */
export type FfmpegGap = z.infer<typeof FfmpegGap>;

/** Capabilities that are checked for gaps. */
export type Inspected = Pick<
  Capabilities,
  "version" | "videoEncoders" | "filters" | "vmafModels" | "svtAv1Version"
>;

const OLDEST = "5.1";
/** First version of SVT-AV1 that is fast enough and keeps detail at the presets of the built-in profiles. */
const GOOD_SVT_AV1 = 2;

/** A possible gap. `cost` returns undefined if the feature is present. */
interface PossibleGap {
  feature: string;
  cost(ffmpeg: Inspected): string | undefined;
  remedy: string;
}

const newerThan = (release: string): string => `Install ffmpeg ${release} or newer.`;

const has = (filter: string, { filters }: Inspected): boolean => filters.includes(filter);

/** Returns a sentence if the encoder is missing. */
const withoutEncoder = (encoder: string, cost: string) => ({ videoEncoders }: Inspected): string | undefined =>
  videoEncoders.includes(encoder) ? undefined : cost;

const POSSIBLE_GAPS: readonly PossibleGap[] = [
  {
    feature: `ffmpeg ${OLDEST}`,
    cost: ({ version }) =>
      hasChange({ since: OLDEST }, version)
        ? undefined
        : `ffmpeg ${version} is too old: it lacks options that every encode uses, so encodes fail.`,
    remedy: newerThan(OLDEST),
  },
  {
    feature: "x264",
    cost: withoutEncoder("libx264", "Profiles with H.264 on the CPU cannot run."),
    remedy: "Install an ffmpeg that is built with libx264.",
  },
  {
    feature: "x265",
    cost: withoutEncoder("libx265", "Profiles with HEVC on the CPU, which most built-in profiles use, cannot run."),
    remedy: "Install an ffmpeg that is built with libx265.",
  },
  {
    feature: "SVT-AV1",
    cost: withoutEncoder("libsvtav1", "Profiles with AV1 on the CPU cannot run, unless they use the slower libaom."),
    remedy: "Install an ffmpeg that is built with libsvtav1.",
  },
  {
    feature: `SVT-AV1 ${GOOD_SVT_AV1}`,
    cost: ({ svtAv1Version: version }) =>
      version === undefined || parseInt(version) >= GOOD_SVT_AV1
        ? undefined
        : `SVT-AV1 ${version} is slower than version ${GOOD_SVT_AV1} and newer, and its files are larger at the same quality.`,
    remedy: "Use a system with a newer SVT-AV1, such as Debian 13 or Ubuntu 24.10.",
  },
  {
    feature: "AV1 on graphics cards",
    cost: ({ videoEncoders }) =>
      videoEncoders.some((name) => /^av1_/.test(name))
        ? undefined
        : "The CPU encodes AV1, even if a graphics card could do it faster.",
    remedy: `${
      newerThan(FFMPEG_CHANGES.cardAv1.since)
    } It must be built for the card (NVENC, Quick Sync, VAAPI or AMF).`,
  },
  {
    feature: "VMAF",
    cost: (ffmpeg) => {
      if (has("libvmaf", ffmpeg) && ffmpeg.vmafModels.length > 0) return undefined;
      if (has("xpsnr", ffmpeg)) {
        return "Quality targets use XPSNR, which agrees with viewers less often than VMAF.";
      }
      return has("ssim", ffmpeg)
        ? "Quality targets use SSIM, which often misjudges dark, grainy and fast scenes, so files are larger than needed or worse than intended."
        : "Quality targets cannot be used.";
    },
    remedy: "Install an ffmpeg that is built with libvmaf (Debian's is not) and set its path in Settings > Encoding.",
  },
  {
    feature: "VMAF v1",
    cost: ({ vmafModels }) =>
      vmafModels.length === 0 || vmafModels.some((name) => generationOf(name) === 1)
        ? undefined
        : "Quality targets use the VMAF models of 2018, which overlook banding and colour errors.",
    remedy: "Install an ffmpeg that is built with libvmaf 3.2 or newer.",
  },
  {
    feature: "XPSNR",
    cost: (ffmpeg) => has("xpsnr", ffmpeg) ? undefined : "Profiles with an XPSNR target cannot run.",
    remedy: newerThan(FFMPEG_CHANGES.xpsnrFilter.since),
  },
  {
    feature: "zscale",
    cost: (ffmpeg) =>
      has("zscale", ffmpeg) && has("tonemap", ffmpeg)
        ? undefined
        : "HDR video cannot be converted to SDR, so profiles that do so cannot run on HDR movies.",
    remedy: "Install an ffmpeg that is built with libzimg.",
  },
  {
    feature: "libass",
    cost: (ffmpeg) => has("subtitles", ffmpeg) ? undefined : "Text subtitles cannot be burned into the video.",
    remedy: "Install an ffmpeg that is built with libass.",
  },
  {
    feature: "Rotation in Matroska",
    cost: ({ version }) =>
      hasChange(FFMPEG_CHANGES.matroskaRotation, version)
        ? undefined
        : "Rotated video, for example from a phone, cannot be copied to MKV files; profiles that encode it work.",
    remedy: newerThan(FFMPEG_CHANGES.matroskaRotation.since),
  },
  {
    feature: "Crop of Matroska files",
    cost: ({ version }) =>
      hasChange(FFMPEG_CHANGES.matroskaCrop, version)
        ? undefined
        : "Video with a crop in its MKV file cannot be copied; profiles that encode it work.",
    remedy: newerThan(FFMPEG_CHANGES.matroskaCrop.since),
  },
];

/** Returns the features that this ffmpeg lacks, with their consequences. Pure. */
export const ffmpegGaps = (ffmpeg: Inspected): FfmpegGap[] =>
  POSSIBLE_GAPS.flatMap(({ feature, cost, remedy }) => {
    const sentence = cost(ffmpeg);
    return sentence === undefined ? [] : [{ feature, cost: sentence, remedy }];
  });
