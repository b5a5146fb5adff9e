import * as z from "zod";

const id = z.int().nullish();
/** The values of `data` are texts; what is none is passed over. */
const texts = z.record(z.string(), z.unknown()).nullish().transform((data) =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  )
);

/** Something that happened to a title; ids rise. */
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
/** `eventType` is the manager's own word, as `grabbed`; `date` is ISO 8601 by the manager's clock. */
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** The answer of `/history`, one page; `/history/since` answers a bare list. */
export const HistoryPage = z.object({ records: z.array(HistoryRecord) });
