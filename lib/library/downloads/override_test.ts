import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { asker, rows } from "../../../tests/fakes/arr/testing.ts";
import { grabbed, grabTest, radarrWorld, searched, sonarrWorld } from "../../../tests/fixtures/grab.ts";

const MINUTE = 60_000;
const posts = ({ seen }: { seen: { method: string; path: string; status: number }[] }) =>
  seen.filter(({ method, path }) => method === "POST" && path.endsWith("/release")).map(({ status }) => status);

grabTest(
  "a Radarr that does not recognise the movie of a release by its ID receives quality and languages too",
  async () => {
    await using it = await radarrWorld();
    const release = await searched(it.radarr, "movie", "movieId=1", ({ downloadAllowed }) => downloadAllowed === false);
    const unmapped = { mode: "answer", status: 404, body: { message: "Unable to find matching movie" } } as const;
    it.radarr.fail(unmapped, { path: "/release", method: "POST", times: 1 });
    const { id } = await grabbed(it.app, { release, arrId: 1 });
    same(posts(it.radarr), [404, 200]);
    const [entry] = rows(await asker(it.radarr, "v3")("GET", "/queue"));
    same([entry?.movieId, JSON.stringify(entry?.quality).includes(release.quality)], [1, true]);
    await it.radarr.tick(5 * MINUTE);
    await it.look();
    is((await it.job(id)).status, "queued");
  },
);

for (const named of [true, false]) {
  grabTest(
    `a season pack that Sonarr cannot tell the series of goes to ${
      named ? "the episodes" : "the season"
    } that was searched for`,
    async () => {
      await using it = await sonarrWorld();
      const query = "seriesId=1&seasonNumber=2";
      const release = await searched(it.sonarr, "series", query, ({ downloadAllowed }) => downloadAllowed === false);
      const episodeIds = rows(await asker(it.sonarr, "v3")("GET", `/episode?${query}`)).map(({ id }) => id);
      const { id } = await grabbed(it.app, {
        ...{ release, title: "Dark", arrId: 1, seasonNumber: 2 },
        ...(named ? { episodeIds } : {}),
      });
      same(posts(it.sonarr), [404, 200]);
      is(rows(await asker(it.sonarr, "v3")("GET", "/queue?pageSize=50")).length, 8);
      await it.sonarr.tick(5 * MINUTE);
      same(await it.look(), { waiting: 0, queued: 1, failed: 0, silent: [] });
      const jobs = await it.jobs();
      same([jobs.length, jobs.filter((job) => job.id === id || job.parentId === id).length], [8, 8]);
    },
  );
}
