import * as z from "zod";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { foreignJson } from "../../kit/json/json.ts";

/** What is remembered of the downloads, beside the data and over restarts. */

const SourceState = z.object({
  /** Milliseconds since 1970: the last time that it was asked, whatever came of it. */
  askedAt: z.number().optional(),
  /** Of the copy that is in use. */
  fetchedAt: z.number().optional(),
  etag: z.string().optional(),
  /** Of a copy that was downloaded and not looked at yet. */
  newEtag: z.string().optional(),
});
/** What is remembered of one source. */
export type SourceState = z.infer<typeof SourceState>;

const DownloadState = z.object({
  sources: z.partialRecord(z.enum(["titles", "mapping", "seasons"]), SourceState),
  updatedAt: z.number().optional(),
  error: z.string().optional(),
});
/** `error` is what of the last refresh failed, in sentences. */
export type DownloadState = z.infer<typeof DownloadState>;

/** Reads the file; nothing is remembered where there is none, or none that can be read. */
export async function readDownloadState(path: string): Promise<DownloadState> {
  const text = await Deno.readFile(path).catch(() => undefined);
  return DownloadState.safeParse(text && foreignJson(text)).data ?? { sources: {} };
}

/** Writes the file as a whole. */
export const writeDownloadState = (path: string, state: DownloadState): Promise<void> =>
  writeFileAtomic(path, JSON.stringify(state));
