import type { AudioStream, Probe, SubtitleStream } from "../../media/probe/model.ts";
import { containerFacts, isMusicContainer } from "../profiles/containers.ts";
import type { AudioPlan, SubtitlePlan } from "../plan/model.ts";
import { channelName, codecName } from "../plan/words.ts";
import type { Evidence, Findings } from "./model.ts";

/** Compares the headers of the result with the plan: container, streams, names, flags and chapters. Pure. */

/** Muxers whose files are read by a demuxer with another name. */
const DEMUXERS: Record<string, string> = { opus: "ogg", webm: "webm", ipod: "mov" };
const MIN_BYTES = 200;

/** Checks that ffprobe's demuxer is that of the planned container, and that the file is larger than an empty one. */
export function checkContainer({ result, plan }: Evidence): Findings {
  const { muxer } = containerFacts(plan.container);
  const names = result.format.split(",");
  const problems: string[] = [];
  if (!names.includes(DEMUXERS[muxer] ?? muxer)) {
    problems.push(`The container is ${names[0]}; expected: ${plan.container}.`);
  }
  if (result.sizeBytes < MIN_BYTES) problems.push(`The file is only ${result.sizeBytes} bytes long.`);
  return { problems, text: `${plan.container} file` };
}

/** Checks the streams with their codecs, sizes and layouts. */
export function checkStreams({ result, plan }: Evidence): Findings {
  const problems: string[] = [];
  const of = (kind: string) => result.streams.filter((stream) => stream.kind === kind);
  const videos = of("video");
  if (plan.video) checkVideoStream(result, plan.video, problems);
  if (videos.length > (plan.video ? 1 : 0)) problems.push(`The file has ${videos.length} video streams.`);
  const [audio, subtitles] = [of("audio") as AudioStream[], of("subtitle") as SubtitleStream[]];
  const counts = [["audio", audio, plan.audio], ["subtitle", subtitles, plan.subtitles]] as const;
  for (const [name, found, wanted] of counts) {
    if (found.length !== wanted.length) {
      problems.push(`There are ${found.length} ${name} streams; expected: ${wanted.length}.`);
    }
  }
  if (problems.length > 0) return { problems };
  plan.audio.forEach((wanted, i) => {
    const found = audio[i];
    if (found) checkAudioStream(found, wanted, `audio stream ${i + 1}`, problems);
  });
  plan.subtitles.forEach((wanted, i) => {
    const found = subtitles[i];
    if (found && found.codec !== wanted.codec) {
      problems.push(`Subtitle stream ${i + 1} is ${codecName(found.codec)}, not ${codecName(wanted.codec)}.`);
    }
  });
  const text = `${plan.video ? "1 video, " : ""}${audio.length} audio, ${subtitles.length} subtitle`;
  return { problems, text: `${text} streams as planned` };
}

function checkVideoStream(result: Probe, wanted: NonNullable<Evidence["plan"]["video"]>, problems: string[]): void {
  const found = result.streams.find((stream) => stream.kind === "video");
  if (found?.kind !== "video") return void problems.push("The video is missing.");
  const differs = (what: string, is: string, should: string) => {
    if (is !== should) problems.push(`The video's ${what} is ${is}; expected: ${should}.`);
  };
  if (found.cropMarks?.ignored || found.cropMarks && wanted.encoder !== "copy") {
    problems.push("The file has crop metadata that hides the edges of the video.");
  }
  differs("codec", codecName(found.codec), codecName(wanted.codec));
  differs("size", `${found.width}x${found.height}`, `${wanted.width}x${wanted.height}`);
  if (wanted.encoder !== "copy") {
    differs("depth", `${found.bitDepth} bits`, `${wanted.bitDepth} bits`);
    differs("chroma", chromaOf(found.pixelFormat), chromaOf(wanted.pixelFormat));
  }
}

/** Returns the chroma format (4:2:0, 4:2:2, 4:4:4 or RGB) of an ffmpeg pixel format. */
function chromaOf(pixelFormat: string): string {
  if (/^gbr|^rgb|^bgr/.test(pixelFormat)) return "RGB";
  if (/^gray/.test(pixelFormat)) return "grey";
  const digits = /4(\d)(\d)/.exec(pixelFormat);
  return digits ? `4:${digits[1]}:${digits[2]}` : "4:2:0";
}

function checkAudioStream(found: AudioStream, wanted: AudioPlan, name: string, problems: string[]): void {
  if (found.codec !== wanted.codec) {
    problems.push(`The ${name} is ${codecName(found.codec)}, not ${codecName(wanted.codec)}.`);
  }
  if (wanted.encoder !== "copy" && wanted.sampleRate && found.sampleRate !== wanted.sampleRate) {
    problems.push(`The sample rate of the ${name} is ${found.sampleRate} Hz; expected: ${wanted.sampleRate}.`);
  }
  if (found.channels !== wanted.channels) {
    problems.push(`The ${name} has ${channelName(found.channels)}, not ${channelName(wanted.channels)}.`);
    return;
  }
  const { layout } = wanted;
  if (layout && found.layout && plainLayout(layout) !== plainLayout(found.layout)) {
    problems.push(`The channel layout of the ${name} is ${found.layout}, not ${layout}.`);
  }
}

