import * as z from "zod";

/** What Radarr and Sonarr send when something happened; only the number of the title is taken from it. */

const Titled = z.object({ id: z.int().positive() });
const Told = z.object({
  eventType: z.string(),
  movie: Titled.optional().catch(undefined),
  series: Titled.optional().catch(undefined),
});

/** Events after which a title has other files, or another place for them. */
const CHANGES = new Set(["Download", "Rename", "MovieFileDelete", "EpisodeFileDelete", "MovieAdded", "SeriesAdd"]);

/** The title whose record changed by what a manager tells; undefined when it tells of something else. */
export function toldTitle(kind: "movie" | "series", body: unknown): number | undefined {
  const told = Told.safeParse(body);
  return told.success && CHANGES.has(told.data.eventType) ? told.data[kind]?.id : undefined;
}
