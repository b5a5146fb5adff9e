import { JobFailure } from "../../kit/fault.ts";
import { count, duration } from "../../kit/format.ts";
import type { AttachmentStream, Probe, Stream, VideoStream } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { byProgram, mainVideo } from "../../media/probe/probe.ts";
import { containerFacts, isFormatOf, isMusicContainer } from "../profiles/containers.ts";
import { audioEncoder } from "../profiles/encoders.ts";
import type { Recipe } from "../profiles/schema.ts";
import type { Overrides } from "../profiles/overrides.ts";
import type { AudioChoice, ResolvedRecipe } from "../profiles/smart/decide.ts";
import { type AudioPart, planAudio } from "./audio/audio_plan.ts";
import { type CaptionPart, planCaptions } from "./subtitles/captions.ts";
import { planChapters } from "./chapters.ts";
import { cleanLabels } from "./clean_labels.ts";
import { type AudioPlan, isTextFile, type OcrState, type Plan, type StreamDecision } from "./model.ts";
import { refuseCutCopy, refuseMovedTrack, refuseSource, refuseUnreadable, sourceWarnings } from "./odd_source.ts";
import {
  changesLabels,
  cropOf,
  keepOwnTitles,
  refuseOverrides,
  type StreamChoices,
  withOwnChoices,
  withOwnLabels,
  withOwnRecipe,
} from "./overrides.ts";
import { decision } from "./stream_choice.ts";
import type { AudioFindings } from "./listen.ts";
import { musicRuling } from "./audio/music_rules.ts";
import { planSubtitles, type SubtitlePart } from "./subtitles/subtitle_plan.ts";
import { summarise } from "./summary.ts";
import { planVideo, type VideoFindings, type VideoPart } from "./video/video_plan.ts";
import { codecName } from "./words.ts";

/** Measurements of the file itself. */
export interface PlanFindings extends VideoFindings, AudioFindings {}

/** Optional input of `plan` besides probe and recipe. Absent values were not measured or are unknown. */
export interface PlanOptions extends PlanFindings {
  /** True to copy the video regardless of the profile. The profile then only applies to the audio. */
  audioOnly?: boolean;
  /** State of OCR for bitmap subtitles. `off` if omitted. */
  ocr?: OcrState;
  /** Decisions of the rules of a smart profile for individual streams. */
  choices?: Pick<ResolvedRecipe, "audio" | "subtitles">;
  /** The user's changes for this file. */
  overrides?: Overrides;
  /** Original language of the movie, as reported by the manager. */
  originalLanguage?: string;
}

/**
 * Plans each stream of a file. Pure. Throws `JobFailure` `encoder_missing`, `invalid_plan`, or `nothing_to_do` for
 * audio only with a profile that copies audio.
 */
export function plan(source: Probe, profile: Recipe, capabilities: Capabilities, options: PlanOptions = {}): Plan {
  refuseSource(source);
  const { own, foreign } = byProgram(source, mainVideo(source));
  const { audioOnly = false, overrides, mqa, peaks = {} } = options;
  const chosen = overrides ? withOwnRecipe(profile, overrides) : profile;
  const found: Probe = foreign.length > 0 ? { ...source, streams: own } : source;
  const probe = overrides ? withOwnLabels(found, overrides) : found;
  const choices = withOwnChoices(probe, options.choices ?? NO_CHOICES, overrides);
  const encodesAudio = chosen.audio.encoder !== "copy" || [...choices.audio.values()].some(changesAudio);
  if (audioOnly && !encodesAudio) {
    throw new JobFailure("nothing_to_do", "Audio only has no effect with a profile that copies audio.");
  }
  const music = musicRuling(probe, chosen, mqa);
  const recipe = audioOnly ? { ...chosen, video: { ...chosen.video, encoder: "copy" as const } } : music.recipe;
  if (overrides) refuseOverrides(probe, recipe, overrides);
  const chapters = planChapters(probe, recipe.container);
  const parts = planParts(probe, recipe, capabilities, {
    ...options,
    choices,
    keepSpoken: options.choices !== undefined,
  });
  const { video, audio, subtitles, captions, attachments } = parts;
  const decided: Plan = {
    container: recipe.container,
    video: video?.video,
    audio: audio.audio,
    subtitles: subtitles.subtitles,
    attachments: attachments.kept,
    chapters: chapters.kept,
    ...(chapters.list ? { chapterList: chapters.list } : {}),
    durationSeconds: probe.durationSeconds,
    ...lateCues(probe, subtitles.subtitles.length),
    streams: streamDecisions(probe, foreign, recipe, parts),
    summary: [],
    warnings: [
      ...sourceWarnings(source, foreign, parts.mainStream),
      // The warnings about encoding music do not apply to copied streams.
      ...(audio.audio.every((stream) => stream.encoder === "copy") ? [] : music.warnings),
      ...(video?.warnings ?? []),
      ...(captions?.warnings ?? []),
      ...audio.warnings,
      ...roundingWarnings(probe, audio.audio, peaks),
      ...subtitles.warnings,
      ...attachments.warnings,
      ...chapters.warnings,
      ...lateCueWarnings(probe, subtitles.subtitles.length),
    ],
    nothingToDo: false,
    ...(mqa?.isMqa ? { mqa } : {}),
  };
  decided.nothingToDo = music.leave !== undefined ||
    changesNothing(probe, decided) && !changesLabels(overrides, decided);
  if (!decided.nothingToDo) refuseMovedTrack(probe, keptStreams(decided));
  // Music files are identified by their tags, so these are never cleaned.
  if (recipe.output.cleanMetadata && !isMusicContainer(recipe.container)) cleanLabels(probe, decided);
  if (overrides) keepOwnTitles(decided, overrides);
  decided.summary = music.leave ? [`Nothing to do: ${music.leave}`] : summarise(probe, decided, recipe);
  return decided;
}

