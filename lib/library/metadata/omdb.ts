import * as z from "zod";
import type { MetadataCache } from "../../../db/library/metadata_cache.ts";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { createMutex, createShared } from "../../kit/async.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";
import type { EventLog } from "../../platform/events/event_log.ts";
import { createJsonClient, type JsonAnswer } from "../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { ManagerProblem } from "../managers/request.ts";

/** A movie or series in OMDb, the Open Movie Database. */
export const OmdbTitle = z.object({
  kind: z.enum(["movie", "series"]),
  title: z.string(),
  year: z.int().optional(),
  imdbId: z.string(),
  genres: z.array(z.string()),
  runtimeMinutes: z.number().optional(),
  overview: z.string().optional(),
  poster: z.string().optional(),
  rating: z.number().optional(),
});
/** `year` is the first year of a series. `rating` is from 0 to 100. */
export type OmdbTitle = z.infer<typeof OmdbTitle>;

/** OMDb client that uses the user's API key. */
export interface Omdb {
  /** True if OMDb is enabled and there is an API key. */
  isEnabled(): boolean;
  /**
   * Returns the most similar title, or undefined if there is none, if OMDb is disabled, or if the daily request limit
   * has been reached. Throws `ManagerProblem`, or the signal's reason.
   */
  find(
    wanted: { title: string; year?: number; kind?: OmdbTitle["kind"] },
    signal?: AbortSignal,
  ): Promise<OmdbTitle | undefined>;
}

/** Services of the client. `cache` stores responses for 30 days. `keyValues` keeps the pause across restarts. */
export interface OmdbOptions {
  http: Pick<HttpClient, "send">;
  settings: Pick<SettingsService, "current">;
  cache: MetadataCache;
  keyValues: KeyValueRepository;
  events: Pick<EventLog, "record">;
  clock: Clock;
  url?: string;
}

const URL_OF_SERVICE = "https://www.omdbapi.com/";
const KEPT_MS = 30 * DAY_MS;
const TOTAL_MS = 10_000;
const MAX_BYTES = 1 << 20;
const PAUSE = "omdb.pausedUntil";

/** OMDb sends `N/A` for absent values. */
const text = z.string().max(5000).transform((value) => /^\s*(?:N\/A)?\s*$/.test(value) ? undefined : value.trim())
  .optional().catch(undefined);
const Answer = z.object({
  Response: z.string(),
  Error: text,
  Title: text,
  Year: text,
  Runtime: text,
  Genre: text,
  Plot: text,
  Poster: text,
  imdbRating: text,
  imdbID: text,
  Type: text,
});
const Kept = z.object({ title: OmdbTitle.nullable() });

/** Creates the OMDb client. No request is sent until a title is searched for. */
export function createOmdb(options: OmdbOptions): Omdb {
  const { settings, cache, keyValues, clock } = options;
  const shared = createShared<OmdbTitle | undefined>();
  const inTurn = createMutex();
  const isPaused = async () => await omdbPausedUntil({ keyValues, clock }) !== undefined;
  const isEnabled = () => settings.current().omdb.enabled && settings.current().omdb.apiKey !== "";
  return {
    isEnabled,
    async find({ title, year, kind }, signal = new AbortController().signal) {
      if (!isEnabled() || title.trim() === "") return undefined;
      const query = { t: title, y: year, type: kind, plot: "short", r: "json" };
      const question = `omdb:${JSON.stringify(query)}`;
      const now = clock.now().getTime();
      const known = await cache.get(question);
      const kept = Kept.safeParse(known?.answer).data;
      if (known && kept && Math.abs(now - known.at) < KEPT_MS) return kept.title ?? undefined;
      return await shared(question, signal, async (end) => {
        // The daily limit may have been reached while this request was waiting.
        const found = await inTurn(async () => await isPaused() ? "paused" : await ask(options, query, end));
        if (found === "paused") return undefined;
        await cache.save({ question, answer: { title: found ?? null }, at: now });
        await cache.forget(now - KEPT_MS);
        return found;
      });
    },
  };
}

