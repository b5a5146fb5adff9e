import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { insertJobs } from "../db/jobs/job_insert.ts";
import type { Movie } from "../lib/library/video_model.ts";
import { generateMovies } from "../tests/fakes/arr/data.ts";
import { startRadarr } from "../tests/fakes/arr/radarr.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { connect, grabTest } from "../tests/fixtures/grab.ts";
import { jobRow } from "../tests/fixtures/job_rows.ts";

/** Disk usage on Home and on the page Disk usage, and the remuxes that Home offers. */

grabTest("the disk usage of a library is a map by format on Home, and a map by title on its own page", async () => {
  await using app = await openApp();
  const page = async (path: string, status = 200) => {
    const response = await app.call(path, { headers: { Accept: "text/html" } });
    is(response.status, status, path);
    return { html: await response.text(), to: response.headers.get("location") ?? "" };
  };
  match((await page("/disk-usage")).html, /No files yet/);
  doesNotMatch((await page("/")).html, /disk-map/);

  const root = join(app.folder, "movies");
  await using radarr = await startRadarr({ root, movies: generateMovies({ count: 30, root, missingShare: 0.2 }) });
  await connect(app, "movie", radarr);
  await app.instance.library.refresh("movie");
  const { items } = await (await app.call("/api/library/movies?limit=500")).json() as { items: Movie[] };
  const files = items.flatMap(({ file, anime }) => file ? [{ anime, ...file }] : []);
  const remuxes = files.filter(({ isRemux, anime }) => isRemux && !anime);
  ok(remuxes.length > 1 && remuxes.length < files.length);

  const home = (await page("/")).html;
  match(
    home,
    /<a href="\/movies\?filter=remux&amp;sort=size&amp;order=desc" aria-label="Movies · Remuxes: \d+ movies?, /,
  );

  match(home, /<noscript><a href="\/home\/remuxes">/, "without JavaScript, the remuxes have a page");
  const { html } = await page("/disk-usage?library=movie&colour=resolution&shade=red");
  same(
    [...html.matchAll(/<a href="\/movies\/(\d+)" aria-label=/g)].map(([, id]) => Number(id)).sort(),
    items.filter(({ file }) => file).map(({ id }) => id).sort(),
  );
  match(html, /2160p: [\d.]+ [GT]B/);
  match(html, /shade=red/, "a parameter without an effect is shown");

  const selected = async () => {
    const { to } = await page("/home/remuxes/movie", 303);
    return to === "/" ? [] : app.services.selections.paths(to.slice("/encode?selection=".length));
  };
  same((await selected()).sort(), remuxes.map(({ localPath }) => localPath).sort());
  const [queued, ...others] = remuxes;
  await app.instance.store.write((tx) => insertJobs(tx, [jobRow({ id: "q", sourcePath: queued?.localPath ?? "" })]));
  same((await selected()).sort(), others.map(({ localPath }) => localPath).sort(), "without those in the queue");
  match((await page("/home/remuxes")).html, /None of the files can be opened on this server/);
  await page("/home/remuxes/music", 404);
});
