import type { MasteringDisplay, VideoStream } from "../../../media/probe/model.ts";
import { videoEncoder } from "../../profiles/encoders.ts";
import type { VideoPlan } from "../../plan/model.ts";
import { hdrName } from "../../plan/words.ts";
import type { Evidence, Findings } from "../model.ts";

/** Compares colour, HDR and geometry. Pure. */

/**
 * Colour properties that players assume for untagged files. Other values change the image. BT.470 defines the 2.2 and
 * 2.8 gamma curves.
 */
const USUAL = {
  range: ["tv"],
  matrix: ["bt709", "smpte170m", "bt470bg", "gbr"],
  primaries: ["bt709", "smpte170m", "bt470bg", "bt470m"],
  transfer: ["bt709", "smpte170m", "iec61966-2-1"],
} as const satisfies Record<string, readonly string[]>;

const videoOf = ({ result }: Evidence): VideoStream | undefined =>
  result.streams.find((stream): stream is VideoStream => stream.kind === "video");
const sourceOf = ({ probe, plan }: Evidence): VideoStream | undefined =>
  probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === plan.video?.index);

/** Checks range, matrix, primaries and transfer. */
export function checkColour(evidence: Evidence): Findings {
  const { plan } = evidence;
  const found = videoOf(evidence);
  if (!plan.video || !found) return { problems: [] };
  const { range, space, primaries, transfer } = plan.video.color;
  const problems: string[] = [];
  const facts: [keyof typeof USUAL, string | undefined, string | undefined][] = [
    ["range", found.colorRange, range],
    ["matrix", found.colorSpace, space],
    ["primaries", found.colorPrimaries, primaries],
    ["transfer", found.colorTransfer, transfer],
  ];
  for (const [name, is, should] of facts) {
    const usual: readonly string[] = USUAL[name];
    const free = should === undefined || should === "tv" && is === undefined;
    const fits = free ? is === undefined || usual.includes(is) : is === should;
    if (!fits) {
      problems.push(`The colour ${name} is ${is ?? "not stated"}; expected: ${should ?? "none"}.`);
    }
  }
  const named = facts.flatMap(([name, is]) =>
    is === undefined ? [] : `${name} ${is === "tv" ? "limited" : is === "pc" ? "full" : is}`
  );
  return { problems, text: named.length > 0 ? named.join(", ") : "not stated, as in the source" };
}

/** Checks the HDR format, mastering display, light levels and Dolby Vision. */
export function checkHdr(evidence: Evidence): Findings {
  const { plan } = evidence;
  const found = videoOf(evidence);
  if (!plan.video || !found) return { problems: [] };
  const { video } = plan;
  const problems: string[] = [];
  if (found.hdr !== video.hdr) {
    problems.push(`The video is ${hdrName(found.hdr)}; expected: ${hdrName(video.hdr)}.`);
  }
  if (carriesLight(video)) {
    problems.push(...compareDisplay(found.masteringDisplay, video.masteringDisplay));
    problems.push(...compareLight(found, video));
  }
  const copied = video.encoder === "copy";
  const source = sourceOf(evidence);
  const own = source?.contentLight ?? source?.masteringDisplay ?? video.contentLight ?? video.masteringDisplay;
  if (video.hdr === "sdr" && !own && (found.contentLight || found.masteringDisplay)) {
    problems.push("The output has HDR light-level metadata that the source lacks.");
  }
  const keptVision = copied ? source?.dolbyVision : video.dynamicHdr?.dolbyVision;
  const keptPlus = copied ? source?.hdr10Plus : video.dynamicHdr?.hdr10Plus;
  if (keptVision && !found.dolbyVision) problems.push("The Dolby Vision metadata is missing.");
  if (!keptVision && found.dolbyVision) problems.push("The file is still marked as Dolby Vision.");
  if (keptPlus && !found.hdr10Plus) problems.push("The HDR10+ metadata is missing.");
  return { problems, text: hdrName(video.hdr) };
}

/** True for encoders that write HDR10 messages. With other encoders they are lost, which the plan reports. */
const carriesLight = ({ encoder }: VideoPlan): boolean =>
  encoder === "copy" || videoEncoder(encoder).writesHdr10 === true;

