import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { generateMovies } from "../tests/fakes/arr/data.ts";
import { generateArtists } from "../tests/fakes/arr/data_music.ts";
import { startLidarr } from "../tests/fakes/arr/lidarr.ts";
import { startRadarr } from "../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../tests/fakes/arr/sonarr.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { connect } from "../tests/fixtures/grab.ts";
import { localUntil, writeFiles } from "../tests/fixtures/local_media.ts";

/** The names that a list shows until its titles are loaded. */

async function names(app: TestApp, path: string): Promise<string[]> {
  const response = await app.call(path);
  is(response.status, 200, path);
  return await response.json() as string[];
}

async function drawn(app: TestApp, path: string): Promise<string[]> {
  const response = await app.call(path, { headers: { Accept: "text/html" } });
  const html = await response.text();
  is(response.status, 200, path);
  return [...html.matchAll(/class="poster-title">([^<]*)</g)].map(([, name = ""]) =>
    name.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
  );
}

Deno.test({
  name: "slow: the names of a list are those of its titles, in the same order, from any offset and with any filter",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await openApp();
    await using radarr = await startRadarr({ movies: generateMovies({ count: 90, root: "/films" }) });
    await using sonarr = await startSonarr({ root: "/shows", series: 12, episodes: 60 });
    await using lidarr = await startLidarr({ root: "/music", artists: generateArtists(12) });
    const media = `${app.folder}/media`;
    await writeFiles(media, [
      ...["Heat (1995)", "Alien & Co (1979)", "Sunrise (1927)"].map((film) => `Movies/${film}/${film}.1080p.mkv`),
      "TV Shows/Dark/Season 01/Dark - S01E01 [WEBDL-1080p].mkv",
    ]);
    await connect(app, "movie", radarr);
    await connect(app, "series", sonarr);
    await connect(app, "music", lidarr);
    await app.instance.library.refresh("movie");
    await app.instance.library.refresh("series");
    await app.instance.music.refresh();
    await app.instance.settings.update({ localMedia: { folders: [{ path: media }], metadata: false } });
    await localUntil(app, ({ scanning, scannedAt }) => !scanning && scannedAt !== undefined);
    for (
      const [path, query] of [
        ["/movies", "limit=200"],
        ["/movies", "offset=40&limit=20&sort=size&order=desc"],
        ["/movies", "resolution=1080p&sort=year&limit=200"],
        ["/movies", "filter=missing&q=the&limit=200"],
        ["/movies", "offset=89&limit=50"],
        ["/series", "limit=50"],
        ["/music", "limit=50&sort=tracks"],
        ["/music/albums", "limit=50&sort=artist"],
        ["/local", "limit=50"],
      ]
    ) {
      const [told, shown] = [await names(app, `${path}/names?${query}`), await drawn(app, `${path}/items?${query}`)];
      same(told, shown, `${path}?${query}`);
      ok(told.length > 0 && told.every((name) => name !== ""), `${path}?${query}`);
    }
    same(await names(app, "/movies/names?offset=5000"), []);
    is((await names(app, "/movies/names?limit=90000")).length, 90);
  },
});
