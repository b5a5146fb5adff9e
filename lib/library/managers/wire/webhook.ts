import * as z from "zod";

/** Webhook payloads of Radarr and Sonarr. Only the ID of the title is used. */

const Titled = z.object({ id: z.int().positive() });
const WebhookBody = z.object({
  eventType: z.string(),
  movie: Titled.optional().catch(undefined),
  series: Titled.optional().catch(undefined),
});

/** Events after which the files of a title or their location have changed. */
const CHANGES = new Set(["Download", "Rename", "MovieFileDelete", "EpisodeFileDelete", "MovieAdded", "SeriesAdd"]);

/** Returns the ID of the title that a webhook event refers to, or undefined for other events. */
export function changedTitleId(kind: "movie" | "series", body: unknown): number | undefined {
  const parsed = WebhookBody.safeParse(body);
  return parsed.success && CHANGES.has(parsed.data.eventType) ? parsed.data[kind]?.id : undefined;
}
