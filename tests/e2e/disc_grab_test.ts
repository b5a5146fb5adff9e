import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { type RadarrFake, startRadarr } from "../fakes/arr/radarr.ts";
import { Clock } from "../fakes/arr/shared/clock.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { discFolder, seasonDisc } from "../fixtures/discs/disc_app.ts";
import { openPage, type TestPage } from "../kit/browser.ts";
import { run } from "../kit/run.ts";
import { assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** The workflow for a full disc, from the search to a movie in Radarr, in a real browser. */

const WORK_MS = 60_000;
const MINUTE = 60_000;

/** A Radarr with one movie that has no file. Its clock advances only with `tick`. */
async function withFilm({ service, media }: Scene) {
  const root = join(media, "movies");
  await Deno.mkdir(root);
  const [movie] = generateMovies({ count: 1, root, missingShare: 1 });
  ok(movie);
  const clock = new Clock({ manual: true });
  const disc = await discFolder(seasonDisc(movie.title, [3]));
  const radarr = await startRadarr({ root, movies: [movie], clock, disc, durations: { command: 0 } });
  // Radarr cannot import the files of a disc.
  radarr.next.outcome = "importPending";
  await api(service, "/api/settings", {
    method: "PUT",
    body: {
      connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
      discdb: { enabled: false },
      disc: { minTitleSeconds: 1, autoTranscode: true, autoEject: false, ripDirectory: join(media, "rips") },
    },
  });
  await api(service, "/api/library/movies/refresh", { body: {} });
  const video = { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" };
  await api(service, "/api/profiles", { body: { name: "Quick", video } });
  return { radarr, movie };
}

/** Opens a page at 1440 px without library artwork. */
async function openWide({ browser }: Scene): Promise<TestPage> {
  const view = await openPage(browser, { width: 1440, height: 1000 });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';
  await view.page.route("**/api/image?*", (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
  return view;
}

/** Searches for the movie and filters its releases to full discs. */
async function searchDiscs({ page }: TestPage, { url }: { url: string }, title: string): Promise<void> {
  await page.goto(`${url}/search`);
  await page.locator("#search-q").fill(title);
  await page.getByRole("link", { name: title, exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Releases", exact: true }).first().click();
  await page.getByRole("table", { name: "Releases" }).waitFor();
  await page.getByRole("combobox", { name: "Type" }).selectOption("disc");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("table", { name: "Releases" }).getByText("Blu-ray disc").first().waitFor();
}

/** Runs the task that queries the managers about waiting jobs, which normally runs every minute. */
async function look({ service }: Scene): Promise<void> {
  is((await api(service, "/api/system/tasks/waiting-jobs/run", { method: "POST" })).status, 202);
}

const posted = ({ seen }: RadarrFake) =>
  seen.filter(({ method, path }) => method === "POST" && /\/release$/.test(path));

browserTest(
  "slow: a full disc is found, grabbed, ripped, encoded and imported, and refused while nothing could rip it",
  async (scene) => {
    const { service } = scene;
    const { radarr, movie } = await withFilm(scene);
    await using _ = radarr;
    const view = await openWide(scene);
    const { page } = view;

    await api(service, "/api/settings", { method: "PUT", body: { disc: { enabled: false } } });
    await searchDiscs(view, service, movie.title);
    await page.getByText(/^Full discs cannot be grabbed.*Disc ripping is disabled/).waitFor();
    await assertCleanAtBoth(view, "disc-grab-releases");
    const grab = page.getByRole("button", { name: /^Grab .*COMPLETE\.BLURAY/ }).first();
    await grab.click();
    await page.getByText(/This release is a full disc.*Disc ripping is disabled/).waitFor();
    await assertCleanAtBoth(view, "disc-grab-refused");
    same(posted(radarr), []);

    await api(service, "/api/settings", { method: "PUT", body: { disc: { enabled: true } } });
    await page.reload();
    await page.getByText(/^Full discs cannot be grabbed/).waitFor({ state: "detached" });
    await page.getByLabel("Encode the grabbed release with").selectOption({ label: "Quick" });
    await grab.click();
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    is(posted(radarr).length, 1);
    await radarr.tick(MINUTE / 2);
    await look(scene);
    await page.getByText(/^Downloading full disc, \d+ %/).first().waitFor();
    await assertCleanAtBoth(view, "disc-grab-downloading");

    await radarr.tick(MINUTE);
    await look(scene);
    await page.goto(`${service.url}/discs`);
    await page.getByRole("list", { name: "Discs and rips" }).getByRole("link", { name: movie.title, exact: true })
      .click();
    // Radarr's commands run only while its clock advances.
    const moving = setInterval(() => void radarr.tick(1000), 100);
    try {
      await page.getByText("Done", { exact: true }).first().waitFor({ timeout: WORK_MS });
      await page.getByRole("cell", { name: "Imported" }).waitFor();
    } finally {
      clearInterval(moving);
    }
    await assertCleanAtBoth(view, "disc-grab-imported");
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { body: rip } = await api<Rip>(service, `/api/disc/rips/${id}`);
    same([rip.origin, rip.counts], ["download", { selected: 1, ripped: 1, verified: 1, delivered: 1 }]);

    await page.getByRole("link", { name: "Job for title 1" }).click();
    await page.getByText("Quick").first().waitFor();
    await page.goto(`${service.url}/movies`);
    await page.locator(".poster a").first().click();
    await page.getByText("Encoded here").waitFor();
    await page.getByText("Bluray-1080p.mkv").first().waitFor();
    await assertCleanAtBoth(view, "disc-grab-film");
    const [file] = rows(await asker(radarr, "v3")("GET", "/moviefile?movieId=1"));
    const { stdout } = await run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", String(file?.path)]);
    match(stdout, /codec_name=h264/);
    same(rows(await asker(radarr, "v3")("GET", "/queue")), []);
    ok((await Deno.stat(join(rip.source.replace(/^file:/, ""), "BDMV/index.bdmv"))).isFile);
  },
);
