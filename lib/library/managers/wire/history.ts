import * as z from "zod";

const id = z.int().nullish();
/** Additional data of a history entry. Values that are not strings are skipped. */
const texts = z.record(z.string(), z.unknown()).nullish().transform((data) =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  )
);

/** A history entry of a title. IDs increase with time. */
export const HistoryRecord = z.object({
  id: z.int(),
  date: z.string(),
  eventType: z.string(),
  sourceTitle: z.string().nullish(),
  downloadId: z.string().nullish(),
  movieId: id,
  seriesId: id,
  episodeId: id,
  artistId: id,
  albumId: id,
  trackId: id,
  data: texts,
});
/** `eventType` is a value of the manager, such as `grabbed`. `date` is ISO 8601 on the clock of the manager. */
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** One page of `/history`. `/history/since` returns a plain list. */
export const HistoryPage = z.object({ records: z.array(HistoryRecord) });
