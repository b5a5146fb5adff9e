import * as z from "zod";

const id = z.int().nullish();

/** An entry in a manager's queue. There is one per movie, episode or album, and several may belong to one download. */
export const QueueRecord = z.object({
  id: z.number(),
  movieId: id,
  seriesId: id,
  episodeId: id,
  artistId: id,
  albumId: id,
  downloadId: z.string().nullish(),
  title: z.string().nullish(),
  status: z.string().default("unknown"),
  trackedDownloadStatus: z.string().nullish(),
  trackedDownloadState: z.string().nullish(),
  statusMessages: z.array(z.object({ messages: z.array(z.string()).nullish() })).nullish(),
  errorMessage: z.string().nullish(),
  size: z.number().nullish(),
  sizeleft: z.number().nullish(),
  timeleft: z.string().nullish(),
  outputPath: z.string().nullish(),
  downloadClient: z.string().nullish(),
});
/** Sizes are in bytes. `timeleft` is a .NET time span, such as `01:02:03`. */
export type QueueRecord = z.infer<typeof QueueRecord>;

/** One page of `/queue`. `totalRecords` is the number of records on all pages. */
export const QueuePage = z.object({ totalRecords: z.int().nullish(), records: z.array(QueueRecord) });
