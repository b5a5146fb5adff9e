import { equal } from "node:assert/strict";
import { decide, film } from "../../../../tests/fixtures/plans.ts";
import type { Probe, VideoStream } from "../../../media/probe/model.ts";
import type { Evidence } from "../model.ts";
import { checkColour, checkHdr, checkShape } from "./colour.ts";

const X265 = { video: { encoder: "libx265", pixelFormat: "yuv420p10le" } } as const;

/** Returns the number of problems reported by the three checks when the result is as planned except for `change`. */
function problems(probe: Probe, change: Partial<VideoStream>): number {
  const plan = decide(X265, probe);
  const { video } = plan;
  const source = probe.streams.find((stream): stream is VideoStream => stream.kind === "video");
  if (!video || !source) throw new Error("no picture");
  const made: VideoStream = {
    ...source,
    width: video.width,
    height: video.height,
    rotation: 0,
    interlaced: false,
    hdr: video.hdr,
    dolbyVision: undefined,
    hdr10Plus: false,
    colorRange: video.color.range,
    colorSpace: video.color.space,
    colorPrimaries: video.color.primaries,
    colorTransfer: video.color.transfer,
    masteringDisplay: video.masteringDisplay,
    contentLight: video.contentLight,
    ...change,
  };
  const evidence = { probe, plan, result: { ...probe, streams: [made] } } as unknown as Evidence;
  return [checkColour, checkHdr, checkShape].flatMap((check) => check(evidence).problems).length;
}

const HDR10 = film({});
const picture = HDR10.streams[0] as VideoStream;
const display = picture.masteringDisplay;
if (!display) throw new Error("the sample has no mastering display");

Deno.test("M8: a result that is as planned passes", () => {
  equal(problems(HDR10, {}), 0);
  const written = { ...display, maxLuminance: display.maxLuminance + 0.5 };
  equal(problems(HDR10, { masteringDisplay: written }), 0, "encoders round");
});

const CHANGES: Record<string, Partial<VideoStream>> = {
  "full range": { colorRange: "pc" },
  "another matrix": { colorSpace: "bt709" },
  "no matrix": { colorSpace: undefined },
  "other primaries": { colorPrimaries: "bt709" },
  "another transfer": { colorTransfer: "arib-std-b67" },
  "no transfer": { colorTransfer: undefined },
  "no HDR": { hdr: "sdr" },
  "a Dolby Vision that is not there": { dolbyVision: picture.dolbyVision ?? { profile: 5 } as never },
  "no mastering display": { masteringDisplay: undefined },
  "a darker mastering display": { masteringDisplay: { ...display, maxLuminance: display.maxLuminance / 2 } },
  "a brighter black": { masteringDisplay: { ...display, minLuminance: display.minLuminance + 0.05 } },
  "another red": { masteringDisplay: { ...display, red: [0.64, 0.33] } },
  "another white": { masteringDisplay: { ...display, white: [0.34, 0.35] } },
  "no light levels": { contentLight: undefined },
  "a brighter pixel": { contentLight: { maxCll: 4000, maxFall: picture.contentLight?.maxFall ?? 0 } },
  "brighter pictures": { contentLight: { maxCll: picture.contentLight?.maxCll ?? 0, maxFall: 900 } },
  "a quarter turn": { rotation: 90 },
  "wide pixels": { sampleAspect: [4, 3] },
  "fields": { interlaced: true },
  "another shape": { width: 1440, height: 1080 },
};

for (const [name, change] of Object.entries(CHANGES)) {
  Deno.test(`M8: ${name} is refused`, () => equal(problems(HDR10, change) >= 1, true));
}

Deno.test("M8: an untagged source yields an untagged result, and tags that would change the video are refused", () => {
  const plain = film({
    hdr: "sdr",
    masteringDisplay: undefined,
    contentLight: undefined,
    dolbyVision: undefined,
    hdr10Plus: false,
    colorRange: undefined,
    colorSpace: undefined,
    colorPrimaries: undefined,
    colorTransfer: undefined,
  });
  equal(problems(plain, {}), 0);
  equal(problems(plain, { colorTransfer: "smpte2084" }), 1);
  equal(problems(plain, { colorRange: "pc" }), 1);
  equal(problems(plain, { contentLight: { maxCll: 1000, maxFall: 400 } }), 1);
});
