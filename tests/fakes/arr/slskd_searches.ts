import { z } from "zod";
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

/** A refusal in slskd's way: the reason as plain text. */
export class Said extends Refusal {
  override response(): Response {
    return new Response(String(this.body), {
      status: this.status,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}

/** Searches, which last until nobody has answered for `searchTimeout`; what was found shows only then. */
export function searchRoutes(
  { clock, connected, startingMs }: { clock: Clock; connected: () => boolean; startingMs: number },
): Routes {
  const searches = new Map<string, Search>();
  let startedAt = -Infinity;

  function one(id: string | undefined): Search {
    const search = searches.get(id ?? "");
    if (search === undefined) throw new Refusal(404);
    return search;
  }

  function end(search: Search, how: string): void {
    if (search.endedAt !== undefined || !searches.has(search.id)) return;
    search.state = `Completed, ${how}`;
    search.endedAt = clock.now();
  }

  function start(body: unknown): Response {
    const { data, error } = Body.safeParse(body);
    if (error !== undefined || data.searchText.trim() === "") {
      throw new Said(400, "Search text may not be null or empty");
    }
    if (!connected()) throw new Said(409, "The server connection must be connected and logged in to perform a search");
    if (clock.now() - startedAt < startingMs) {
      throw new Said(429, "Only one concurrent operation is permitted. Wait until the previous operation completes");
    }
    const id = data.id ?? uuidOf(`search/${searches.size}/${clock.now()}`);
    if (searches.has(id)) throw new Said(400, `An active or completed search with id ${id} already exists`);
    startedAt = clock.now();
    const all = peerAnswers(data.searchText).filter((answer) =>
      !data.filterResponses || (Number(answer.fileCount) >= data.minimumResponseFileCount &&
        Number(answer.queueLength) <= data.maximumPeerQueueLength &&
        Number(answer.uploadSpeed) >= data.minimumPeerUploadSpeed)
    );
    const responses = all.slice(0, data.responseLimit);
    const search: Search = {
      id,
      searchText: data.searchText,
      state: "InProgress",
      startedAt,
      responses,
      token: searches.size + 1,
    };
    searches.set(id, search);
    const limited = all.length >= data.responseLimit;
    clock.after(limited ? 1000 : data.searchTimeout, () => end(search, limited ? "ResponseLimitReached" : "TimedOut"));
    return json(resource(search));
  }

  return {
    "GET /searches": () => json([...searches.values()].map((search) => resource(search))),
    "POST /searches": ({ body }) => start(body),
    "GET /searches/:key": ({ params, query }) =>
      json(resource(one(params.key), valueOf(query, "includeResponses") === "true")),
    "GET /searches/:key/responses": ({ params }) => json(shown(one(params.key))),
    "PUT /searches/:key": ({ params }) => {
      const search = one(params.key);
      if (search.endedAt !== undefined) return new Response(null, { status: 304 });
      end(search, "Cancelled");
      return new Response(null, { status: 200 });
    },
    "DELETE /searches/:key": ({ params }) => {
      searches.delete(one(params.key).id);
      return new Response(null, { status: 204 });
    },
  };
}

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
