import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../fixtures/folder.ts";
import { generateSeries } from "./data.ts";
import { Clock } from "./shared/clock.ts";
import { startSonarr } from "./sonarr.ts";
import { asker, fields, rows, workMs } from "./testing.ts";

const clock = () => new Clock({ manual: true });
const DARK = {
  ...{ title: "Dark", tvdbId: 334824, qualityProfileId: 4, seasonFolder: true, monitored: false, seasons: [] },
  ...{
    languageProfileId: 1,
    monitorNewItems: "none",
    addOptions: { monitor: "none", searchForMissingEpisodes: false },
  },
};

Deno.test("a new series has no episodes until RefreshSeries has run", async () => {
  await using fake = await startSonarr({ clock: clock() });
  const ask = asker(fake, "v3");
  const body = { ...DARK, rootFolderPath: fake.root };
  const added = await ask("POST", "/series", body);
  same([added.status, fields(added).id], [201, 1]);
  is(rows(await ask("POST", "/series", body))[0]?.errorCode, "SeriesExistsValidator");
  same((await ask("GET", "/episode?seriesId=1")).body, []);
  const [command] = rows(await ask("GET", "/command"));
  same([command?.name, (command?.body as Record<string, unknown>).seriesId], ["RefreshSeries", 1]);
  await fake.tick(5000);
  is(rows(await ask("GET", "/episode?seriesId=1")).length, 26);
  is(rows(await ask("GET", "/episode?seriesId=1&seasonNumber=2")).length, 8);
  is((await ask("GET", "/episode")).status, 400);
  is((await ask("GET", "/episodefile")).status, 400);
  const { seasons, statistics } = fields(await ask("GET", "/series/1")) as {
    seasons: { monitored: boolean }[];
    statistics: Record<string, number>;
  };
  same([seasons.map(({ monitored }) => monitored), statistics.episodeCount, statistics.totalEpisodeCount], [
    [false, false, false],
    0,
    26,
  ]);
});

inFolder("a season pack is one download with a record per episode, and n+1 webhooks", async (dir) => {
  await Deno.writeTextFile(`${dir}/small.mkv`, "episode");
  await using fake = await startSonarr({ root: `${dir}/tv`, files: `${dir}/small.mkv`, clock: clock() });
  const ask = asker(fake, "v3");
  await ask("POST", "/series", { ...DARK, rootFolderPath: fake.root });
  await fake.tick(5000);
  fake.connect("http://127.0.0.1:1/hook");
  const pack = rows(await ask("GET", "/release?seriesId=1&seasonNumber=2")).find(({ mappedSeriesId }) =>
    mappedSeriesId === 1
  );
  is(pack?.fullSeason, true);
  is((await ask("POST", "/release", { guid: pack?.guid, indexerId: pack?.indexerId })).status, 200);
  const queue = rows(await ask("GET", "/queue?pageSize=100"));
  same(
    [queue.length, new Set(queue.map(({ downloadId }) => downloadId)).size, new Set(queue.map(({ id }) => id)).size],
    [8, 1, 8],
  );
  await fake.tick(300_000);
  const episodes = rows(await ask("GET", "/episode?seriesId=1&seasonNumber=2&includeEpisodeFile=true"));
  ok(episodes.every(({ hasFile }) => hasFile === true));
  for (const { episodeFile } of episodes) {
    is(await Deno.readTextFile(String((episodeFile as { path: string }).path)), "episode");
  }
  is(rows(await ask("GET", "/history/series?seriesId=1&seasonNumber=2&eventType=downloadFolderImported")).length, 8);
  const told = fake.deliveries.map(({ payload }) => payload).filter(({ eventType }) => eventType === "Download");
  is(told.length, 9);
  same(told.map((payload) => "episodeFile" in payload), [...Array(8).fill(true), false]);
  ok(fake.deliveries.every(({ status }) => status === undefined));
});

inFolder("ManualImport maps by episodes: two share a file, none is a failure in the log", async (dir) => {
  await using fake = await startSonarr({ root: `${dir}/tv`, clock: clock() });
  const ask = asker(fake, "v3");
  await ask("POST", "/series", { ...DARK, rootFolderPath: fake.root });
  await fake.tick(5000);
  await Deno.mkdir(`${dir}/rips`);
  await Deno.writeTextFile(`${dir}/rips/t02.mkv`, "two");
  const [first, second] = rows(await ask("GET", "/episode?seriesId=1&seasonNumber=1"));
  const quality = {
    quality: { id: 20, name: "Bluray-1080p Remux", source: "blurayRaw", resolution: 1080 },
    revision: { version: 1, real: 0, isRepack: false },
  };
  const file = { path: `${dir}/rips/t02.mkv`, seriesId: 1, quality, languages: [{ id: 1, name: "English" }] };
  const send = async (over: Record<string, unknown>) => {
    await ask("POST", "/command", { name: "ManualImport", importMode: "move", files: [{ ...file, ...over }] });
    await fake.tick(5000);
  };
  await send({});
  ok(fake.log.some((line) => line.includes("Invalid season or episode")), fake.log.join());
  await send({ episodeIds: [first?.id, second?.id] });
  const files = rows(await ask("GET", "/episodefile?seriesId=1"));
  same(files.map(({ relativePath, releaseType }) => [String(relativePath).slice(0, 28), releaseType]), [[
    "Season 01/Dark - S01E01-E02 ",
    "multiEpisode",
  ]]);
  const held = rows(await ask("GET", "/episode?seriesId=1&seasonNumber=1")).filter(({ hasFile }) => hasFile);
  same(held.map(({ episodeFileId }) => episodeFileId), [files[0]?.id, files[0]?.id]);
  is((await ask("POST", "/manualimport", [{ path: file.path, seriesId: 1, episodeIds: [1] }])).status, 500);
  is((await ask("POST", "/manualimport", [{ ...file, episodeIds: [first?.id] }])).status, 200);
});

Deno.test("thirty thousand episodes are created within a second, exactly, and anime has absolute numbers", () => {
  const ms = workMs(() => void generateSeries({ series: 500, episodes: 30_000, root: "/tv" }));
  ok(ms < 1000, `took ${ms} ms`);
  const library = generateSeries({ series: 500, episodes: 30_000, root: "/tv" });
  same([library.series.length, library.episodes.length], [500, 30_000]);
  const anime = new Set(library.series.filter(({ seriesType }) => seriesType === "anime").map(({ id }) => id));
  ok(anime.size > 20);
  ok(
    library.episodes.filter((one) => anime.has(one.seriesId) && one.seasonNumber > 0).every((one) =>
      one.absoluteEpisodeNumber
    ),
  );
});
