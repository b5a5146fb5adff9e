import { z } from "zod";

/** What the managers send, as far as it is read: unknown fields pass, missing ones are allowed (contracts/managers.md). */

export const Named = z.object({ id: z.int(), name: z.string() });

export const Image = z.object({
  coverType: z.string(),
  url: z.string().nullish(),
  remoteUrl: z.string().nullish(),
});

export const Quality = z.object({
  quality: z.object({
    id: z.int().nullish(),
    name: z.string(),
    source: z.string().nullish(),
    resolution: z.int().nullish(),
    modifier: z.string().nullish(),
  }),
});

export const MediaInfo = z.object({
  audioChannels: z.number().nullish(),
  audioCodec: z.string().nullish(),
  audioLanguages: z.string().nullish(),
  videoCodec: z.string().nullish(),
  videoBitDepth: z.number().nullish(),
  videoDynamicRangeType: z.string().nullish(),
  resolution: z.string().nullish(),
});

/** A film's or an episode's file. */
export const VideoFile = z.object({
  id: z.int(),
  path: z.string(),
  size: z.number(),
  quality: Quality,
  languages: z.array(z.object({ name: z.string() })).nullish(),
  mediaInfo: MediaInfo.nullish(),
  qualityCutoffNotMet: z.boolean().nullish(),
  dateAdded: z.string().nullish(),
  releaseGroup: z.string().nullish(),
});
export type VideoFile = z.infer<typeof VideoFile>;

/** Ratings come by source, or as one value. */
export const Ratings = z.union([
  z.object({ value: z.number() }),
  z.record(z.string(), z.union([z.object({ value: z.number() }), z.unknown()])),
]);

/** Whether a quality is an untouched copy of a disc: each manager says it in its own way. */
export const isRemuxQuality = ({ quality }: z.infer<typeof Quality>): boolean =>
  quality.modifier === "remux" || quality.source === "blurayRaw" || /\bremux\b/i.test(quality.name);

/** Whether a file is one: its manager says so, or its name does. */
export const isRemuxFile = ({ quality, path }: Pick<VideoFile, "quality" | "path">): boolean =>
  isRemuxQuality(quality) || /\bremux\b/i.test(path.split(/[\\/]/).at(-1) ?? "");
