import * as z from "zod";
import type { Clock } from "./shared/clock.ts";
import { json, Refusal, type Routes, valueOf } from "./shared/http.ts";
import { uuidOf } from "./shared/random.ts";
import type { Fields } from "./shared/types.ts";
import { peerAnswers } from "./slskd_peers.ts";

interface Search {
  id: string;
  searchText: string;
  state: string;
  startedAt: number;
  endedAt?: number;
  responses: Fields[];
  token: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const Body = z.looseObject({
  id: z.string().regex(UUID).nullish(),
  searchText: z.string().default(""),
  searchTimeout: z.number().default(15_000),
  responseLimit: z.number().default(100),
  minimumResponseFileCount: z.number().default(1),
  maximumPeerQueueLength: z.number().default(1_000_000),
  minimumPeerUploadSpeed: z.number().default(0),
  filterResponses: z.boolean().default(true),
});

/** An error in slskd's format, which is the reason as plain text. */
export class Said extends Refusal {
  override response(): Response {
    return new Response(String(this.body), {
      status: this.status,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}

interface SearchState {
  clock: Clock;
  /** True if the client is logged in to the network. */
  connected: () => boolean;
  /** Time in milliseconds after the start of a search during which another search is rejected. */
  startingMs: number;
  searches: Map<string, Search>;
  lastStartedAt: number;
}

/**
 * Search routes. A search ends when no response has arrived for `searchTimeout`. Its results are visible only
 * afterwards.
 */
export function searchRoutes(options: Pick<SearchState, "clock" | "connected" | "startingMs">): Routes {
  const state: SearchState = { ...options, searches: new Map(), lastStartedAt: -Infinity };
  return {
    "GET /searches": () => json([...state.searches.values()].map((search) => resource(search))),
    "POST /searches": ({ body }) => json(resource(start(state, body))),
    "GET /searches/:key": ({ params, query }) =>
      json(resource(one(state, params.key), valueOf(query, "includeResponses") === "true")),
    "GET /searches/:key/responses": ({ params }) => json(shown(one(state, params.key))),
    "PUT /searches/:key": ({ params }) => {
      const search = one(state, params.key);
      if (search.endedAt !== undefined) return new Response(null, { status: 304 });
      end(state, search, "Cancelled");
      return new Response(null, { status: 200 });
    },
    "DELETE /searches/:key": ({ params }) => {
      state.searches.delete(one(state, params.key).id);
      return new Response(null, { status: 204 });
    },
  };
}

function one({ searches }: SearchState, id: string | undefined): Search {
  const search = searches.get(id ?? "");
  if (search === undefined) throw new Refusal(404);
  return search;
}

function end({ clock, searches }: SearchState, search: Search, how: string): void {
  if (search.endedAt !== undefined || !searches.has(search.id)) return;
  search.state = `Completed, ${how}`;
  search.endedAt = clock.now();
}

function start(state: SearchState, body: unknown): Search {
  const { clock, searches } = state;
  const { data, error } = Body.safeParse(body);
  if (error !== undefined || data.searchText.trim() === "") {
    throw new Said(400, "Search text may not be null or empty");
  }
  if (!state.connected()) {
    throw new Said(409, "The server connection must be connected and logged in to perform a search");
  }
  if (clock.now() - state.lastStartedAt < state.startingMs) {
    throw new Said(429, "Only one concurrent operation is permitted. Wait until the previous operation completes");
  }
  const id = data.id ?? uuidOf(`search/${searches.size}/${clock.now()}`);
  if (searches.has(id)) throw new Said(400, `An active or completed search with id ${id} already exists`);
  state.lastStartedAt = clock.now();
  const all = answersTo(data);
  const search: Search = {
    id,
    searchText: data.searchText,
    state: "InProgress",
    startedAt: state.lastStartedAt,
    responses: all.slice(0, data.responseLimit),
    token: searches.size + 1,
  };
  searches.set(id, search);
  const limited = all.length >= data.responseLimit;
  const ending = limited ? "ResponseLimitReached" : "TimedOut";
  clock.after(limited ? 1000 : data.searchTimeout, () => end(state, search, ending));
  return search;
}

/** Returns the peers' responses that pass the search's filters. */
const answersTo = (asked: z.output<typeof Body>): Fields[] =>
  peerAnswers(asked.searchText).filter((answer) =>
    !asked.filterResponses || (Number(answer.fileCount) >= asked.minimumResponseFileCount &&
      Number(answer.queueLength) <= asked.maximumPeerQueueLength &&
      Number(answer.uploadSpeed) >= asked.minimumPeerUploadSpeed)
  );

const shown = ({ endedAt, responses }: Search): Fields[] => endedAt === undefined ? [] : responses;

function resource(search: Search, withResponses = false): Fields {
  const count = (name: string) => search.responses.reduce((sum, response) => sum + Number(response[name] ?? 0), 0);
  return {
    id: search.id,
    searchText: search.searchText,
    state: search.state,
    isComplete: search.endedAt !== undefined,
    startedAt: new Date(search.startedAt).toISOString(),
    ...(search.endedAt === undefined ? {} : { endedAt: new Date(search.endedAt).toISOString() }),
    responseCount: search.responses.length,
    fileCount: count("fileCount"),
    lockedFileCount: count("lockedFileCount"),
    token: search.token,
    responses: withResponses ? shown(search) : [],
  };
}