/** Tolerances. Encoders use chromaticity steps of up to 0.00002, and luminance steps of 0.0001 to 0.004 cd/m². */
const CHROMATICITY = 0.001;

function compareDisplay(found: MasteringDisplay | undefined, wanted: MasteringDisplay | undefined): string[] {
  if (!wanted) return [];
  if (!found) return ["The HDR10 mastering data is missing."];
  const points = (["red", "green", "blue", "white"] as const).every((name) =>
    found[name].every((value, i) => Math.abs(value - (wanted[name][i] ?? 0)) <= CHROMATICITY)
  );
  const light = Math.abs(found.maxLuminance - wanted.maxLuminance) <= Math.max(1, wanted.maxLuminance * 0.001) &&
    Math.abs(found.minLuminance - wanted.minLuminance) <= Math.max(0.0005, wanted.minLuminance * 0.1);
  if (points && light) return [];
  const words = ({ minLuminance, maxLuminance }: MasteringDisplay) => `${minLuminance} to ${maxLuminance} cd/m²`;
  return [
    points
      ? `The mastering display is ${words(found)}; expected: ${words(wanted)}.`
      : "The mastering display's primaries differ from the plan.",
  ];
}

function compareLight({ contentLight: found }: VideoStream, { contentLight: wanted }: VideoPlan): string[] {
  if (!wanted) return [];
  if (!found) return ["The HDR10 light levels are missing."];
  const same = Math.abs(found.maxCll - wanted.maxCll) < 1 && Math.abs(found.maxFall - wanted.maxFall) < 1;
  return same
    ? []
    : [`The light levels are ${found.maxCll}/${found.maxFall}; expected: ${wanted.maxCll}/${wanted.maxFall}.`];
}

/** Checks pixel aspect ratio, rotation and field order. */
export function checkShape(evidence: Evidence): Findings {
  const { plan } = evidence;
  const [found, source] = [videoOf(evidence), sourceOf(evidence)];
  if (!plan.video || !found || !source) return { problems: [] };
  const { video } = plan;
  const copied = video.encoder === "copy";
  const problems: string[] = [];
  const turned = copied ? source.rotation : 0;
  if (found.rotation !== turned) {
    problems.push(`The video is rotated by ${found.rotation} degrees; expected: ${turned}.`);
  }
  const [is, should] = [shownAspect(found, found), plannedAspect(source, video)];
  // Rounding to even numbers and to integer ratios changes the aspect ratio slightly.
  if (Math.abs(is / should - 1) > 0.012 + 2 / Math.min(video.width, video.height)) {
    problems.push(`The video is displayed as ${is.toFixed(2)}:1; expected: ${should.toFixed(2)}:1.`);
  }
  // Interlacing that is kept intentionally is flagged only by some encoders.
  const left = source.interlaced && video.fieldHandling === "none" ? undefined : false;
  // For a copy that is partly interlaced, other frames are examined than for its source.
  const kept = source.mixedFields ? undefined : source.interlaced;
  const fields = copied ? kept : left;
  if (fields !== undefined && found.interlaced !== fields) {
    problems.push(
      `The video is flagged as ${found.interlaced ? "interlaced" : "progressive"}, contrary to the plan.`,
    );
  }
  return { problems, text: `displayed as ${is.toFixed(2)}:1` };
}

const shownAspect = (
  { width, height }: { width: number; height: number },
  { sampleAspect: [x, y] }: VideoStream,
): number => (width * x) / (height * y);

/** Returns the display aspect ratio of the part of the source that is kept. */
function plannedAspect(source: VideoStream, video: VideoPlan): number {
  if (video.encoder === "copy") return shownAspect(source, source);
  const sideways = source.rotation % 180 !== 0;
  const [x, y] = sideways ? [source.sampleAspect[1], source.sampleAspect[0]] : source.sampleAspect;
  const whole = sideways ? { width: source.height, height: source.width } : source;
  const kept = video.crop ?? whole;
  return (kept.width * x) / (kept.height * y);
}