/** Returns the indexes of the video, audio and subtitle streams in the result. */
const keptStreams = ({ video, audio, subtitles }: Plan): Set<number> =>
  new Set([video, video?.burn, ...audio, ...subtitles].flatMap((one) => one === undefined ? [] : [one.index]));

/** Decisions for each kind of stream. */
interface PlanParts {
  /** Main video stream, unless the container supports no video. */
  mainStream?: VideoStream;
  video?: VideoPart;
  audio: AudioPart;
  subtitles: SubtitlePart;
  captions?: CaptionPart;
  attachments: AttachmentPart;
}

/** Decides one type of stream after another, because decisions affect later ones. Throws the errors of `plan`. */
function planParts(
  probe: Probe,
  recipe: Recipe,
  capabilities: Capabilities,
  options: Omit<PlanOptions, "choices"> & { choices: StreamChoices; keepSpoken: boolean },
): PlanParts {
  const { ocr = "off", choices, keepSpoken, overrides, originalLanguage, captionText } = options;
  const mainStream = isMusicContainer(recipe.container) ? undefined : mainVideo(probe);
  if (!mainStream && !isMusicContainer(recipe.container)) refuseUnreadable(probe);
  const ownCrop = mainStream && overrides?.crop && cropOf(mainStream, overrides.crop);
  const video = mainStream && planVideo(mainStream, recipe, capabilities, { ...options, ownCrop });
  if (video?.video.encoder === "copy") refuseCutCopy(probe);
  const audio = planAudio(probe, recipe, capabilities, choices, originalLanguage);
  const canBurn = video !== undefined && video.video.encoder !== "copy";
  const spoken = audio.audio.flatMap((stream) => stream.commentary ? [] : stream.language ?? []);
  const subtitles = planSubtitles(probe, recipe, {
    ...{ canBurn, ocr, choices: choices.subtitles, kept: choices.kept },
    ...{ spoken, keepSpoken },
  });
  if (!video && audio.audio.length === 0) {
    throw new JobFailure("invalid_plan", "Neither video nor audio would remain.");
  }
  if (video && subtitles.burn) burnIn(probe, video, subtitles.burn);
  const captions = video && mainStream && planCaptions(mainStream, video.video, recipe, captionText);
  if (captions?.subtitle) subtitles.subtitles.push(captions.subtitle);
  return { mainStream, video, audio, subtitles, captions, attachments: planAttachments(probe, recipe) };
}

/**
 * Tolerance in seconds. A cue that starts at most this long after the end of the movie is kept, because the end is not
 * known exactly.
 */
const SPARE_CUE_SECONDS = 1;

const lateCues = ({ statedSeconds, durationSeconds }: Probe, kept: number): Pick<Plan, "cuesUntilSeconds"> =>
  statedSeconds === undefined || kept === 0 ? {} : { cuesUntilSeconds: durationSeconds + SPARE_CUE_SECONDS };

const lateCueWarnings = ({ statedSeconds, durationSeconds }: Probe, kept: number): string[] =>
  statedSeconds === undefined || kept === 0 ? [] : [
    `Subtitle cues after the end of the movie (${duration(durationSeconds)}) are removed: the last cue is at about ${
      duration(statedSeconds)
    }.`,
  ];

function burnIn(probe: Probe, { video, warnings }: VideoPart, burn: NonNullable<SubtitlePart["burn"]>): void {
  video.burn = burn;
  const codec = probe.streams.find((stream) => stream.index === burn.index)?.codec;
  if (video.hdr !== "sdr" && (codec === "ass" || codec === "ssa")) {
    warnings.push("Styled subtitles keep their colours, which look too bright in HDR video.");
  }
}

