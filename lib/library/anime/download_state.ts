import * as z from "zod";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { parseUntrustedJson } from "../../kit/json/json.ts";

/** Download state of the anime data, stored next to the data and kept across restarts. */

const SourceState = z.object({
  /** Time of the last request, successful or not, in milliseconds since 1970. */
  askedAt: z.number().optional(),
  /** Time at which the copy in use was downloaded. */
  fetchedAt: z.number().optional(),
  etag: z.string().optional(),
  /** ETag of a downloaded copy that has not been processed yet. */
  newEtag: z.string().optional(),
});
/** Download state of one source. */
export type SourceState = z.infer<typeof SourceState>;

const DownloadState = z.object({
  sources: z.partialRecord(z.enum(["titles", "mapping", "seasons"]), SourceState),
  updatedAt: z.number().optional(),
  error: z.string().optional(),
});
/** `error` describes the failures of the last refresh in complete sentences. */
export type DownloadState = z.infer<typeof DownloadState>;

/** Reads the download state. Returns an empty state if the file is missing or unreadable. */
export async function readDownloadState(path: string): Promise<DownloadState> {
  const text = await Deno.readFile(path).catch(() => undefined);
  return DownloadState.safeParse(text && parseUntrustedJson(text)).data ?? { sources: {} };
}

/** Writes the download state atomically. */
export const writeDownloadState = (path: string, state: DownloadState): Promise<void> =>
  writeFileAtomic(path, JSON.stringify(state));
