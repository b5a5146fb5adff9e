import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import { startSlskd } from "../slskd.ts";
import { startLidarr } from "./lidarr.ts";
import { startProwlarr } from "./prowlarr.ts";
import { startRadarr } from "./radarr.ts";
import { Clock } from "./shared/clock.ts";
import { startSonarr } from "./sonarr.ts";
import { type Answer, type Ask, asker, contractOf, fields, haveDocuments, rows } from "./testing.ts";

/** Wraps `ask` and validates every successful response against the API document of the application. */
function checked(ask: Ask, name: string, api: string): { ask: Ask; problems: string[] } {
  const contract = contractOf(name);
  const problems: string[] = [];
  return {
    problems,
    async ask(method, path, body) {
      const answer = await ask(method, path, body);
      const said = `${method} ${path}: ${answer.status}`;
      const full = name === "slskd" ? path : `/api/${api}${path}`;
      if (answer.status >= 300) problems.push(`${said} ${JSON.stringify(answer.body)}`);
      else {
        const found = contract(method, full, answer.body === "" ? undefined : answer.body, answer.status);
        if (found === undefined) problems.push(`${said} is not in the document`);
        else problems.push(...found.slice(0, 5).map((problem) => `${said}: ${problem}`));
      }
      return answer;
    },
  };
}

const COMMON = "/system/status /health /rootfolder /qualityprofile /qualitydefinition /language /tag".split(" ");

/** Returns the paths that every manager serves, including paths for a folder with a file. */
async function commonPaths(root: string): Promise<string[]> {
  await Deno.mkdir(join(root, "Film"));
  await Deno.writeTextFile(join(root, "Film", "film.mkv"), "");
  const below = `path=${encodeURIComponent(`${root}/`)}`;
  return [
    ...COMMON,
    ...["?includeFiles=true&", "/type?", "/mediafiles?"].map((what) => `/filesystem${what}${below}`),
  ];
}

const first = (answer: Answer) => {
  const [row] = rows(answer);
  ok(row, "expected a row");
  return row;
};

Deno.test({ name: "Radarr's responses match its document", ignore: !haveDocuments }, async () => {
  const clock = new Clock({ manual: true });
  await using fake = await startRadarr({ movies: 40, clock });
  const { ask, problems } = checked(asker(fake, "v3"), "radarr-v3", "v3");
  for (const path of await commonPaths(fake.root)) await ask("GET", path);
  await ask("POST", "/tag", { label: "Lathe" });
  for (
    const path of ["/movie", "/movie/1", "/moviefile?movieId=1&movieId=2&movieId=3", "/wanted/cutoff?pageSize=100"]
  ) await ask("GET", path);
  const found = first(await ask("GET", "/movie/lookup?term=blade runner"));
  await ask("GET", "/movie/lookup/imdb?imdbId=tt0133093");
  await ask("GET", "/movie/lookup/tmdb?tmdbId=603");
  const added = fields(await ask("POST", "/movie", { ...found, qualityProfileId: 4, rootFolderPath: fake.root }));
  await ask("PUT", `/movie/${added.id}`, { ...added, monitored: true });
  const [release] = rows(await ask("GET", "/release?movieId=1"));
  await ask("POST", "/release", { guid: release?.guid, indexerId: release?.indexerId });
  for (let i = 0; i < 4; i++) {
    for (const path of ["/queue?includeUnknownMovieItems=true", "/queue/details", "/queue/status", "/command"]) {
      await ask("GET", path);
    }
    await fake.tick(25_000);
  }
  const folder = encodeURIComponent(fake.downloads);
  for (
    const path of [
      "/history",
      "/history/movie?movieId=1",
      "/history/since?date=2020-01-01",
      `/manualimport?folder=${folder}`,
      "/manualimport?movieId=1",
    ]
  ) {
    await ask("GET", path);
  }
  const sent = fields(await ask("POST", "/command", { name: "RescanMovie", movieId: 1 }));
  await fake.tick(3000);
  await ask("GET", `/command/${sent.id}`);
  await ask("DELETE", `/movie/${added.id}`);
  same(problems, []);
});

