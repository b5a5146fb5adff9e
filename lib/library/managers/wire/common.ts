import * as z from "zod";

/**
 * Schemas of responses from the managers, limited to the fields that are used. Unknown fields are ignored, and fields
 * may be missing.
 */

const MAX_NAME = 1_000;
const MAX_PATH = 4_096;
/** Maximum size in bytes: one pebibyte. The sum of a thousand such sizes is still an exact number. */
const MAX_BYTES = 2 ** 50;

/**
 * A name, truncated if it is longer than lists can show. Uses `overwrite`, because a transform for each name would take
 * longer than all other validation.
 */
export const Name = z.string().overwrite((text) =>
  text.length > MAX_NAME ? text.slice(0, MAX_NAME).toWellFormed() : text
);

/** A path. Managers never send `..` segments, and Lathe never follows them. */
export const Path = z.string().max(MAX_PATH)
  .refine((path) => !path.split(/[\\/]/).includes(".."), "A manager's path must not contain `..`.");

/** A size in bytes. */
export const Bytes = z.number().transform((size) => Math.min(Math.max(0, Math.round(size)), MAX_BYTES));

/** A list, truncated if it is longer than any real list. */
export const listOf = <T extends z.ZodType>(item: T, max = 500) =>
  z.array(item).transform((items) => items.slice(0, max));

/** A poster, fanart or cover. `remoteUrl` is the public URL, `url` that of the manager's copy. */
export const Image = z.object({
  coverType: z.string(),
  url: z.string().nullish(),
  remoteUrl: z.string().nullish(),
});

/** Quality of a file or release. `resolution` is the number of lines, 0 or absent if unknown. */
export const Quality = z.object({
  quality: z.object({
    id: z.int().nullish(),
    name: z.string().default("Unknown"),
    source: z.string().nullish(),
    resolution: z.int().nullish(),
    modifier: z.string().nullish(),
  }),
});

/** Media information as sent by a manager. `resolution` is width x height. */
export const MediaInfo = z.object({
  audioChannels: z.number().nullish(),
  audioCodec: z.string().nullish(),
  audioLanguages: z.string().nullish(),
  videoCodec: z.string().nullish(),
  videoBitDepth: z.number().nullish(),
  videoDynamicRangeType: z.string().nullish(),
  resolution: z.string().nullish(),
});

const UNKNOWN_QUALITY: z.infer<typeof Quality> = { quality: { name: "Unknown" } };
/** Quality of an existing file, with default values for missing information. */
export const FileQuality = Quality.default(UNKNOWN_QUALITY);

/** File of a movie or an episode. */
export const VideoFile = z.object({
  id: z.int(),
  path: Path,
  size: Bytes,
  quality: FileQuality,
  languages: listOf(z.object({ name: z.string() })).nullish(),
  mediaInfo: MediaInfo.nullish(),
  qualityCutoffNotMet: z.boolean().nullish(),
  dateAdded: z.string().nullish(),
  releaseGroup: z.string().nullish(),
});
/** Common fields of Radarr and Sonarr. `RadarrFile` and `SonarrFile` add the title of the file. */
export type VideoFile = z.infer<typeof VideoFile>;

/** Ratings by source, each of which is an object with a `value`, or a single such object. */
export const Ratings = z.record(z.string(), z.unknown());

/** True if a quality is an unchanged copy of a disc. The managers have different values for this. */
export const isRemuxQuality = ({ quality }: z.infer<typeof Quality>): boolean =>
  quality.modifier === "remux" || quality.source === "blurayRaw" || /\bremux\b/i.test(quality.name);

/** True if the quality in the manager or the file name identifies a file as a remux. */
export const isRemuxFile = ({ quality, path }: Pick<VideoFile, "quality" | "path">): boolean =>
  isRemuxQuality(quality) || /\bremux\b/i.test(path.split(/[\\/]/).at(-1) ?? "");
