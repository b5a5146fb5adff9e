import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import { accurateRipIds, accurateRipPath } from "../ids/accuraterip_ids.ts";
import type { CdToc } from "../model.ts";
import { type Pressing, readPressings } from "./pressings.ts";

/** AccurateRip lookup result for a disc. A failure is only a message and never stops a rip. */
export type AccurateRipAnswer =
  | { outcome: "known"; pressings: Pressing[] }
  | { outcome: "unknown" }
  | { outcome: "failed"; message: string };

export interface LookUpOptions {
  http: Pick<HttpClient, "send">;
  toc: CdToc;
  signal: AbortSignal;
  /** Base URL of an alternative database, with a trailing slash. */
  url?: string;
}

/** Base URL of AccurateRip. Its server does not support HTTPS. */
const DATABASE = "http://www.accuraterip.com/accuraterip/";
const MAX_BYTES = 1 << 20;

/** Requests all pressings of a disc from AccurateRip. Throws only the signal's reason. */
export async function lookUpAccurateRip({ http, toc, signal, url }: LookUpOptions): Promise<AccurateRipAnswer> {
  const ids = accurateRipIds(toc);
  if (ids.tracks === 0) return { outcome: "unknown" };
  try {
    const { status, body } = await http.send({
      ...{ class: url === undefined ? "chosen" : "configured", url: (url ?? DATABASE) + accurateRipPath(ids) },
      ...{ maxBytes: MAX_BYTES, signal },
    });
    if (status === 404) return { outcome: "unknown" };
    if (status !== 200) return { outcome: "failed", message: `AccurateRip returned status ${status}.` };
    const pressings = readPressings(body, ids);
    if (pressings.length > 0) return { outcome: "known", pressings };
    return { outcome: "failed", message: "The response from AccurateRip is unreadable or is for another disc." };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof HttpProblem)) throw error;
    return { outcome: "failed", message: `AccurateRip could not be reached: ${error.message}` };
  }
}
