import * as z from "zod";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { createMutex } from "../../kit/async.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { createJsonClient, type JsonAnswer } from "../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import type { LookupLimits } from "./model.ts";

/** Client of the UPCitemdb product database (trial access: 100 lookups per day and IP address, a few per minute). */
export interface ProductDatabase {
  /**
   * Returns the listing for a barcode, or undefined if it is unknown. Throws `throttled` after the daily limit was
   * reached, `upstream_failed`, `upstream_timeout`.
   */
  find(code: string, signal?: AbortSignal): Promise<ProductListing | undefined>;
  limits(): Promise<LookupLimits>;
}

/** A product as described by a shop. */
export interface ProductListing {
  title: string;
  category?: string;
}

/**
 * `keyValues` keeps the daily count across restarts. By default, `url` and `perMinute` are those of the public service.
 */
export interface ProductDatabaseOptions {
  http: Pick<HttpClient, "send">;
  keyValues: KeyValueRepository;
  clock: Clock;
  /** Base URL of the database, with a trailing slash. */
  url?: string;
  perMinute?: number;
}

const URL_OF_SERVICE = "https://api.upcitemdb.com/prod/trial/";
const PER_DAY = 100;
const PER_MINUTE = 6;
const BURST_WAIT_MS = 60_000;
const TOTAL_MS = 15_000;
const MAX_BYTES = 1 << 20;
const KEY = "barcode.productDatabase";

/** Number of lookups remaining today, and when requests are allowed again. Times in milliseconds since 1970. */
const Quota = z.object({ remaining: z.int(), resetAt: z.number(), waitUntil: z.number() });
type Quota = z.infer<typeof Quota>;

const Item = z.object({
  title: z.string().trim().min(1).max(1000),
  category: z.string().max(500).optional().catch(""),
});
const Answer = z.object({
  code: z.string().max(50).optional().catch(undefined),
  items: z.array(z.unknown()).catch([]).transform((rows) => rows.flatMap((row) => Item.safeParse(row).data ?? [])),
});

/** Creates the client of the product database, which sends one request at a time. */
export function createProductDatabase(options: ProductDatabaseOptions): ProductDatabase {
  const { http, clock, url = URL_OF_SERVICE, perMinute = PER_MINUTE } = options;
  const client = createJsonClient(http, { class: "fixed", baseUrl: url });
  const inTurn = createMutex();
  /** Monotonic times of the latest requests. */
  let sentAt: number[] = [];

  async function ask(code: string, signal?: AbortSignal): Promise<ProductListing | undefined> {
    const quota = await readQuota(options);
    throwIfSpent(quota, clock);
    signal?.throwIfAborted();
    const now = clock.monotonicMs();
    sentAt = sentAt.filter((at) => at > now - BURST_WAIT_MS);
    const [oldest] = sentAt;
    if (oldest !== undefined && sentAt.length >= perMinute) throw tooFast(oldest + BURST_WAIT_MS - now);
    sentAt.push(now);
    // The lookup is counted before the request is sent, because a request without a response also uses a lookup.
    const counted = { ...quota, remaining: quota.remaining - 1 };
    await options.keyValues.set(KEY, counted);
    const limits = { totalMs: TOTAL_MS, headersMs: TOTAL_MS, maxBytes: MAX_BYTES, signal };
    const answer = await client("lookup", { query: { upc: code }, ...limits }).catch((error) => {
      throw error instanceof HttpProblem ? faultOf(error) : error;
    });
    const { data } = Answer.safeParse(answer.value);
    await options.keyValues.set(KEY, quotaAfter(counted, answer, data?.code, clock));
    return listingOf(answer, data, clock);
  }

  return {
    find: (code, signal) => inTurn(() => ask(code, signal)),
    limits: () => lookupLimits(options),
  };
}

