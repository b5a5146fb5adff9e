import { setTimeout as pause } from "node:timers/promises";
import type * as z from "zod";
import type { Clock } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import { createPool } from "../../../kit/async.ts";
import { VERSION } from "../../../kit/version.ts";
import { createJsonClient, type JsonAnswer } from "../../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";

/**
 * Queries MusicBrainz, one request at a time. Returns undefined for an unknown ID (404). Throws `upstream_failed`,
 * `upstream_timeout`, `busy`.
 */
export type AskMusicBrainz = <T extends z.ZodType>(
  path: string,
  schema: T,
  signal: AbortSignal,
) => Promise<z.infer<T> | undefined>;

/** By default, `url` and `waits` are those of MusicBrainz. */
export interface MusicBrainzOptions {
  http: Pick<HttpClient, "send">;
  clock: Clock;
  /** Base URL of the API, with a trailing slash. */
  url?: string;
  /** Delays between two requests, and before each retry of a request that was throttled. */
  waits?: { spacingMs?: number; retriesMs?: readonly number[] };
}

const URL_OF_SERVICE = "https://musicbrainz.org/ws/2/";
/** User agent with contact information. All clients without it share one rate limit at MusicBrainz. */
const USER_AGENT = `Lathe/${VERSION} ( https://github.com/lathe-media/lathe )`;
/** Interval in milliseconds. One request per second and IP address is allowed. This includes a margin. */
const SPACING_MS = 1_100;
const RETRIES_MS = [2_000, 4_000, 8_000];
const LONGEST_WAIT_MS = 10_000;
const MAX_WAITING = 20;
const MAX_BYTES = 4 << 20;

/** Creates the MusicBrainz client. All callers share one queue, because the limit applies to the whole process. */
export function createMusicBrainz(
  { http, clock, url = URL_OF_SERVICE, waits = {} }: MusicBrainzOptions,
): AskMusicBrainz {
  const { spacingMs = SPACING_MS, retriesMs = RETRIES_MS } = waits;
  const inTurn = createPool({ running: 1, waiting: MAX_WAITING });
  const ask = createJsonClient(http, { class: "fixed", baseUrl: url, headers: { "user-agent": USER_AGENT } });
  let sentAt = -Infinity;

  async function send(path: string, signal: AbortSignal): Promise<JsonAnswer> {
    const early = sentAt + spacingMs - clock.monotonicMs();
    if (early > 0) await pause(early, undefined, { signal });
    signal.throwIfAborted();
    sentAt = clock.monotonicMs();
    return await ask(path, { maxBytes: MAX_BYTES, signal }).catch((error) => {
      if (!(error instanceof HttpProblem)) throw error;
      throw new Fault(error.reason === "timeout" ? "upstream_timeout" : "upstream_failed", error.message, {
        cause: error,
      });
    });
  }

  /** Waits and retries a few times if MusicBrainz throttles a request. */
  async function patiently(path: string, signal: AbortSignal): Promise<JsonAnswer> {
    for (const waitMs of retriesMs) {
      const answer = await send(path, signal);
      if (answer.status !== 503) return answer;
      const asked = Number(answer.headers.get("retry-after")) * 1000 || 0;
      await pause(Math.min(Math.max(waitMs, asked), LONGEST_WAIT_MS), undefined, { signal });
    }
    return await send(path, signal);
  }

  return (path, schema, signal) =>
    inTurn(async () => {
      const { status, value } = await patiently(path, signal);
      if (status === 503) {
        throw new Fault("upstream_failed", "MusicBrainz is busy; try again in a minute.", {
          retryAfterSeconds: 60,
        });
      }
      if (status === 404) return undefined;
      if (status !== 200) throw new Fault("upstream_failed", `MusicBrainz returned status ${status}.`);
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      throw new Fault("upstream_failed", "The response from MusicBrainz has an unknown format.", {
        cause: parsed.error,
      });
    });
}
