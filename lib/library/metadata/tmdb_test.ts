import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import type { HttpRequest, HttpResponse } from "../../platform/http_client/model.ts";
import { createTmdb, tmdbTitleById, tmdbTitles } from "./tmdb.ts";

const KEY = "0123456789abcdef0123456789abcdef";

/** TMDB with a fixed response. */
function answering(status: number, body: string, access = { apiKey: KEY, language: "en-US" }) {
  const asked: HttpRequest[] = [];
  const send = (request: HttpRequest): Promise<HttpResponse> => {
    asked.push(request);
    return Promise.resolve({ status, headers: new Headers(), body: new TextEncoder().encode(body), url: "" });
  };
  return { asked, tmdb: createTmdb({ send }, access) };
}
const FILM = {
  id: 949,
  title: "Heat",
  original_title: "Heat",
  release_date: "1995-12-15",
  overview: "A thief and a policeman.",
  poster_path: "/p.jpg",
  backdrop_path: null,
  vote_average: 7.92,
  vote_count: 7000,
};

Deno.test("a movie in TMDB becomes a title, and invalid values are skipped", async () => {
  const body = JSON.stringify({ page: 1, results: [FILM, { id: "x" }, null] });
  const { asked, tmdb } = answering(200, body, { apiKey: KEY, language: "de" });
  const found = await tmdbTitles(tmdb, "movie", { title: "Heat & Co", year: 1995 });
  same(found, [{
    kind: "movie",
    externalId: "tmdb:949",
    tmdbId: 949,
    title: "Heat",
    overview: "A thief and a policeman.",
    genres: [],
    alternateTitles: [],
    year: 1995,
    poster: "https://image.tmdb.org/t/p/w500/p.jpg",
    rating: 79,
  }]);
  const [{ url = "", class: target } = {}] = asked;
  is(target, "fixed");
  const { pathname, searchParams } = new URL(url);
  same([pathname, searchParams.get("query"), searchParams.get("year"), searchParams.get("language")], [
    "/3/search/movie",
    "Heat & Co",
    "1995",
    "de",
  ]);
});

Deno.test("a token of version 4 is sent in the header, never in the URL", async () => {
  const token = `eyJ${"a".repeat(200)}`;
  const body = '{"results":[{"id":1,"name":"Dark","original_name":"Dunkel","first_air_date":""}]}';
  const { asked, tmdb } = answering(200, body, { apiKey: token, language: "en-US" });
  const [series] = await tmdbTitles(tmdb, "series", { title: "Dark" });
  same([series?.title, series?.originalTitle, series?.year], ["Dark", "Dunkel", undefined]);
  is(asked[0]?.url.includes(token), false);
  is(asked[0]?.headers?.authorization, `Bearer ${token}`);
});

Deno.test("an error of TMDB is described in words", async () => {
  const table: [number, string, RegExp][] = [
    [401, "{}", /does not accept the key/],
    [429, "", /request rate limit was exceeded/],
    [503, "<html>", /returned status 503/],
    [200, "<html>", /unknown format/],
    [200, '{"results":3}', /unknown format/],
  ];
  for (const [status, body, message] of table) {
    await rejects(tmdbTitles(answering(status, body).tmdb, "movie", { title: "x" }), message);
  }
});

Deno.test("TMDB is queried by its own ID, else by that of another database; an unknown one is no title", async () => {
  const own = answering(200, JSON.stringify(FILM));
  is((await tmdbTitleById(own.tmdb, "movie", { tmdbId: 949, imdbId: "tt0113277" }))?.externalId, "tmdb:949");
  is(new URL(own.asked[0]?.url ?? "").pathname, "/3/movie/949");
  const found = answering(200, JSON.stringify({ movie_results: [], tv_results: [{ id: 70523, name: "Dark" }] }));
  is((await tmdbTitleById(found.tmdb, "series", { tvdbId: 334824 }))?.title, "Dark");
  const { pathname, searchParams } = new URL(found.asked[0]?.url ?? "");
  same([pathname, searchParams.get("external_source")], ["/3/find/334824", "tvdb_id"]);
  is(await tmdbTitleById(found.tmdb, "movie", { imdbId: "tt0113277" }), undefined);
  is(await tmdbTitleById(answering(404, "{}").tmdb, "movie", { tmdbId: 1 }), undefined);
  is(await tmdbTitleById(own.tmdb, "movie", {}), undefined);
  await rejects(tmdbTitleById(answering(200, "[]").tmdb, "movie", { imdbId: "tt0113277" }), /unknown format/);
});