/** Returns the number of lookups remaining today, without sending a request. */
export async function lookupLimits(
  options: Pick<ProductDatabaseOptions, "keyValues" | "clock">,
): Promise<LookupLimits> {
  const { remaining, resetAt } = await readQuota(options);
  return { remaining: Math.max(0, remaining), resetAt: new Date(resetAt).toISOString() };
}

/** The day starts at midnight UTC, unless the database has returned another reset time. */
async function readQuota({ keyValues, clock }: Pick<ProductDatabaseOptions, "keyValues" | "clock">): Promise<Quota> {
  const now = clock.now().getTime();
  const { data } = Quota.safeParse(await keyValues.get(KEY));
  // A clock that was set back must not block lookups for more than a day.
  if (data !== undefined && now < data.resetAt && data.resetAt - now <= DAY_MS) return data;
  return { remaining: PER_DAY, resetAt: (Math.floor(now / DAY_MS) + 1) * DAY_MS, waitUntil: 0 };
}

function throwIfSpent({ remaining, resetAt, waitUntil }: Quota, clock: Clock): void {
  const now = clock.now().getTime();
  const until = remaining <= 0 ? resetAt : waitUntil;
  if (until <= now) return;
  if (remaining > 0) throw tooFast(until - now);
  throw new Fault(
    "throttled",
    `The product database allows ${PER_DAY} lookups a day, and today's limit is reached. ` +
      `It can be queried again after ${
        new Date(resetAt).toISOString().slice(11, 16)
      } UTC; until then, search for the title.`,
    { retryAfterSeconds: Math.ceil((until - now) / 1000) },
  );
}

function tooFast(waitMs: number): Fault {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  const text = `Too many product database lookups in a short time. Try again in ${retryAfterSeconds} seconds.`;
  return new Fault("throttled", text, { retryAfterSeconds });
}

/**
 * Updates the quota from the headers and the error code of a response, because other clients with the same IP address
 * use lookups too.
 */
function quotaAfter(counted: Quota, { status, headers }: JsonAnswer, code: string | undefined, clock: Clock): Quota {
  const now = clock.now().getTime();
  const [left, reset, wait] = ["x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"].map((name) => {
    const text = headers.get(name)?.trim() ?? "";
    return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  });
  const named = reset === undefined ? NaN : reset * 1000;
  const resetAt = named > now && named - now <= DAY_MS ? named : counted.resetAt;
  const remaining = left === undefined ? counted.remaining : Math.min(counted.remaining, left);
  if (status !== 429) return { ...counted, remaining, resetAt };
  const waitMs = Math.min(wait === undefined ? BURST_WAIT_MS : wait * 1000, DAY_MS);
  return code === "EXCEED_LIMIT"
    ? { remaining: 0, resetAt: reset === undefined && wait !== undefined ? now + waitMs : resetAt, waitUntil: 0 }
    : { remaining, resetAt, waitUntil: now + waitMs };
}

function listingOf(
  { status }: JsonAnswer,
  data: z.infer<typeof Answer> | undefined,
  clock: Clock,
): ProductListing | undefined {
  if (status === 429) {
    const waits = data?.code === "EXCEED_LIMIT";
    const now = clock.now().getTime();
    throwIfSpent({ remaining: waits ? 0 : 1, resetAt: now + DAY_MS, waitUntil: now + BURST_WAIT_MS }, clock);
  }
  if (status === 404 && data?.code === "NOT_FOUND") return undefined;
  if (status === 400 && /^INVALID_(?:UPC|QUERY)$/.test(data?.code ?? "")) return undefined;
  if (status !== 200) throw new Fault("upstream_failed", `The product database returned status ${status}.`);
  if (data?.code !== "OK") {
    throw new Fault("upstream_failed", "The response from the product database has an unknown format.");
  }
  const [item] = data.items;
  return item && { title: item.title, ...(item.category ? { category: item.category } : {}) };
}

const faultOf = (problem: HttpProblem): Fault =>
  new Fault(
    problem.reason === "timeout" ? "upstream_timeout" : "upstream_failed",
    `The product database could not be reached: ${problem.message}`,
    { cause: problem },
  );
