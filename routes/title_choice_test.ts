import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Estimates } from "../lib/jobs/estimate_schema.ts";
import type { BulkResult } from "../lib/jobs/request_schema.ts";
import type { Movie, TitleLetters } from "../lib/library/video_model.ts";
import { generateMovies, generateSeries } from "../tests/fakes/arr/data.ts";
import { startRadarr } from "../tests/fakes/arr/radarr.ts";
import { startSonarr } from "../tests/fakes/arr/sonarr.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";
import { connect, grabTest } from "../tests/fixtures/grab.ts";

interface Selection {
  id: string;
  count: number;
  bytes?: number;
}

async function answer<T>({ call }: TestApp, path: string, json?: unknown, status = json === undefined ? 200 : 201) {
  const response = await call(path, json === undefined ? {} : { json });
  const text = await response.text();
  is(response.status, status, text);
  return JSON.parse(text) as T;
}

const choose = (app: TestApp, titles: unknown) => answer<Selection>(app, "/api/selections", { titles });

grabTest(
  "slow: a whole list with exceptions becomes a selection, whose files are estimated and queued by its ID",
  async () => {
    await using app = await openApp();
    const root = join(app.folder, "movies");
    const movies = generateMovies({ count: 45, root, missingShare: 0.2 });
    await using radarr = await startRadarr({ root, movies });
    await connect(app, "movie", radarr);
    await app.instance.library.refresh("movie");
    const { items } = await answer<{ items: Movie[] }>(app, "/api/library/movies?limit=500");
    const held = items.flatMap(({ id, file }) => file ? [{ id, path: file.localPath, size: file.size }] : []);
    ok(held.length > 20 && held.length < items.length);

    const all = await choose(app, { kind: "movies", list: {} });
    same([all.count, all.bytes], [held.length, held.reduce((sum, { size }) => sum + size, 0)]);
    const [first, second] = held;
    ok(first && second);
    is((await choose(app, { kind: "movies", list: {}, except: [first.id, second.id] })).count, held.length - 2);
    is((await choose(app, { kind: "movies", ids: [first.id, first.id, 999_999] })).count, 1);

    const clip = join(app.folder, "clip.mkv");
    await makeSmallClip(clip, { seconds: 1 });
    for (const { path } of held.slice(1)) {
      await Deno.mkdir(join(path, ".."), { recursive: true });
      await Deno.copyFile(clip, path);
    }
    const { size } = await Deno.stat(clip);
    const estimated = await answer<Estimates>(app, "/api/estimate", {
      selectionId: all.id,
      profileIds: ["builtin-web-mp4"],
    }, 200);
    is(estimated.files, held.length);
    same(estimated.errors.map(({ index, code }) => [index, code]).length, 1, "the file that is not there is named");
    is(estimated.estimates[0]?.sourceBytes, size * (held.length - 1));
    const queued = await answer<BulkResult>(app, "/api/jobs/bulk", {
      selectionId: all.id,
      profileId: "builtin-web-mp4",
    }, 200);
    same([queued.created, queued.errors.length], [held.length - 1, 1]);
    const job = await app.instance.jobs.get(queued.jobs[0] ?? "");
    same([job.source.arr, typeof job.source.fileId], ["movie", "number"], "the manager's file is known by its place");
  },
);

grabTest("letters have their offset, and items that cannot be selected are refused in words", async () => {
  await using app = await openApp();
  const root = join(app.folder, "tv");
  await using sonarr = await startSonarr({
    series: generateSeries({ series: 30, episodes: 120, root, missingShare: 0 }),
  });
  await connect(app, "series", sonarr);
  await app.instance.library.refresh("series");
  for (const order of ["asc", "desc"]) {
    const letters = await answer<TitleLetters>(app, `/api/library/series/letters?order=${order}`);
    is(letters.reduce((sum, { count }) => sum + count, 0), 30);
    for (const { letter, offset } of letters) {
      const { items } = await answer<{ items: { title: string }[] }>(
        app,
        `/api/library/series?order=${order}&limit=1&offset=${offset}`,
      );
      const sign = items[0]?.title.replace(/^(the|a|an) /i, "")[0]?.normalize("NFKD")[0]?.toUpperCase() ?? "";
      is(/\p{L}/u.test(sign) ? sign : "#", letter, `${order} ${offset}`);
    }
  }
  const every = await choose(app, { kind: "series", list: {} });
  ok(every.count > 30, "all episodes");
  const remuxes = await choose(app, { kind: "series", list: { filter: "remux" }, remuxOnly: true });
  ok(remuxes.count < every.count);
  for (
    const titles of [
      { kind: "series" },
      { kind: "series", ids: [1], list: {} },
      { kind: "music", ids: [1] },
      { kind: "series", ids: [] },
      { kind: "series", ids: [999_999] },
      { kind: "series", ids: ["1; drop table"] },
      { kind: "series", list: { codec: "x265'" } },
      { kind: "movies", list: {} },
    ]
  ) {
    const response = await app.call("/api/selections", { json: { titles } });
    is(response.status, 422, JSON.stringify(titles));
    is((await response.json() as { code: string }).code, "invalid");
  }
  const unknown = await app.call("/api/estimate", { json: { selectionId: "nothing" } });
  is(unknown.status, 404);
  await unknown.body?.cancel();
});
