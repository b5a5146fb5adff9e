import { writeAll } from "../../kit/atomic_file.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import type { AnimeSource } from "./sources.ts";

/** Downloads one source beside the copy that is in use. */

/** What came: a new file with its mark, or word that the old one is the newest. */
export type Downloaded = { state: "new"; etag?: string } | { state: "same" };

/** A source did not answer as it should. The message is the end of a sentence about it. */
export class DownloadProblem extends Error {
  override name = "DownloadProblem";
}

const HEADERS_MS = 30_000;
const TOTAL_MS = 10 * 60_000;

/**
 * Writes what a source sends to `path`. With `etag` the answer may be that nothing changed. Throws `DownloadProblem`, and the
 * signal's reason; `path` may then hold a part.
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
      // The connection is left, not read: an error page may have any size.
      for await (const _ of answer.body) break;
      if (answer.status === 304 && etag !== undefined) return { state: "same" };
      throw new DownloadProblem(`was answered with ${answer.status}.`);
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
