import { type EncodedVideo, type EncodeLimits, encoderFacts } from "./model.ts";
import { crfScale, downFrom, opt, rateOr, threads } from "./spelling.ts";

/** Returns the quality options of libvpx, and of libaom, which is derived from it. */

const quality = (video: EncodedVideo): string[] => rateOr(video, ["-crf:v:0", String(video.quality), "-b:v:0", "0"]);

const speed = ({ preset }: EncodedVideo, limits: EncodeLimits): string[] => [
  ...opt("-cpu-used:v:0", preset),
  ...["-row-mt:v:0", "1"],
  ...threads(limits),
];

const shared = {
  quality: crfScale(63),
  keyInterval: () => 128,
  unitIsFrame: true,
};

export const LIBVPX_VP9 = encoderFacts({
  ...shared,
  codec: "vp9",
  presets: downFrom(5),
  handBrake: {
    name: "vp9",
    presets: { veryslow: "0", slower: "1", slow: "2", medium: "3", fast: "4", faster: "5" },
  },
  args: (video, limits) => [...quality(video), "-deadline:v:0", "good", ...speed(video, limits)],
});

export const LIBAOM_AV1 = encoderFacts({
  ...shared,
  codec: "av1",
  presets: downFrom(8),
  args: (video, limits) => [...quality(video), ...speed(video, limits)],
});
