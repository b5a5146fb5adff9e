import { isMusicContainer } from "../profiles/containers.ts";
import { checkAttachments } from "./text/attachments.ts";
import { checkColour, checkHdr, checkShape } from "./video/colour.ts";
import { checkCopies } from "./copies.ts";
import { checkAudioContent, checkErrors, checkVideoContent } from "./decoded_checks.ts";
import type { DecodedFindings } from "./decoded.ts";
import { checkFields } from "./video/fields.ts";
import { checkMarks } from "./text/marks.ts";
import { checkSamples } from "./audio/lossless.ts";
import type { Evidence, Findings, VerifyMode } from "./model.ts";
import { checkChapters, checkContainer, checkLabels, checkStreams } from "./structure.ts";
import { checkStyles, styledPairs } from "./text/styles.ts";
import { checkSubtitles } from "./text/subtitles.ts";
import { checkTags } from "./text/tags.ts";
import {
  checkAudioTimes,
  checkFrameCount,
  checkFrameTimes,
  checkSourceComplete,
  checkStatedLength,
} from "./packets/times.ts";

/** Data that a check reads: headers, all packets without decoding, or decoded sections. */
export type Cost = "headers" | "packets" | "decoding";

/** Entry in the table of checks: what is compared, with which tolerance, and why. */
export interface Check {
  id: string;
  title: string;
  compares: string;
  tolerance: string;
  reason: string;
  cost: Cost;
  /** True if the check decodes separately from the comparison of video and audio. */
  beside?: true;
  applies(evidence: Evidence): boolean;
  run(evidence: Evidence, decoded: DecodedFindings | undefined): Findings | Promise<Findings>;
}

const always = () => true;
const hasVideo = ({ plan }: Evidence) => plan.video !== undefined;
const hasAudio = ({ plan }: Evidence) => plan.audio.length > 0;

/**
 * All checks, fastest first. A stage is skipped if an earlier stage failed, because a comparison would then be
 * meaningless.
 */
