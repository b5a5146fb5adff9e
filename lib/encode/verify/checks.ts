import { isMusicContainer } from "../profiles/containers.ts";
import { checkAttachments } from "./text/attachments.ts";
import { checkColour, checkHdr, checkShape } from "./pictures/colour.ts";
import { checkCopies } from "./copies.ts";
import { checkErrors, checkPictures, checkSound } from "./decoded_checks.ts";
import type { DecodedFindings } from "./decoded.ts";
import { checkFields } from "./pictures/fields.ts";
import { checkMarks } from "./text/marks.ts";
import { checkSamples } from "./sound/lossless.ts";
import type { Evidence, Findings, VerifyMode } from "./model.ts";
import { checkChapters, checkContainer, checkLabels, checkStreams } from "./structure.ts";
import { checkStyles, styledPairs } from "./text/styles.ts";
import { checkSubtitles } from "./text/subtitles.ts";
import { checkTags } from "./text/tags.ts";
import {
  checkPictureCount,
  checkPictureTimes,
  checkSoundTimes,
  checkSourceComplete,
  checkStatedLength,
} from "./packets/times.ts";

/** Data that a check reads: the headers, all packets without decoding, or decoded sections. */
export type Cost = "headers" | "packets" | "decoding";

/** Row of the check table: what is compared, with which tolerance, and why. */
export interface Check {
  id: string;
  title: string;
  compares: string;
  tolerance: string;
  reason: string;
  cost: Cost;
  /** Decodes separately from the comparison of video and audio. */
  beside?: true;
  applies(evidence: Evidence): boolean;
  run(evidence: Evidence, decoded: DecodedFindings | undefined): Findings | Promise<Findings>;
}

const always = () => true;
const hasPicture = ({ plan }: Evidence) => plan.video !== undefined;
const hasSound = ({ plan }: Evidence) => plan.audio.length > 0;

/**
 * All checks, cheapest first. A stage is skipped if an earlier one failed, because there would be nothing to compare.
 */
