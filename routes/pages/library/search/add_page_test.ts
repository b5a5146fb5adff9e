import { match, ok } from "node:assert/strict";
import { startAnimeSources } from "../../../../tests/fakes/anime_sources.ts";
import { openApp } from "../../../../tests/fixtures/app.ts";

/**
 * Serves a fake Radarr with two root folders. Its lookup returns one movie for `tmdb:5` and another for every other
 * term.
 */
function serveRadarr() {
  const root = (id: number, path: string) => ({ id, path, accessible: true, freeSpace: 1e12 });
  const lookup = (term: string | null) =>
    term === "tmdb:5"
      ? { title: "Mononoke", tmdbId: 5, imdbId: "tt0119698", year: 1997 }
      : { title: "Alien", tmdbId: 348, imdbId: "tt0078748", year: 1979 };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith("/lookup")) return Response.json([lookup(searchParams.get("term"))]);
    if (pathname.endsWith("/rootfolder")) return Response.json([root(1, "/movies"), root(2, "/drawn")]);
    if (pathname.endsWith("/qualityprofile")) return Response.json([{ id: 1, name: "Any" }]);
    return Response.json([]);
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test({
  name: "slow: the page that adds a movie offers the anime folder for one that AniDB lists, also only by its IMDb ID",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using radarr = serveRadarr();
    await using fake = await startAnimeSources();
    await using app = await openApp({
      animeSources: fake.sources,
      network: fake.network,
    });
    const { settings, anime, bus } = app.instance;
    const marked = Promise.withResolvers<void>();
    const stop = bus.on("library", ({ kind }) => kind === "movie" && marked.resolve());
    await settings.update({
      general: { security: { certificateValidation: "disabled" } },
      connections: { movie: { enabled: true, url: radarr.url, apiKey: "k" } },
      disc: { addTargets: { movie: { root: "/movies" }, animeMovie: { root: "/drawn" } } },
      animedb: { enabled: true },
    });
    await marked.promise;
    stop();
    await anime.settled();
    const chosen = async (externalId: string): Promise<string> => {
      const address = `/search/add?kind=movie&externalId=${externalId}`;
      const html = await (await app.call(address, { headers: { Accept: "text/html" } })).text();
      const option = /<option[^>]*\bselected[^>]*>/.exec(/id="add-root".*?<\/select>/s.exec(html)?.[0] ?? "");
      ok(option, html.slice(0, 2000));
      return option[0];
    };
    match(await chosen("tmdb:5"), /value="\/drawn"/);
    match(await chosen("tmdb:348"), /value="\/movies"/);
  },
});