/** Returns the decision for every stream, in source order. `foreign`: streams of other programmes. */
function streamDecisions(probe: Probe, foreign: Stream[], recipe: Recipe, parts: PlanParts): StreamDecision[] {
  const { mainStream, video, audio, subtitles, attachments } = parts;
  const decisions = [...audio.decisions, ...subtitles.decisions, ...attachments.decisions];
  for (const stream of probe.streams) {
    if (stream.kind === "data") decisions.push(decision(stream, "drop", "data streams are never kept"));
    if (stream.kind !== "video") continue;
    if (video && stream.index === mainStream?.index) {
      decisions.push(decision(stream, video.video.encoder === "copy" ? "copy" : "encode", video.why));
    } else {
      const why = mainStream ? "not the main video" : `${recipe.container} does not support video`;
      decisions.push(decision(stream, "drop", why));
    }
  }
  for (const stream of foreign) decisions.push(decision(stream, "drop", "it belongs to another programme"));
  return decisions.sort((a, b) => a.index - b.index);
}

/**
 * Returns warnings about floating-point audio that becomes integers, because 24 bits cannot represent its smallest and
 * largest samples.
 */
function roundingWarnings(probe: Probe, audio: AudioPlan[], peaks: Record<number, number>): string[] {
  return audio.flatMap((plan) => {
    const source = probe.streams.find((stream) => stream.index === plan.index);
    if (source?.kind !== "audio" || !source.float || plan.encoder === "copy" || plan.float) return [];
    if (!audioEncoder(plan.encoder).lossless) return [];
    const peak = peaks[plan.index] ?? 0;
    const name = codecName(plan.codec);
    return peak > 0
      ? [
        `Audio ${plan.index} peaks at +${
          peak.toFixed(1)
        } dBFS. ${name} clips anything above 0 dBFS, so the output is not ` +
        "lossless. WavPack would keep the peaks.",
      ]
      : [`Audio ${plan.index} has floating-point samples: ${name} rounds them to ${plan.bitDepth ?? 24} bits.`];
  });
}

const NO_CHOICES: NonNullable<PlanOptions["choices"]> = { audio: new Map(), subtitles: new Map() };
const changesAudio = ({ action }: AudioChoice): boolean => action === "encode";

interface AttachmentPart {
  /** Indexes of copied attachments. */
  kept: number[];
  decisions: StreamDecision[];
  warnings: string[];
}

/** Lists attachments that are dropped although no option of the profile drops them. */
function attachmentWarnings(probe: Probe, kept: number[], holds: boolean): string[] {
  const lost = probe.streams.filter((stream): stream is AttachmentStream =>
    stream.kind === "attachment" && !kept.includes(stream.index) && (stream.use === "other" || !holds)
  );
  if (lost.length === 0) return [];
  const names = lost.map(({ fileName, use }) => fileName ?? use).join(", ");
  return [`${count(lost.length, "attachment")} removed: ${names}.`];
}

function planAttachments(probe: Probe, recipe: Recipe): AttachmentPart {
  const kept: number[] = [];
  const decisions: StreamDecision[] = [];
  const music = isMusicContainer(recipe.container);
  const holds = containerFacts(recipe.container).attachments;
  for (const stream of probe.streams) {
    if (stream.kind !== "attachment") continue;
    const refusal = music
      ? coverRefusal(stream, recipe, kept)
      : holds
      ? refusalOf(stream, recipe)
      : `${recipe.container} does not support attachments`;
    if (!refusal) kept.push(stream.index);
    decisions.push(decision(stream, refusal ? "drop" : "copy", refusal ?? `${stream.use} kept`));
  }
  return { kept, decisions, warnings: music ? [] : attachmentWarnings(probe, kept, holds) };
}

/** Returns the reason why an attachment is not kept as the cover. A music file can contain only one cover. */
function coverRefusal(stream: AttachmentStream, recipe: Recipe, kept: number[]): string | undefined {
  if (stream.use !== "cover") return "no cover";
  if (!recipe.audio.embedCover) return "the profile embeds no cover";
  const { cover, covers } = containerFacts(recipe.container);
  if (!cover) return `covers are not added to ${recipe.container} files`;
  if (covers?.includes(stream.codec) === false) return `${recipe.container} does not support ${stream.codec} covers`;
  return kept.length > 0 ? "one cover is enough" : undefined;
}

function refusalOf(stream: AttachmentStream, recipe: Recipe): string | undefined {
  if (stream.use === "other") return "neither font nor cover";
  return stream.use === "font" && !recipe.subtitles.keepFonts ? "the profile keeps no fonts" : undefined;
}

function changesNothing(probe: Probe, { container, video, audio, subtitles, streams }: Plan): boolean {
  const copies = (!video || video.encoder === "copy") && audio.every((a) => a.encoder === "copy") &&
    subtitles.every((s) => s.encoder === "copy" && !isTextFile(s));
  const { extension } = containerFacts(container);
  const sameContainer = isFormatOf(container, probe.format) && probe.path.toLowerCase().endsWith(extension);
  return copies && sameContainer && streams.every((stream) => stream.action === "copy" || stream.type === "data");
}
