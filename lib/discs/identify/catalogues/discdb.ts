import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { MetadataCache } from "../../../../db/library/metadata_cache.ts";
import { createMutex, createShared } from "../../../kit/async.ts";
import { type Clock, DAY_MS } from "../../../kit/clock.ts";
import { createJsonClient, type JsonAnswer, type JsonRequest } from "../../../platform/http_client/json_client.ts";
import type { ReleaseCatalogue } from "../../../library/barcodes/find_product.ts";
import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import { CatalogueDisc, CatalogueProblem } from "./catalogue_disc.ts";
import { discOfRest, discsOfNodes, GraphAnswer, type ReleaseProduct, releaseWith, RestDisc } from "./discdb_wire.ts";

/** Client for TheDiscDb, the public disc catalogue. */
export interface DiscDb extends ReleaseCatalogue {
  /**
   * Returns all entries for this disc. Empty if the disc is unknown. Throws `CatalogueProblem`, or the signal's reason.
   */
  find(fingerprint: { contentHash?: string; discId?: string }, signal: AbortSignal): Promise<CatalogueDisc[]>;
}

/** `url` and `spacingMs` default to the values for the public service. `cache` stores results. */
export interface DiscDbOptions {
  http: Pick<HttpClient, "send">;
  clock: Clock;
  cache: MetadataCache;
  /** Base URL of the service, with a trailing slash. */
  url?: string;
  /** Interval between two requests. */
  spacingMs?: number;
}

const URL_OF_SERVICE = "https://thediscdb.com/";
const SPACING_MS = 1_100;
const HIT_MS = 21 * DAY_MS;
const MISS_MS = DAY_MS;
const FORGOTTEN_MS = 30 * DAY_MS;
const HEADERS_MS = 15_000;
const TOTAL_MS = 30_000;
const MAX_BYTES = 8 << 20;
const PAGE_SIZE = 50;
const MAX_PAGES = 4;

const QUERY = `query($h:String,$after:String){mediaItems(first:${PAGE_SIZE},after:$after,` +
  "where:{releases:{some:{discs:{some:{contentHash:{eq:$h}}}}}}){" +
  "nodes{title year type externalids{tmdb imdb tvdb} releases{discs{index format contentHash " +
  "titles{sourceFile segmentMap duration item{title season episode type}}}}} pageInfo{hasNextPage endCursor}}}";

const RELEASE = "title upc year discs{format titles{item{type season episode}}}";
const ITEMS = "mediaItems(first:10,where:{releases:{some:{upc:{in:$u}}}}){" +
  `nodes{title year type externalids{tmdb imdb tvdb} releases{${RELEASE}}}}`;
const BOX_SETS = `boxsets(first:10,where:{release:{upc:{in:$u}}}){nodes{title release{${RELEASE}}}}`;

const Kept = z.array(CatalogueDisc);

/**
 * Creates the client of TheDiscDb. Requests are sequential. Found discs are cached for three weeks, unknown discs for a
 * day.
 */
export function createDiscDb(
  { http, clock, cache, url = URL_OF_SERVICE, spacingMs = SPACING_MS }: DiscDbOptions,
): DiscDb {
  const client = createJsonClient(http, { class: "fixed", baseUrl: url });
  const inTurn = createMutex();
  const shared = createShared<CatalogueDisc[]>();
  let sentAt = -Infinity;

  const ask: Ask = (path, request) =>
    inTurn(async () => {
      const early = sentAt + spacingMs - clock.monotonicMs();
      if (early > 0) await pause(early, undefined, { signal: request.signal });
      request.signal?.throwIfAborted();
      sentAt = clock.monotonicMs();
      return await client(path, { headersMs: HEADERS_MS, totalMs: TOTAL_MS, maxBytes: MAX_BYTES, ...request }).catch(
        (error) => {
          throw error instanceof HttpProblem
            ? new CatalogueProblem(`TheDiscDb: ${error.message}`, { cause: error })
            : error;
        },
      );
    });

  async function kept(
    question: string,
    signal: AbortSignal,
    find: (end: AbortSignal) => Promise<CatalogueDisc[]>,
  ): Promise<CatalogueDisc[]> {
    const known = await cache.get(question);
    const found = Kept.safeParse(known?.answer).data;
    const now = clock.now().getTime();
    if (known && found && now - known.at < (found.length > 0 ? HIT_MS : MISS_MS)) return found;
    const fresh = await shared(question, signal, find);
    await cache.save({ question, answer: fresh, at: now });
    await cache.forget(now - FORGOTTEN_MS);
    return fresh;
  }

  return {
    async find({ contentHash, discId }, signal) {
      const hash = /^[\dA-F]{32}$/i.exec(contentHash ?? "")?.[0]?.toUpperCase();
      const byHash = hash === undefined
        ? []
        : await kept(`discdb:hash:${hash}`, signal, (end) => byHashOf(ask, hash, end));
      if (byHash.length > 0) return byHash;
      const id = /^(?:[\dA-F]{32}|[\dA-F]{40})$/i.exec(discId ?? "")?.[0]?.toUpperCase();
      return id === undefined ? [] : await kept(`discdb:id:${id}`, signal, (end) => rest(ask, `api/discid/${id}`, end));
    },
    byBarcode: (forms, signal) => releaseOf(ask, forms, signal),
  };
}

