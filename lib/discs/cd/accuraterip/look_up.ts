import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import { accurateRipIds, accurateRipPath } from "../ids/accuraterip_ids.ts";
import type { CdToc } from "../model.ts";
import { type Pressing, readPressings } from "./pressings.ts";

/** What the database knows of a disc; a failure is a sentence and no reason to stop a rip. */
export type AccurateRipAnswer =
  | { outcome: "known"; pressings: Pressing[] }
  | { outcome: "unknown" }
  | { outcome: "failed"; message: string };

export interface LookUpOptions {
  http: Pick<HttpClient, "send">;
  toc: CdToc;
  signal: AbortSignal;
  /** Another place of the database, with a slash at the end. */
  url?: string;
}

/** It has no HTTPS. */
const DATABASE = "http://www.accuraterip.com/accuraterip/";
const MAX_BYTES = 1 << 20;

/** Asks AccurateRip for all pressings of a disc. Throws only the signal's reason. */
export async function lookUpAccurateRip({ http, toc, signal, url }: LookUpOptions): Promise<AccurateRipAnswer> {
  const ids = accurateRipIds(toc);
  if (ids.tracks === 0) return { outcome: "unknown" };
  try {
    const { status, body } = await http.send({
      ...{ class: url === undefined ? "chosen" : "configured", url: (url ?? DATABASE) + accurateRipPath(ids) },
      ...{ maxBytes: MAX_BYTES, signal },
    });
    if (status === 404) return { outcome: "unknown" };
    if (status !== 200) return { outcome: "failed", message: `AccurateRip answers ${status}.` };
    const pressings = readPressings(body, ids);
    if (pressings.length > 0) return { outcome: "known", pressings };
    return { outcome: "failed", message: "AccurateRip's answer cannot be read, or is about another disc." };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof HttpProblem)) throw error;
    return { outcome: "failed", message: `AccurateRip was not reached: ${error.message}` };
  }
}
