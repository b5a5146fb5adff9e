import type { AudioStream, Probe, SubtitleStream } from "../media/model.ts";
import { mainVideo } from "../media/probe.ts";
import { containerFacts, isMusicContainer } from "../profiles/containers.ts";
import type { Container } from "../profiles/schema.ts";
import type { AudioPlan, Plan, SubtitlePlan, VideoPlan } from "./model.ts";
import { channelName, codecName, hdrName } from "./words.ts";

/** What differs between a plan and the file that came of it. Pure; times are looked at in `verify_times.ts`. */
export interface Findings {
  problems: string[];
  warnings: string[];
}

/** Compares container, streams, languages, flags, HDR and chapters. */
export function compareStreams(result: Probe, plan: Plan): Findings {
  const findings: Findings = { problems: [], warnings: [] };
  const { problems, warnings } = findings;
  const { muxer } = containerFacts(plan.container);
  const names = result.format.split(",");
  if (!names.includes(DEMUXERS[muxer] ?? muxer)) {
    problems.push(`The container is ${names[0]}, planned was ${plan.container}.`);
  }
  if (result.sizeBytes < 200) problems.push(`The file holds only ${result.sizeBytes} bytes.`);
  const pictures = result.streams.filter((stream) => stream.kind === "video");
  if (plan.video) comparePicture(result, plan.video, problems);
  if (pictures.length > (plan.video ? 1 : 0)) problems.push(`There are ${pictures.length} pictures in the file.`);
  compareCount(
    "audio",
    result.streams.filter((s) => s.kind === "audio"),
    plan.audio,
    problems,
    (found, wanted, name) => {
      compareSound(found, wanted, name, findings, plan.container);
    },
  );
  compareCount(
    "subtitle",
    result.streams.filter((s) => s.kind === "subtitle"),
    plan.subtitles,
    problems,
    (found, wanted, name) => {
      compareText(found, wanted, name, findings, plan.container);
    },
  );
  const attached = result.streams.filter((stream) => stream.kind === "attachment").length;
  if (attached < plan.attachments.length) {
    warnings.push(`${plan.attachments.length - attached} of ${plan.attachments.length} attachments are missing.`);
  }
  if (plan.chapters && result.chapters.length === 0) problems.push("The chapters are missing.");
  return findings;
}

/** Muxers whose files are read under another name. */
const DEMUXERS: Record<string, string> = { opus: "ogg", webm: "webm", ipod: "m4a" };

function comparePicture(result: Probe, wanted: VideoPlan, problems: string[]): void {
  const found = mainVideo(result);
  if (!found) return void problems.push("The picture is missing.");
  const differs = (what: string, is: string | number, should: string | number) => {
    if (is !== should) problems.push(`The picture's ${what} is ${is}, planned was ${should}.`);
  };
  differs("codec", codecName(found.codec), codecName(wanted.codec));
  differs("size", `${found.width}x${found.height}`, `${wanted.width}x${wanted.height}`);
  if (wanted.encoder !== "copy") differs("depth", `${found.bitDepth} bits`, `${wanted.bitDepth} bits`);
  differs("brightness", hdrName(found.hdr), hdrName(wanted.hdr));
  if (wanted.encoder === "libx265" || wanted.encoder === "libsvtav1") {
    if (wanted.masteringDisplay && !found.masteringDisplay) problems.push("The HDR10 mastering data is missing.");
    if (wanted.contentLight && !found.contentLight) problems.push("The HDR10 light levels are missing.");
  }
  if (wanted.dynamicHdr?.dolbyVision && !found.dolbyVision) problems.push("The Dolby Vision metadata is missing.");
  if (wanted.dynamicHdr?.hdr10Plus && !found.hdr10Plus) problems.push("The HDR10+ metadata is missing.");
  const claims = wanted.encoder !== "copy" && !wanted.dynamicHdr?.dolbyVision;
  if (claims && found.dolbyVision) problems.push("The file still claims to be Dolby Vision.");
}

function compareCount<F, W>(
  name: string,
  found: F[],
  wanted: W[],
  problems: string[],
  compare: (found: F, wanted: W, name: string) => void,
): void {
  if (found.length !== wanted.length) {
    problems.push(`There are ${found.length} ${name} streams, planned were ${wanted.length}.`);
    return;
  }
  wanted.forEach((plan, i) => {
    const stream = found[i];
    if (stream !== undefined) compare(stream, plan, `${name} stream ${i + 1}`);
  });
}

function compareSound(
  found: AudioStream,
  wanted: AudioPlan,
  name: string,
  findings: Findings,
  container: Container,
): void {
  const { problems } = findings;
  if (found.codec !== wanted.codec) {
    problems.push(`The ${name} is ${codecName(found.codec)}, not ${codecName(wanted.codec)}.`);
  }
  if (found.channels !== wanted.channels) {
    problems.push(`The ${name} has ${channelName(found.channels)}, not ${channelName(wanted.channels)}.`);
  }
  compareLanguage(found, wanted, name, findings, container);
  // Only Matroska keeps every mark as it was given.
  if (container !== "mkv") return;
  if (found.default !== wanted.default) problems.push(`The default mark of the ${name} is wrong.`);
  if (found.forced !== wanted.forced) problems.push(`The forced mark of the ${name} is wrong.`);
}

function compareText(
  found: SubtitleStream,
  wanted: SubtitlePlan,
  name: string,
  findings: Findings,
  container: Container,
): void {
  const { problems } = findings;
  if (found.codec !== wanted.codec) {
    problems.push(`The ${name} is ${codecName(found.codec)}, not ${codecName(wanted.codec)}.`);
  }
  compareLanguage(found, wanted, name, findings, container);
  if (container === "mkv" && found.forced !== wanted.forced) problems.push(`The forced mark of the ${name} is wrong.`);
}

function compareLanguage(
  found: { language?: string },
  wanted: { language?: string },
  name: string,
  { problems, warnings }: Findings,
  container: Container,
): void {
  // Music files have no place for a language.
  if (isMusicContainer(container)) return;
  // Containers without "undetermined" may invent a language; losing one is the fault.
  if (wanted.language === undefined || found.language === wanted.language) return;
  const sentence = `The language of the ${name} is ${found.language ?? "missing"}, planned was ${wanted.language}.`;
  // QuickTime's list is short: a language it does not know is written as none.
  (container === "mov" && !found.language ? warnings : problems).push(sentence);
}