type Ask = (path: string, request: JsonRequest) => Promise<JsonAnswer>;

/** GraphQL includes the other discs of a release. If its schema has changed, REST is used. */
async function byHashOf(ask: Ask, hash: string, signal: AbortSignal): Promise<CatalogueDisc[]> {
  try {
    return await graph(ask, hash, signal);
  } catch (error) {
    if (!(error instanceof CatalogueProblem) || error.cause instanceof HttpProblem) throw error;
    return await rest(ask, `api/dischash/${hash}`, signal).catch((second) => {
      throw second instanceof CatalogueProblem ? error : second;
    });
  }
}

async function graph(ask: Ask, hash: string, signal: AbortSignal): Promise<CatalogueDisc[]> {
  const found: CatalogueDisc[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const variables = { h: hash, ...(after === undefined ? {} : { after }) };
    const answer = await ask("graphql/", { method: "POST", json: { query: QUERY, variables }, signal });
    throwIfRefused(answer);
    const { data, errors } = parsed(GraphAnswer, answer.value);
    const [first] = errors ?? [];
    if (first !== undefined) throw new CatalogueProblem(`TheDiscDb reports: ${first.message}`);
    if (!data?.mediaItems) throw new CatalogueProblem("The response from TheDiscDb has an unknown format.");
    const { nodes, pageInfo } = data.mediaItems;
    found.push(...discsOfNodes(nodes, hash));
    const next = pageInfo?.hasNextPage ? pageInfo.endCursor ?? undefined : undefined;
    if (next === undefined || next === after) break;
    after = next;
  }
  return found;
}

/** Queries items and box sets together, or only items if the schema has no box sets. */
async function releaseOf(
  ask: Ask,
  forms: readonly string[],
  signal: AbortSignal,
): Promise<ReleaseProduct | undefined> {
  let refusal = "";
  for (const roots of [`${ITEMS} ${BOX_SETS}`, ITEMS]) {
    const query = `query($u:[String]){${roots}}`;
    const answer = await ask("graphql/", { method: "POST", json: { query, variables: { u: forms } }, signal });
    throwIfRefused(answer);
    const { data, errors } = parsed(GraphAnswer, answer.value);
    const [first] = errors ?? [];
    if (first === undefined) {
      if (!data?.mediaItems) throw new CatalogueProblem("The response from TheDiscDb has an unknown format.");
      return releaseWith(data, forms);
    }
    refusal = first.message;
  }
  throw new CatalogueProblem(`TheDiscDb reports: ${refusal}`);
}

/**
 * The response is an object or a list. For an unknown disc, the response is 404 with JSON or plain text. A 404 with an
 * HTML page comes from an old version of the service.
 */
async function rest(ask: Ask, path: string, signal: AbortSignal): Promise<CatalogueDisc[]> {
  const answer = await ask(path, { signal });
  if (answer.status === 404 && !isPage(answer)) return [];
  throwIfRefused(answer);
  if (answer.value === undefined) throw new CatalogueProblem("The response from TheDiscDb has an unknown format.");
  const all = Array.isArray(answer.value) ? answer.value : [answer.value];
  const discs = all.flatMap((one) => RestDisc.safeParse(one).data ?? []);
  if (discs.length === 0 && all.length > 0) {
    throw new CatalogueProblem("The response from TheDiscDb has an unknown format.");
  }
  return discs.map(discOfRest);
}

const isPage = ({ headers, text }: JsonAnswer): boolean =>
  /\bhtml\b/.test(headers.get("content-type") ?? "") || /^\s*</.test(text);

function throwIfRefused(answer: JsonAnswer): void {
  const { status } = answer;
  // GraphQL describes errors in a query in the body of a response with status 400.
  if (status === 400 && answer.value !== undefined) return;
  if (status === 401 || status === 403) throw new CatalogueProblem(`TheDiscDb now requires an API key (${status}).`);
  if (status >= 300) throw new CatalogueProblem(`TheDiscDb returned status ${status}.`);
  if (isPage(answer)) throw new CatalogueProblem("TheDiscDb returned a web page instead of data.");
}

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const { data, error, success } = schema.safeParse(value);
  if (success) return data;
  throw new CatalogueProblem("The response from TheDiscDb has an unknown format.", { cause: error });
}
