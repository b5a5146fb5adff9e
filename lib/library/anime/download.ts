import { writeAll } from "../../kit/atomic_file.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import type { AnimeSource } from "./sources.ts";

/** Downloads one source to a new file next to the copy in use. */

/** Result of a download: a new file and its ETag, or the information that the existing copy is up to date. */
export type Downloaded = { state: "new"; etag?: string } | { state: "same" };

/**
 * Thrown if a source sends an unexpected response. The message is the end of a sentence that starts with the name of
 * the source.
 */
export class DownloadProblem extends Error {
  override name = "DownloadProblem";
}

const HEADERS_MS = 30_000;
const TOTAL_MS = 10 * 60_000;

/**
 * Writes the response of a source to `path`. With `etag`, the source may respond that its data is unchanged. Throws
 * `DownloadProblem`, or the signal's reason when aborted. The file at `path` may then be incomplete.
 */
export async function downloadSource(
  http: Pick<HttpClient, "open">,
  { url, maxBytes }: AnimeSource,
  { path, etag, signal }: { path: string; etag?: string; signal: AbortSignal },
): Promise<Downloaded> {
  const headers: Record<string, string> = etag === undefined ? {} : { "if-none-match": etag };
  try {
    const answer = await http.open({
      class: "fixed",
      url,
      headers,
      maxBytes,
      headersMs: HEADERS_MS,
      totalMs: TOTAL_MS,
      signal,
    });
    if (answer.status !== 200) {
      // Closes the connection without reading the body, because an error page may have any size.
      for await (const _ of answer.body) break;
      if (answer.status === 304 && etag !== undefined) return { state: "same" };
      throw new DownloadProblem(`could not be downloaded: the server returned status ${answer.status}.`);
    }
    using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
    for await (const chunk of answer.body) await writeAll(file, chunk);
    await file.sync();
    const mark = answer.headers.get("etag");
    return { state: "new", ...(mark === null || mark.length > 200 ? {} : { etag: mark }) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HttpProblem) {
      throw new DownloadProblem(`could not be downloaded: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