export const CHECKS: readonly Check[] = [
  {
    id: "container",
    title: "Container",
    compares: "the container format with the planned one",
    tolerance: "none",
    reason: "players depend on it",
    cost: "headers",
    applies: always,
    run: checkContainer,
  },
  {
    id: "streams",
    title: "Streams",
    compares: "number, codec, size, depth and channel layout of every stream with the plan",
    tolerance: "none; different names of the same channel layout are equal",
    reason: "a muxer that drops or swaps streams still exits with 0",
    cost: "headers",
    applies: always,
    run: checkStreams,
  },
  {
    id: "labels",
    title: "Languages, titles, flags",
    compares: "language, title, and default, forced, commentary and hearing-impaired flags with the plan",
    tolerance: "none in Matroska; other containers only keep languages",
    reason: "players use them to select streams",
    cost: "headers",
    applies: ({ plan }) => !isMusicContainer(plan.container),
    run: checkLabels,
  },
  {
    id: "marks",
    title: "Stored flags",
    compares: "the flags stored in the file with the plan, regardless of titles",
    tolerance: "none; Matroska only",
    reason: "the other checks recognise commentary by its title too, so they miss a lost flag",
    cost: "headers",
    applies: ({ plan }) => plan.container === "mkv",
    run: checkMarks,
  },
  {
    id: "tags",
    title: "Tags",
    compares: "title, artist and album of music with those of the source",
    tolerance: "none, except for Unicode composition",
    reason: "music libraries cannot identify a file without tags",
    cost: "headers",
    // Ogg stores tags in the stream, where the probe does not read them.
    applies: ({ plan }) => isMusicContainer(plan.container) && !["ogg", "opus"].includes(plan.container),
    run: checkTags,
  },
  {
    id: "chapters",
    title: "Chapters",
    compares: "number, times and titles of the chapters with the source",
    tolerance: "0.2 s; 0.5 s for the first chapter",
    reason: "muxers may drop chapters without an error if the container changes",
    cost: "headers",
    applies: ({ plan }) => plan.chapters,
    run: checkChapters,
  },
  {
    id: "colour",
    title: "Colour tags",
    compares: "range, matrix, primaries and transfer with the plan",
    tolerance: "none; untagged values may be tagged with what players assume",
    reason: "with other tags, players display the same pixel values in other colours",
    cost: "headers",
    applies: hasVideo,
    run: checkColour,
  },
  {
    id: "hdr",
    title: "HDR metadata",
    compares: "transfer, mastering display, light levels and Dolby Vision by value",
    tolerance: "0.001 in chromaticity, 1 cd/m² in peak, 1 cd/m² in light level",
    reason: "TVs use them for tone mapping",
    cost: "headers",
    applies: hasVideo,
    run: checkHdr,
  },
  {
    id: "shape",
    title: "Aspect ratio",
    compares: "display aspect ratio, rotation and field order with the source after crop and scale",
    tolerance: "1.2 %, for even sizes",
    reason: "a lost pixel aspect ratio distorts the video",
    cost: "headers",
    applies: hasVideo,
    run: checkShape,
  },
  {
    id: "length",
    title: "Declared duration",
    compares: "the duration in the header with the end of the last packet",
    tolerance: "1.5 s or 0.5 %",
    reason: "players display it and use it for seeking",
    cost: "packets",
    applies: ({ plan }) => ["mkv", "webm", "mp4", "mov"].includes(plan.container),
    run: checkStatedLength,
  },
  {
    id: "attachments",
    title: "Fonts and covers",
    compares: "name, size and checksum of every attachment with the source",
    tolerance: "none",
    reason: "styled subtitles are unreadable without their fonts",
    cost: "packets",
    applies: ({ plan, probe, result }) =>
      plan.attachments.length > 0 ||
      [...probe.streams, ...result.streams].some(({ kind }) => kind === "attachment"),
    run: checkAttachments,
  },
  {
    id: "styles",
    title: "Subtitle styles",
    compares: "the styles of copied ASS tracks with those of the source",
    tolerance: "none",
    reason: "signs and songs are rendered with them",
    cost: "headers",
    applies: (evidence) => styledPairs(evidence).length > 0,
    run: checkStyles,
  },
  {
    id: "source",
    title: "Source complete",
    compares: "the end of the source's packets with its own header",
    tolerance: "1 s or 0.5 %",
    reason: "a truncated source cannot become a complete video",
    cost: "packets",
    applies: always,
    run: checkSourceComplete,
  },
  {
    id: "picture-count",
    title: "Frame count",
    compares: "every frame's time with the source, one by one",
    tolerance: "2 frames; one group of five after inverse telecine",
    reason: "frames lost in the middle change no header",
    cost: "packets",
    applies: hasVideo,
    run: checkFrameCount,
  },
  {
    id: "picture-times",
    title: "Video duration",
    compares: "first and last frame and gaps with the source",
    tolerance: "2 frames; 3 s at the start of a broadcast",
    reason: "the duration in a header can be wrong",
    cost: "packets",
    applies: hasVideo,
    run: checkFrameTimes,
  },
  {
    id: "sound-times",
    title: "Audio timing",
    compares: "start, end and gaps of every audio track with its source, relative to the video",
    tolerance: "40 ms and a packet at the start, 100 ms and two packets at the end",
    reason: "lip sync errors become noticeable at 45 ms",
    cost: "packets",
    applies: hasAudio,
    run: checkAudioTimes,
  },
  {
    id: "copies",
    title: "Copied streams",
    compares: "the checksum of every packet with the source",
    tolerance: "none between Matroska files; elsewhere the decoded content is compared",
    reason: "a copy must be bit-identical",
    cost: "packets",
    applies: ({ pairs }) => pairs.some(({ copied }) => copied),
    run: checkCopies,
  },
  {
    id: "subtitles",
    title: "Subtitles",
    compares: "number, times and text of the cues of every track with its source",
    tolerance: "0.1 s, and cues too short to read after a format change; 40 % of bitmaps converted to text",
    reason: "an empty track has the same header as a full one",
    cost: "packets",
    applies: ({ plan }) => plan.subtitles.length > 0,
    run: checkSubtitles,
  },
  {
    id: "decodes",
    title: "Decodes without errors",
    compares: "decoder errors in the output",
    tolerance: "none, except errors caused by damage copied from the source",
    reason: "damaged bytes go unnoticed until they are decoded",
    cost: "decoding",
    applies: always,
    run: checkErrors,
  },
  {
    id: "pictures",
    title: "Video content",
    compares: "thumbnails with those of the source at the same time: content, regions, order, motion, tone, colour, " +
      "sharpness, sudden damage",
    tolerance: "twice the deviation at an encoder's worst quality",
    reason: "black, wrong or frozen frames decode without errors",
    cost: "decoding",
    applies: hasVideo,
    run: checkVideoContent,
  },
  {
    id: "fields",
    title: "Combing",
    compares: "how well the lines match each other in a few places",
    tolerance: "inconclusive if there is too little motion",
    reason: "combed frames look normal when scaled down",
    cost: "decoding",
    beside: true,
    applies: ({ plan }) => plan.video !== undefined && plan.video.encoder !== "copy",
    run: checkFields,
  },
  {
    id: "sound",
    title: "Audio content",
    compares: "level, similarity, delay and channel order of every track with its source",
    tolerance: "2 dB in level, 8 dB for half a second, 40 ms of delay, gaps of 20 ms",
    reason: "silent, swapped or wrong audio decodes without errors",
    cost: "decoding",
    applies: hasAudio,
    run: checkAudioContent,
  },
  {
    id: "samples",
    title: "Lossless samples",
    compares: "the checksum of all decoded samples with the source, and with the one stored in a FLAC",
    tolerance: "none",
    reason: "lossless audio must match in every sample",
    cost: "decoding",
    beside: true,
    applies: ({ plan }) => isMusicContainer(plan.container),
    run: checkSamples,
  },
];

/** Data that each mode reads. */
export const STAGES: Record<VerifyMode, readonly Cost[]> = {
  off: ["headers"],
  windows: ["headers", "packets", "decoding"],
  full: ["headers", "packets", "decoding"],
};
