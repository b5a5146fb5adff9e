import * as z from "zod";
import { isRemuxFile, type VideoFile } from "../managers/wire/common.ts";
import type { WantedDisc } from "./model.ts";

/** Determines which disc would improve a file. Pure. */

const Quality = z.object({ id: z.int(), name: z.string().default(""), resolution: z.int().nullish() });
const Item = z.object({
  id: z.int().nullish(),
  quality: Quality.nullish(),
  allowed: z.boolean().default(false),
  items: z.array(z.object({ quality: Quality.nullish(), allowed: z.boolean().default(false) })).nullish(),
});

/** A quality profile of Radarr or Sonarr. `items` are sorted from lowest to highest quality. */
export const QualityProfile = z.object({ id: z.int(), cutoff: z.int(), items: z.array(Item).default([]) });
/** `cutoff` is the ID of a quality or of a group of qualities. */
export type QualityProfile = z.infer<typeof QualityProfile>;

/** A file, and the quality that its manager has assigned. */
export type JudgedFile = Pick<VideoFile, "quality" | "path">;

const UHD = 2160;

/**
 * Returns the kind of disc that would improve a file, or undefined for UHD remuxes, and for Blu-ray remuxes if the
 * profile allows nothing better.
 */
export function upgradeOf(file: JudgedFile, profile: QualityProfile): WantedDisc["upgradeWith"] | undefined {
  const lines = linesOf(file.quality.quality);
  const isRemux = isRemuxFile(file);
  if (lines >= UHD) return isRemux ? undefined : "uhd";
  if (isRemux && lines >= 1080) return allowsUhd(profile) ? "uhd" : undefined;
  return cutoffLines(profile) >= UHD ? "uhd" : "bluray";
}

/** Returns the position of a quality in its profile, lowest first. Unknown qualities are lower than all others. */
export const rankOf = ({ quality: { quality } }: JudgedFile, { items }: QualityProfile): number =>
  items.findIndex((item) => qualitiesOf(item).some(({ id, name }) => id === quality.id || name === quality.name));

const allowsUhd = ({ items }: QualityProfile): boolean =>
  items.some((item) =>
    isThere(item.quality)
      ? item.allowed && linesOf(item.quality) >= UHD
      : item.allowed && (item.items ?? []).some(({ quality }) => isThere(quality) && linesOf(quality) >= UHD)
  );

function cutoffLines({ cutoff, items }: QualityProfile): number {
  const item = items.find(({ id, quality }) => isThere(quality) ? quality.id === cutoff : id === cutoff) ??
    items.find(({ items: inner }) => inner?.some(({ quality }) => quality?.id === cutoff));
  return item === undefined ? 0 : Math.max(0, ...qualitiesOf(item).map(linesOf));
}

const qualitiesOf = ({ quality, items }: z.infer<typeof Item>): z.infer<typeof Quality>[] =>
  isThere(quality) ? [quality] : (items ?? []).flatMap((one) => one.quality ?? []);

/** Returns the number of lines in the video, from the manager, or otherwise from the name of the quality. */
const linesOf = ({ name, resolution }: { name: string; resolution?: number | null | undefined }): number =>
  resolution || Number(/(\d{3,4})p/.exec(name)?.[1] ?? 0);

const isThere = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
