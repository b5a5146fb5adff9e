import * as z from "zod";

/**
 * Changes that a user makes to the plan of one file before it is queued. They take precedence over the profile, and a
 * retry of the job keeps them.
 */

/** Maximum number of streams with overrides. Discs and broadcasts have fewer than a hundred streams. */
const MAX_STREAMS = 1000;

/** Maximum number of steps to a smaller file. Beyond it, another profile is the better choice. */
export const MAX_SMALLER = 5;

/** Outcomes for an original once its encode is verified: kept beside it, or replaced by it. */
export const ORIGINAL_CHOICES = ["keep", "replace"] as const;
/** Choice about an original. */
export type OriginalChoice = (typeof ORIGINAL_CHOICES)[number];

/** Change to one stream of the source. Absent fields follow the profile. */
export const StreamOverride = z.strictObject({
  index: z.int().min(0).max(9999).describe("Index of the stream in the source"),
  action: z.enum(["keep", "drop", "burn"]).optional()
    .describe("keep: regardless of the profile's filters; burn: draw this subtitle into the video"),
  language: z.string().regex(/^([a-z]{2,3})?$/, "Use a language code such as eng or jpn.").optional()
    .describe("Empty = undetermined"),
  title: z.string().trim().max(300).optional().describe("Empty = no title"),
  default: z.boolean().optional(),
  forced: z.boolean().optional(),
  commentary: z.boolean().optional(),
  hearingImpaired: z.boolean().optional().describe("Subtitles only"),
  visualImpaired: z.boolean().optional().describe("Audio only"),
}).meta({ id: "StreamOverride" });
/** Labels apply to audio and subtitles. A corrected language is also used by the language filters of the profile. */
export type StreamOverride = z.infer<typeof StreamOverride>;

const edge = z.int().min(0).max(16_384).default(0);

/** Changes to the plan of one file. */
export const Overrides = z.strictObject({
  streams: z.array(StreamOverride).max(MAX_STREAMS).default([]).refine(
    (streams) => new Set(streams.map(({ index }) => index)).size === streams.length,
    "List each stream only once.",
  ),
  crop: z.strictObject({ top: edge, right: edge, bottom: edge, left: edge }).optional()
    .describe("Pixels to remove from each edge of the upright frame; all 0 = no crop"),
  original: z.enum(ORIGINAL_CHOICES).optional()
    .describe("Keep both files, or replace the original once its encode is verified; absent = as set in the profile"),
  smaller: z.int().min(1).max(MAX_SMALLER).optional()
    .describe("Number of steps towards a smaller file; each lowers the quality by about 3 CRF"),
  maxHeight: z.int().min(0).max(8640).optional().describe("Downscale to this height; 0 = keep the source height"),
}).meta({ id: "Overrides" });
/** Absent fields follow the profile. */
export type Overrides = z.infer<typeof Overrides>;

/** True if the encode itself is changed. Keeping or replacing the original does not change it. */
export const isAdjusted = ({ streams, crop, smaller, maxHeight }: Overrides): boolean =>
  streams.length > 0 || [crop, smaller, maxHeight].some((change) => change !== undefined);
