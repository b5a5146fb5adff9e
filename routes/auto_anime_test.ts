import { deepStrictEqual as same } from "node:assert/strict";
import { startAnimeSources } from "../tests/fakes/anime_sources.ts";
import { openApp } from "../tests/fixtures/app.ts";

const FILMS = [["Princess Mononoke", 128], ["Alien", 348]] as const;

/** Serves a fake Radarr with a remux of each movie. The files are in `folder`. */
function serveRadarr(folder: () => string) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    if (!new URL(request.url).pathname.endsWith("/movie")) return Response.json({});
    return Response.json(FILMS.map(([title, tmdbId], at) => ({
      ...{ id: at + 1, title, tmdbId, year: 1997, path: folder(), hasFile: true },
      movieFile: {
        ...{ id: at + 10, path: `${folder()}/${title}.mkv`, size: 9 },
        quality: { quality: { name: "Remux-1080p", modifier: "remux" } },
      },
    })));
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test({
  name: "slow: auto transcode uses the anime profile for an anime movie, as long as anime data is on",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    let folder = "";
    await using radarr = serveRadarr(() => folder);
    await using fake = await startAnimeSources();
    await using app = await openApp({
      animeSources: fake.sources,
      network: fake.network,
    });
    folder = app.folder;
    for (const [title] of FILMS) await Deno.writeTextFile(`${folder}/${title}.mkv`, "no movie");
    const { settings, profiles, anime, library, bus } = app.instance;
    const film = await profiles.clone("builtin-web-mp4", "For films");
    const drawn = await profiles.clone("builtin-web-mp4", "For anime");
    await settings.update({
      general: { security: { certificateValidation: "disabled" } },
      connections: { movie: { enabled: true, url: radarr.url, apiKey: "k" } },
      auto: { enabled: true, includeExisting: true, profiles: { movie: film.id, anime: drawn.id } },
    });
    await library.refresh("movie");
    const dryRun = async (): Promise<string[][]> => {
      const { queued } = await (await app.call("/api/auto/scan?dryRun=1", { method: "POST" })).json();
      return queued.map(({ title, profileName, mediaType }: Record<string, string>) => [title, profileName, mediaType])
        .toSorted();
    };
    same(await dryRun(), [["Alien (1997)", "For films", "movie"], ["Princess Mononoke (1997)", "For films", "movie"]]);

    const marked = Promise.withResolvers<void>();
    const stop = bus.on("library", ({ kind }) => kind === "movie" && marked.resolve());
    await settings.update({ animedb: { enabled: true } });
    await marked.promise;
    stop();
    await anime.settled();
    await library.settled();
    same(await dryRun(), [["Alien (1997)", "For films", "movie"], ["Princess Mononoke (1997)", "For anime", "anime"]]);
  },
});
