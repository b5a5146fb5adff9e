import * as z from "zod";

/** What the managers send, as far as it is read: unknown fields pass, missing ones are allowed. */

const MAX_NAME = 1_000;
const MAX_PATH = 4_096;
/** A pebibyte: a thousand such sizes still add up to a number that is exact. */
const MAX_BYTES = 2 ** 50;

/** The name of something, cut where it is longer than any list shows. A transform for each would cost more than the rest. */
export const Name = z.string().overwrite((text) =>
  text.length > MAX_NAME ? text.slice(0, MAX_NAME).toWellFormed() : text
);

/** A path; managers never send one that goes back up, and nothing of ours follows one. */
export const Path = z.string().max(MAX_PATH)
  .refine((path) => !path.split(/[\\/]/).includes(".."), "A path of a manager holds no `..`.");

/** A size in bytes. */
export const Bytes = z.number().transform((size) => Math.min(Math.max(0, Math.round(size)), MAX_BYTES));

/** A list that is cut when it is longer than anything real. */
export const listOf = <T extends z.ZodType>(item: T, max = 500) =>
  z.array(item).transform((items) => items.slice(0, max));

/** A poster, fanart or cover: `remoteUrl` is the public address, `url` the manager's own copy. */
export const Image = z.object({
  coverType: z.string(),
  url: z.string().nullish(),
  remoteUrl: z.string().nullish(),
});

/** The quality of a file or release; `resolution` counts lines, 0 or absent where the manager does not know. */
export const Quality = z.object({
  quality: z.object({
    id: z.int().nullish(),
    name: z.string().default("Unknown"),
    source: z.string().nullish(),
    resolution: z.int().nullish(),
    modifier: z.string().nullish(),
  }),
});

/** What the manager's own probe found, in its words; `resolution` is width x height. */
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
/** The quality of a file that is there, whatever its manager knows of it. */
export const FileQuality = Quality.default(UNKNOWN_QUALITY);

/** A film's or an episode's file. */
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
/** The part that Radarr and Sonarr share; `RadarrFile` and `SonarrFile` add whose file it is. */
export type VideoFile = z.infer<typeof VideoFile>;

/** Ratings come by source, each an object with a `value`, or as one such object. */
export const Ratings = z.record(z.string(), z.unknown());

/** Whether a quality is an untouched copy of a disc: each manager says it in its own way. */
export const isRemuxQuality = ({ quality }: z.infer<typeof Quality>): boolean =>
  quality.modifier === "remux" || quality.source === "blurayRaw" || /\bremux\b/i.test(quality.name);

/** Whether a file is one: its manager says so, or its name does. */
export const isRemuxFile = ({ quality, path }: Pick<VideoFile, "quality" | "path">): boolean =>
  isRemuxQuality(quality) || /\bremux\b/i.test(path.split(/[\\/]/).at(-1) ?? "");