/** Returns the end of the pause if the daily limit has been reached. */
export async function omdbPausedUntil(
  { keyValues, clock }: Pick<OmdbOptions, "keyValues" | "clock">,
): Promise<Date | undefined> {
  const until = Number(await keyValues.get(PAUSE) ?? 0);
  return clock.now().getTime() < until ? new Date(until) : undefined;
}

async function ask(
  options: OmdbOptions,
  query: Record<string, string | number | undefined>,
  signal: AbortSignal,
): Promise<OmdbTitle | undefined | "paused"> {
  const { http, settings, url = URL_OF_SERVICE } = options;
  const client = createJsonClient(http, { class: "fixed", baseUrl: url });
  const { apiKey: apikey } = settings.current().omdb;
  const limits = { headersMs: TOTAL_MS, totalMs: TOTAL_MS, maxBytes: MAX_BYTES, signal };
  const answer = await client("", { query: { ...query, apikey }, ...limits }).catch((error) => {
    throw error instanceof HttpProblem ? new ManagerProblem("unreachable", error.message, { cause: error }) : error;
  });
  const { data } = Answer.safeParse(answer.value);
  if (answer.status === 401) {
    if (!/limit/i.test(data?.Error ?? "")) {
      throw new ManagerProblem("unauthorized", "OMDb does not accept the key.", { status: 401 });
    }
    await pauseUntilMidnight(options);
    return "paused";
  }
  return titleOf(answer, data);
}

/** No request is sent during the pause, so there is only one event. */
async function pauseUntilMidnight({ keyValues, events, clock }: OmdbOptions): Promise<void> {
  await keyValues.set(PAUSE, (Math.floor(clock.now().getTime() / DAY_MS) + 1) * DAY_MS);
  events.record({
    level: "warning",
    source: "system",
    message: "The daily OMDb request limit is reached.",
    details: "Requests resume after midnight UTC.",
  });
}

function titleOf({ status }: JsonAnswer, data: z.infer<typeof Answer> | undefined): OmdbTitle | undefined {
  if (status !== 200) throw new ManagerProblem("refused", `OMDb returned status ${status}.`, { status });
  if (data === undefined) throw new ManagerProblem("malformed", "The response from OMDb has an unknown format.");
  if (data.Response !== "True") {
    if (/not found|too many results|incorrect imdb/i.test(data.Error ?? "")) return undefined;
    throw new ManagerProblem("refused", `OMDb reports: ${(data.Error ?? "nothing").slice(0, 200)}`);
  }
  const { Title: title, imdbID: imdbId, Type: kind } = data;
  if (title === undefined || !/^tt\d{5,10}$/.test(imdbId ?? "") || imdbId === undefined) return undefined;
  if (kind !== "movie" && kind !== "series") return undefined;
  const [year, runtime, rating] = [data.Year?.slice(0, 4), data.Runtime, data.imdbRating].map((one) =>
    one === undefined ? NaN : parseFloat(one.replaceAll(",", ""))
  );
  return {
    kind,
    title,
    imdbId,
    genres: data.Genre?.split(",").map((one) => one.trim()).filter((one) => one !== "").slice(0, 20) ?? [],
    ...(isIn(year, 1870, 2200) ? { year: Math.trunc(year) } : {}),
    ...(isIn(runtime, 1, 10_000) ? { runtimeMinutes: runtime } : {}),
    ...(data.Plot === undefined ? {} : { overview: data.Plot }),
    ...(/^https:\/\//.test(data.Poster ?? "") && data.Poster !== undefined ? { poster: data.Poster } : {}),
    ...(isIn(rating, 0.1, 10) ? { rating: Math.round(rating * 10) } : {}),
  };
}

const isIn = (value: number | undefined, from: number, to: number): value is number =>
  value !== undefined && value >= from && value <= to;