/** Treats `5.1(side)` as `5.1`, because codecs support only one of the two names. */
export const plainLayout = (layout: string): string => layout.replace("(side)", "");

/** Checks languages, titles and flags. */
export function checkLabels({ result, plan }: Evidence): Findings {
  const findings: Findings & { warnings: string[] } = { problems: [], warnings: [] };
  // Music files cannot store languages, titles and flags of streams.
  if (isMusicContainer(plan.container)) return findings;
  const audio = result.streams.filter((stream) => stream.kind === "audio");
  const subtitles = result.streams.filter((stream) => stream.kind === "subtitle");
  plan.audio.forEach((wanted, i) => compareLabels(audio[i], wanted, `audio stream ${i + 1}`, plan.container, findings));
  plan.subtitles.forEach((wanted, i) => {
    compareLabels(subtitles[i], wanted, `subtitle stream ${i + 1}`, plan.container, findings);
  });
  const title = plan.metadata?.title;
  if (title && ["mkv", "mp4", "webm"].includes(plan.container) && result.title !== title) {
    findings.problems.push(
      `The title of the file is ${result.title ? `"${result.title}"` : "missing"}; expected: "${title}".`,
    );
  }
  return { ...findings, text: "languages, titles and flags as planned" };
}

type Wanted = AudioPlan | SubtitlePlan;

function compareLabels(
  found: AudioStream | SubtitleStream | undefined,
  wanted: Wanted,
  name: string,
  container: string,
  { problems, warnings }: { problems: string[]; warnings: string[] },
): void {
  if (!found) return;
  // Containers that do not support "undetermined" may set any language. It is only a fault if a language is lost.
  if (wanted.language !== undefined && found.language !== wanted.language) {
    const text = `The language of the ${name} is ${found.language ?? "missing"}; expected: ${wanted.language}.`;
    // The list of languages in QuickTime is short. Other languages are omitted.
    (container === "mov" && !found.language ? warnings : problems).push(text);
  }
  // Only Matroska preserves all names and flags.
  if (container !== "mkv") return;
  if (wanted.title && found.title !== wanted.title) {
    problems.push(
      `The title of the ${name} is ${found.title ? `"${found.title}"` : "missing"}; expected: "${wanted.title}".`,
    );
  }
  const marks: [string, boolean, boolean][] = [
    ["default", found.default, wanted.default],
    ["forced", found.forced, wanted.forced],
    ["commentary", found.commentary, wanted.commentary],
  ];
  if ("hearingImpaired" in wanted && "hearingImpaired" in found) {
    marks.push(["hearing impaired", found.hearingImpaired, wanted.hearingImpaired]);
  }
  if ("visualImpaired" in wanted && "visualImpaired" in found) {
    marks.push(["audio description", found.visualImpaired, wanted.visualImpaired]);
  }
  for (const [mark, is, should] of marks) {
    if (is !== should) problems.push(`The ${mark} flag of the ${name} is ${is ? "set" : "missing"}.`);
  }
}

/**
 * Tolerance in seconds. Chapters may move due to rounding, and by a few frames together with the start of the video.
 */
const CHAPTER_SECONDS = 0.2;

/** Checks the number, times and titles of chapters. */
export function checkChapters({ result, probe, plan }: Evidence): Findings {
  if (!plan.chapters) return { problems: [] };
  const found = result.chapters;
  // Times in the plan are relative to the start of the result. Those of the source are on its own clock.
  const [wanted, start] = plan.chapterList ? [plan.chapterList, 0] : [probe.chapters, probe.startSeconds];
  if (found.length === 0) return { problems: ["The chapters are missing."] };
  const isListed = !result.moreChapters && !probe.moreChapters;
  if (isListed ? found.length !== wanted.length : result.moreChapters !== probe.moreChapters) {
    return { problems: [`There are ${found.length} chapters; expected: ${wanted.length}.`] };
  }
  const problems: string[] = [];
  // With longer titles, fewer chapters fit in the part of ffprobe's output that is read.
  wanted.slice(0, isListed ? undefined : found.length).forEach((chapter, i) => {
    const made = found[i];
    if (!made || problems.length > 0) return;
    const off = made.startSeconds - result.startSeconds - (chapter.startSeconds - start);
    const first = i === 0 && chapter.startSeconds <= start + 0.5;
    if (Math.abs(off) > (first ? 0.5 : CHAPTER_SECONDS)) {
      problems.push(
        `Chapter ${i + 1} starts ${Math.abs(off).toFixed(1)} s ${off > 0 ? "later" : "earlier"} than in the source.`,
      );
    } else if (chapter.title && made.title !== chapter.title) {
      problems.push(
        `The title of chapter ${i + 1} is ${made.title ? `"${made.title}"` : "missing"}; expected: "${chapter.title}".`,
      );
    }
  });
  return { problems, text: `${isListed ? "" : "more than "}${wanted.length} chapters` };
}