export const CHECKS: readonly Check[] = [
  {
    id: "container",
    title: "Container",
    compares: "the container's format with the planned one",
    tolerance: "none",
    reason: "players choose by it",
    cost: "headers",
    applies: always,
    run: checkContainer,
  },
  {
    id: "streams",
    title: "Streams",
    compares: "number, codec, size, depth and channel layout of every stream with the plan",
    tolerance: "none; names of one layout count as one",
    reason: "a muxer that drops or exchanges streams exits with 0",
    cost: "headers",
    applies: always,
    run: checkStreams,
  },
  {
    id: "labels",
    title: "Languages, titles, marks",
    compares: "language, title, default, forced, commentary and hearing impaired marks with the plan",
    tolerance: "none in Matroska; other containers keep languages only",
    reason: "players choose streams by them",
    cost: "headers",
    applies: ({ plan }) => !isMusicContainer(plan.container),
    run: checkLabels,
  },
  {
    id: "marks",
    title: "Marks as written",
    compares: "the marks that the file itself holds with the plan, whatever titles say",
    tolerance: "none; Matroska only",
    reason: "a title with the word commentary hides that the mark is lost",
    cost: "headers",
    applies: ({ plan }) => plan.container === "mkv",
    run: checkMarks,
  },
  {
    id: "tags",
    title: "Tags",
    compares: "title, artist and album of music with the source's",
    tolerance: "letters that are composed in another way are the same",
    reason: "a file without its names is lost in a library",
    cost: "headers",
    // Ogg stores them in the stream, where a probe does not look.
    applies: ({ plan }) => isMusicContainer(plan.container) && !["ogg", "opus"].includes(plan.container),
    run: checkTags,
  },
  {
    id: "chapters",
    title: "Chapters",
    compares: "number, times and titles with the source",
    tolerance: "0.2 s; 0.5 s for the first",
    reason: "they are lost silently when containers differ",
    cost: "headers",
    applies: ({ plan }) => plan.chapters,
    run: checkChapters,
  },
  {
    id: "colour",
    title: "Colour tags",
    compares: "range, matrix, primaries and transfer with the plan",
    tolerance: "none; what is not stated may be stated as what players assume",
    reason: "the same numbers under other tags are another picture",
    cost: "headers",
    applies: hasPicture,
    run: checkColour,
  },
  {
    id: "hdr",
    title: "HDR facts",
    compares: "transfer, mastering display, light levels and Dolby Vision by value",
    tolerance: "0.001 of chromaticity, 1 cd/m² of peak, 1 cd/m² of light level",
    reason: "televisions map tones by them",
    cost: "headers",
    applies: hasPicture,
    run: checkHdr,
  },
  {
    id: "shape",
    title: "Shape",
    compares: "display aspect, rotation and field order with the source after crop and scale",
    tolerance: "1.2 %, for even sizes",
    reason: "a lost pixel aspect squeezes the film",
    cost: "headers",
    applies: hasPicture,
    run: checkShape,
  },
  {
    id: "length",
    title: "Stated length",
    compares: "the length in the header with the end of the last packet",
    tolerance: "1.5 s or 0.5 %",
    reason: "players show and seek by it",
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
    compares: "the style sheets of copied ASS tracks with the source's",
    tolerance: "none",
    reason: "signs and songs are drawn by them",
    cost: "headers",
    applies: (evidence) => styledPairs(evidence).length > 0,
    run: checkStyles,
  },
  {
    id: "source",
    title: "Source complete",
    compares: "the end of the source's packets with its own header",
    tolerance: "1 s or 0.5 %",
    reason: "a source that was cut off cannot become a whole film",
    cost: "packets",
    applies: always,
    run: checkSourceComplete,
  },
  {
    id: "picture-count",
    title: "Number of pictures",
    compares: "every picture's time with the source's, one by one",
    tolerance: "2 pictures; one group of five after inverse telecine",
    reason: "pictures lost in the middle change no header",
    cost: "packets",
    applies: hasPicture,
    run: checkPictureCount,
  },
  {
    id: "picture-times",
    title: "Length of the picture",
    compares: "first and last picture and stretches without one with the source",
    tolerance: "2 pictures; 3 s at the start of a broadcast",
    reason: "a header's duration is only a promise",
    cost: "packets",
    applies: hasPicture,
    run: checkPictureTimes,
  },
  {
    id: "sound-times",
    title: "Times of the sound",
    compares: "start, end and holes of every audio track with its source, on the picture's clock",
    tolerance: "40 ms and a packet at the start, 100 ms and two packets at the end",
    reason: "lips and voices part at 45 ms",
    cost: "packets",
    applies: hasSound,
    run: checkSoundTimes,
  },
  {
    id: "copies",
    title: "Copied streams",
    compares: "the checksum of every packet with the source",
    tolerance: "none between Matroska files; elsewhere the decoded content is compared",
    reason: "a copy is the same bits",
    cost: "packets",
    applies: ({ pairs }) => pairs.some(({ copied }) => copied),
    run: checkCopies,
  },
  {
    id: "subtitles",
    title: "Subtitles",
    compares: "number, times and text of the cues of every track with its source",
    tolerance: "0.1 s, and cues that nobody can read after a change of format; 40 % of pictures read as text",
    reason: "an empty track has the same header as a full one",
    cost: "packets",
    applies: ({ plan }) => plan.subtitles.length > 0,
    run: checkSubtitles,
  },
  {
    id: "decodes",
    title: "Decodes without errors",
    compares: "complaints of the decoders about the result",
    tolerance: "none but those about copied damage",
    reason: "damaged bytes look like any others until they are decoded",
    cost: "decoding",
    applies: always,
    run: checkErrors,
  },
  {
    id: "pictures",
    title: "Pictures",
    compares: "small pictures with the source's of the same time: content, parts, order, stillness, tone, colour, " +
      "sharpness, sudden damage",
    tolerance: "twice what the worst quality of an encoder brings about",
    reason: "black, foreign or frozen pictures decode without a complaint",
    cost: "decoding",
    applies: hasPicture,
    run: checkPictures,
  },
  {
    id: "fields",
    title: "Whole pictures",
    compares: "how the lines of a few places fit each other",
    tolerance: "too little motion tells nothing",
    reason: "combed pictures look like whole ones when they are made small",
    cost: "decoding",
    beside: true,
    applies: ({ plan }) => plan.video !== undefined && plan.video.encoder !== "copy",
    run: checkFields,
  },
  {
    id: "sound",
    title: "Sound",
    compares: "level, likeness, delay and order of the channels of every track with its source",
    tolerance: "2 dB of level, 8 dB for half a second, 40 ms of delay, holes of 20 ms",
    reason: "silent, exchanged or foreign sound decodes without a complaint",
    cost: "decoding",
    applies: hasSound,
    run: checkSound,
  },
  {
    id: "samples",
    title: "Lossless samples",
    compares: "the checksum of all decoded samples with the source's, and with the one a FLAC stores",
    tolerance: "none",
    reason: "lossless means every sample",
    cost: "decoding",
    beside: true,
    applies: ({ plan }) => isMusicContainer(plan.container),
    run: checkSamples,
  },
];

/** Data read by each mode. */
export const STAGES: Record<VerifyMode, readonly Cost[]> = {
  off: ["headers"],
  windows: ["headers", "packets", "decoding"],
  full: ["headers", "packets", "decoding"],
};
