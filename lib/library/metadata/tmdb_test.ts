import { deepStrictEqual as same, rejects, strictEqual as is } from "node:assert/strict";
import type { HttpRequest, HttpResponse } from "../../platform/http_client/model.ts";
import { tmdbTitleById, tmdbTitles } from "./tmdb.ts";

const answering = (status: number, body: string) => {
  const asked: HttpRequest[] = [];
  return {
    asked,
    send: (request: HttpRequest): Promise<HttpResponse> => {
      asked.push(request);
      return Promise.resolve({ status, headers: new Headers(), body: new TextEncoder().encode(body), url: "" });
    },
  };
};
const KEY = "0123456789abcdef0123456789abcdef";
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

Deno.test("a film that TMDB knows becomes a title; what makes no sense is passed by", async () => {
  const http = answering(200, JSON.stringify({ page: 1, results: [FILM, { id: "x" }, null] }));
  const found = await tmdbTitles(http, "movie", { apiKey: KEY, language: "de" }, {
    title: "Heat & Co",
    year: 1995,
  });
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
  const [{ url = "", class: target } = {}] = http.asked;
  is(target, "fixed");
  const { pathname, searchParams } = new URL(url);
  same([pathname, searchParams.get("query"), searchParams.get("year"), searchParams.get("language")], [
    "/3/search/movie",
    "Heat & Co",
    "1995",
    "de",
  ]);
});

Deno.test("a token of version 4 goes into the header, never into the address", async () => {
  const token = `eyJ${"a".repeat(200)}`;
  const http = answering(200, '{"results":[{"id":1,"name":"Dark","original_name":"Dunkel","first_air_date":""}]}');
  const [series] = await tmdbTitles(http, "series", { apiKey: token, language: "en-US" }, { title: "Dark" });
  same([series?.title, series?.originalTitle, series?.year], ["Dark", "Dunkel", undefined]);
  is(http.asked[0]?.url.includes(token), false);
  is(http.asked[0]?.headers?.Authorization, `Bearer ${token}`);
});

Deno.test("what TMDB refuses is said in words", async () => {
  const access = { apiKey: KEY, language: "en-US" };
  const table: [number, string, RegExp][] = [
    [401, "{}", /does not accept the key/],
    [429, "", /more slowly/],
    [503, "<html>", /answers 503/],
    [200, "<html>", /unknown shape/],
    [200, '{"results":3}', /unknown shape/],
  ];
  for (const [status, body, message] of table) {
    await rejects(tmdbTitles(answering(status, body), "movie", access, { title: "x" }), message);
  }
});

Deno.test("TMDB is asked by its own id, else by the one of another database; an unknown one is no title", async () => {
  const access = { apiKey: KEY, language: "en-US" };
  const own = answering(200, JSON.stringify(FILM));
  is((await tmdbTitleById(own, "movie", access, { tmdbId: 949, imdbId: "tt0113277" }))?.externalId, "tmdb:949");
  is(new URL(own.asked[0]?.url ?? "").pathname, "/3/movie/949");
  const found = answering(200, JSON.stringify({ movie_results: [], tv_results: [{ id: 70523, name: "Dark" }] }));
  is((await tmdbTitleById(found, "series", access, { tvdbId: 334824 }))?.title, "Dark");
  const { pathname, searchParams } = new URL(found.asked[0]?.url ?? "");
  same([pathname, searchParams.get("external_source")], ["/3/find/334824", "tvdb_id"]);
  is(await tmdbTitleById(found, "movie", access, { imdbId: "tt0113277" }), undefined);
  is(await tmdbTitleById(answering(404, "{}"), "movie", access, { tmdbId: 1 }), undefined);
  is(await tmdbTitleById(own, "movie", access, {}), undefined);
  await rejects(tmdbTitleById(answering(200, "[]"), "movie", access, { imdbId: "tt0113277" }), /unknown shape/);
});
