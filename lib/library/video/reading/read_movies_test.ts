import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { CatalogueTitleRow } from "../../../../db/schema/catalogue.ts";
import type { HttpClient, HttpStream } from "../../../platform/http_client/model.ts";
import { createManagerClient, type ManagerClient } from "../../managers/client.ts";
import { createOddCollector } from "./odd_reading.ts";
import { readMovies } from "./read_movies.ts";

const FILMS = 30_000;
const AT_ONCE = 10;
const film = (id: number) => ({
  id,
  title: `Film ${id}`,
  tmdbId: id,
  path: `/movies/${id}`,
  movieFile: { id, path: `/movies/${id}/a.mkv`, size: 1, quality: { quality: { name: "WEBDL-1080p" } } },
});

/** A Radarr that streams chunks of ten movies and counts how many were read. */
function radarr(count: number) {
  const taken = { films: 0 };
  const encoder = new TextEncoder();
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let id = 1; id <= count; id += AT_ONCE) {
      taken.films += AT_ONCE;
      const films = Array.from({ length: AT_ONCE }, (_, i) => JSON.stringify(film(id + i)));
      yield await Promise.resolve(encoder.encode((id === 1 ? "[" : ",") + films.join(",")));
    }
    yield encoder.encode("]");
  }
  const open = (): Promise<HttpStream> =>
    Promise.resolve({
      status: 200,
      headers: new Headers({ "content-type": "application/json" }),
      body: body(),
      url: "http://radarr/",
    });
  const http: Pick<HttpClient, "send" | "open"> = {
    open,
    send: () => Promise.reject(new Error("Nothing else is asked.")),
  };
  return { manager: createManagerClient(http, "movie", { url: "http://radarr", apiKey: "k" }), taken };
}

/** Keeps only the fingerprints, like the database during a read. */
function repository(taken: { films: number }) {
  const prints = new Map<number, string>();
  const seen = { ahead: 0, largest: 0, removed: [] as number[] };
  let written = 0;
  return {
    seen,
    prints,
    fingerprints: () => Promise.resolve(new Map(prints)),
    putTitles: (rows: CatalogueTitleRow[]) => {
      seen.largest = Math.max(seen.largest, rows.length);
      written += rows.length;
      seen.ahead = Math.max(seen.ahead, taken.films - written);
      for (const { id, fingerprint } of rows) prints.set(id, fingerprint);
      return Promise.resolve();
    },
    putSeries: () => Promise.reject(new Error("Films are no series.")),
    removeTitles: (_: string, ids: number[]) => Promise.resolve(void seen.removed.push(...ids)),
  };
}

const contextOf = (manager: ManagerClient<"movie">) => ({
  manager,
  signal: new AbortController().signal,
  facts: { toLocal: (path: string) => path },
  odd: createOddCollector(),
});

Deno.test("30,000 movies are written as they arrive: few at a time, few read ahead, with other work in between", async () => {
  const { manager, taken } = radarr(FILMS);
  const store = repository(taken);
  let turns = 0;
  let reading = true;
  const others = (async () => {
    while (reading) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
  })();
  await readMovies(store, contextOf(manager));
  reading = false;
  await others;
  is(store.prints.size, FILMS);
  ok(store.seen.largest <= 20, `${store.seen.largest} films in one piece`);
  ok(store.seen.ahead <= 40, `${store.seen.ahead} films read ahead of those written`);
  ok(turns > 5, "others had their turn");
});

Deno.test("unchanged movies are not written, and missing ones are removed", async () => {
  const first = radarr(100);
  const store = repository(first.taken);
  await readMovies(store, contextOf(first.manager));
  store.seen.largest = 0;
  const again = radarr(90);
  await readMovies(store, contextOf(again.manager));
  is(store.seen.largest, 0);
  same(store.seen.removed, [91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
});