Deno.test({ name: "Sonarr's responses match its document", ignore: !haveDocuments }, async () => {
  const clock = new Clock({ manual: true });
  await using fake = await startSonarr({ series: 6, episodes: 180, clock });
  const { ask, problems } = checked(asker(fake, "v3"), "sonarr-v3", "v3");
  for (const path of await commonPaths(fake.root)) await ask("GET", path);
  for (
    const path of [
      "/series",
      "/series/1",
      "/episode?seriesId=1&includeEpisodeFile=true",
      "/episode/1",
      "/episodefile?seriesId=1",
    ]
  ) await ask("GET", path);
  await ask("GET", "/wanted/cutoff?pageSize=50&includeSeries=true&includeEpisodeFile=true");
  const found = first(await ask("GET", "/series/lookup?term=tvdb:334824"));
  const added = fields(await ask("POST", "/series", { ...found, qualityProfileId: 4, rootFolderPath: fake.root }));
  await ask("PUT", `/series/${added.id}`, { ...added, monitored: false });
  const pack = first(await ask("GET", "/release?seriesId=1&seasonNumber=1"));
  await ask("GET", "/release?episodeId=1");
  await ask("POST", "/release", { guid: pack.guid, indexerId: pack.indexerId });
  for (let i = 0; i < 4; i++) {
    for (const path of ["/queue?includeUnknownSeriesItems=true", "/queue/details", "/queue/status", "/command"]) {
      await ask("GET", path);
    }
    await fake.tick(25_000);
  }
  const folder = encodeURIComponent(fake.downloads);
  for (
    const path of [
      "/history",
      "/history/series?seriesId=1",
      "/history/since?date=2020-01-01",
      `/manualimport?folder=${folder}`,
      "/manualimport?seriesId=1",
    ]
  ) {
    await ask("GET", path);
  }
  await ask("DELETE", `/series/${added.id}`);
  same(problems, []);
});

Deno.test({ name: "Lidarr's responses match its document", ignore: !haveDocuments }, async () => {
  const clock = new Clock({ manual: true });
  await using fake = await startLidarr({ artists: 5, clock });
  const { ask, problems } = checked(asker(fake, "v1"), "lidarr-v1", "v1");
  for (const path of (await commonPaths(fake.root)).filter((one) => !one.includes("mediafiles"))) {
    await ask("GET", path);
  }
  for (
    const path of [
      "/metadataprofile",
      "/artist",
      "/artist/1",
      "/album",
      "/album?artistId=1",
      "/album/1",
      "/track?albumId=1",
    ]
  ) await ask("GET", path);
  for (const path of ["/trackfile?artistId=1", "/trackfile?unmapped=true", "/wanted/cutoff", "/search?term=mara"]) {
    await ask("GET", path);
  }
  const free = rows(await ask("GET", "/artist/lookup?term=vance")).find(({ id }) => id === undefined);
  const album = rows(await ask("GET", "/album/lookup?term=silent")).find(({ id }) => id === undefined);
  const where = { qualityProfileId: 1, metadataProfileId: 1, rootFolderPath: fake.root };
  await ask("POST", "/artist", { ...free, ...where });
  await ask("POST", "/album", { ...album, artist: { ...where } });
  const release = first(await ask("GET", "/release?albumId=1"));
  await ask("POST", "/release", { guid: release.guid, indexerId: release.indexerId });
  for (let i = 0; i < 4; i++) {
    for (const path of ["/queue?includeUnknownArtistItems=true", "/queue/details", "/queue/status", "/command"]) {
      await ask("GET", path);
    }
    await fake.tick(25_000);
  }
  const folder = encodeURIComponent(fake.downloads);
  for (
    const path of [
      "/history",
      "/history/artist?artistId=1",
      "/history/since?date=2020-01-01",
      `/manualimport?folder=${folder}`,
    ]
  ) await ask("GET", path);
  same(problems, []);
});

Deno.test({ name: "Prowlarr's responses match its document", ignore: !haveDocuments }, async () => {
  await using fake = await startProwlarr();
  fake.troubled.add(3);
  const { ask, problems } = checked(asker(fake, "v1"), "prowlarr-v1", "v1");
  for (
    const path of [
      "/system/status",
      "/health",
      "/indexer",
      "/indexer/1",
      "/indexer/categories",
      "/indexerstatus",
      "/tag",
    ]
  ) await ask("GET", path);
  const found = first(await ask("GET", "/search?query=heat 1995&type=movie&categories=2000"));
  await ask("POST", "/search", { guid: found.guid, indexerId: found.indexerId });
  same(problems, []);
});

Deno.test({ name: "slskd's responses match our description of it", ignore: !haveDocuments }, async () => {
  const clock = new Clock({ manual: true });
  await using fake = await startSlskd({ clock });
  const { ask, problems } = checked(asker(fake, "v0"), "slskd", "v0");
  for (const path of ["/application", "/application/version", "/server", "/options", "/session/enabled"]) {
    await ask("GET", path);
  }
  const search = fields(await ask("POST", "/searches", { searchText: "silent flac" }));
  await fake.tick(20_000);
  await ask("GET", "/searches");
  await ask("GET", `/searches/${search.id}?includeResponses=true`);
  const peer = first(await ask("GET", `/searches/${search.id}/responses`));
  const user = encodeURIComponent(String(peer.username));
  await ask("POST", `/transfers/downloads/${user}`, peer.files);
  for (let i = 0; i < 3; i++) {
    await ask("GET", "/transfers/downloads");
    await ask("GET", `/transfers/downloads/${user}`);
    await fake.tick(6000);
  }
  await ask("DELETE", `/searches/${search.id}`);
  same(problems, []);
});
