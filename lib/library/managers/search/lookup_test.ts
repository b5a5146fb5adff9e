import { deepStrictEqual as same, rejects } from "node:assert/strict";
import fc from "fast-check";
import type { HttpRequest, HttpResponse } from "../../../platform/http_client/model.ts";
import type { ManagerKind } from "../../../platform/managers/kinds.ts";
import { createManagerClient } from "../client.ts";
import { lookupAlbums, lookupTitles } from "./lookup.ts";

/** A manager with a fixed response. */
function answering<K extends ManagerKind>(kind: K, body: unknown) {
  const asked: string[] = [];
  const send = ({ url }: HttpRequest): Promise<HttpResponse> => {
    asked.push(url);
    return Promise.resolve({
      status: 200,
      headers: new Headers({ "content-type": "application/json" }),
      body: new TextEncoder().encode(JSON.stringify(body)),
      url,
    });
  };
  const http = { send, open: () => Promise.reject(new Error("No list is asked for.")) };
  return { asked, manager: createManagerClient(http, kind, { url: "http://nas:7878", apiKey: "k" }) };
}

Deno.test("a movie has its IDs, images and other titles, and its own ID when it is in the library", async () => {
  const heat = {
    id: 7,
    title: "Heat",
    originalTitle: "Heat",
    tmdbId: 949,
    imdbId: "tt0113277",
    year: 1995,
    images: [{ coverType: "poster", url: "/x.jpg", remoteUrl: "https://p" }, {
      coverType: "fanart",
      remoteUrl: "https://f",
    }],
    ratings: { imdb: { value: 8.3 } },
    alternateTitles: [{ title: "Hitze" }, { title: "Heat" }, { title: "Hitze" }],
    runtime: 170,
  };
  const { asked, manager } = answering("movie", [heat, { title: "No id" }, "nonsense", {
    ...heat,
    id: 0,
    tmdbId: 1,
    year: 0,
  }]);
  const [known, other, ...more] = await lookupTitles(manager, "heat & co");
  same(asked, ["http://nas:7878/api/v3/movie/lookup?term=heat+%26+co"]);
  same(known, {
    kind: "movie",
    externalId: "tmdb:949",
    id: 7,
    title: "Heat",
    originalTitle: "Heat",
    year: 1995,
    overview: "",
    poster: "https://p",
    backdrop: "https://f",
    genres: [],
    rating: 83,
    tmdbId: 949,
    imdbId: "tt0113277",
    runtimeMinutes: 170,
    alternateTitles: ["Hitze"],
  });
  same([other?.id, other?.year, more.length], [undefined, undefined, 0]);
});

Deno.test("a series has the type from Sonarr, an album its artist and year", async () => {
  const [series] = await lookupTitles(
    answering("series", [{ title: "Bleach", tvdbId: 74796, seriesType: "anime" }]).manager,
    "bleach",
  );
  same([series?.externalId, series?.seriesType, series?.kind], ["tvdb:74796", "anime", "series"]);
  const album = { title: "X", foreignAlbumId: "m", releaseDate: "1999-05-12T00:00:00Z", artist: { artistName: "A" } };
  const [found] = await lookupAlbums(answering("music", [album]).manager, "a x");
  same([found?.externalId, found?.year, found?.artist], ["m", 1999, "A"]);
});

Deno.test("input that is no list is refused, and any list is parsed without an error", async () => {
  await rejects(lookupTitles(answering("movie", { message: "x" }).manager, "x"), /unknown format/);
  await fc.assert(fc.asyncProperty(fc.array(fc.jsonValue()), async (rows) => {
    await lookupTitles(answering("series", rows).manager, "x");
    await lookupAlbums(answering("music", rows).manager, "x");
  }));
});
