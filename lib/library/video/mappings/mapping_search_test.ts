import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import { generateMovies, generateSeries } from "../../../../tests/fakes/arr/data.ts";
import { pathOf } from "../../../../tests/fakes/arr/movies_model.ts";
import { startRadarr } from "../../../../tests/fakes/arr/radarr.ts";
import { episodePath } from "../../../../tests/fakes/arr/series_model.ts";
import { startSonarr } from "../../../../tests/fakes/arr/sonarr.ts";
import { Clock } from "../../../../tests/fakes/arr/shared/clock.ts";
import { openApp, type TestApp } from "../../../../tests/fixtures/app.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { systemClock } from "../../../kit/clock.ts";
import { walkFor } from "../file_walk.ts";
import type { MappingFind } from "./mapping_model.ts";
import { mountedFolders } from "./mapping_search.ts";

/** Files that a manager reports under a different path are found and can be opened with the proposed mapping. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
const connect = (app: TestApp, kind: "movie" | "series", fake: { url: string; key: string }) =>
  app.instance.settings.update({ connections: { [kind]: { enabled: true, url: fake.url, apiKey: fake.key } } });
const find = async (app: TestApp, json: unknown = {}): Promise<MappingFind> =>
  await (await app.call("/api/settings/path-mappings/find", { json })).json();
const page = async (app: TestApp, path: string) =>
  await (await app.call(path, { headers: { Accept: "text/html" } })).text();

/** Creates an empty file of the given size. */
async function place(path: string, size: number): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, "");
  await Deno.truncate(path, size);
}

/** Radarr on Windows, Sonarr in a container, and their files on this disk. */
async function scene(app: TestApp) {
  const movies = generateMovies({ count: 8, root: "D:\\Media\\Films", missingShare: 0 });
  const radarr = await startRadarr({ movies, windows: true, clock: new Clock({ manual: true }) });
  const series = generateSeries({ series: 4, episodes: 40, root: "/tv", missingShare: 0 });
  const sonarr = await startSonarr({ series, clock: new Clock({ manual: true }) });
  for (const movie of movies) {
    ok(movie.file);
    const below = pathOf(movie, movie.file).slice("D:\\Media\\Films\\".length).replaceAll("\\", "/");
    await place(`${app.folder}/nas/kino/${below}`, movie.file.size % 100_000);
    movie.file.size %= 100_000;
  }
  for (const movie of radarr.movies.all()) if (movie.file) movie.file.size %= 100_000;
  for (const file of sonarr.shows.files.values()) {
    file.size %= 100_000;
    const path = episodePath(sonarr.shows.get(file.seriesId), file);
    await place(`${app.folder}/nas/shows/${path.slice("/tv/".length)}`, file.size);
  }
  await connect(app, "movie", radarr);
  await connect(app, "series", sonarr);
  await app.instance.settings.update({ localMedia: { folders: [{ path: `${app.folder}/nas` }] } });
  await Promise.all([app.instance.library.refresh("movie"), app.instance.library.refresh("series")]);
  return {
    async [Symbol.asyncDispose]() {
      await radarr[Symbol.asyncDispose]();
      await sonarr[Symbol.asyncDispose]();
    },
  };
}

test("slow: paths that differ only in the Unicode form are shown as such, and cause no proposed mapping", async () => {
  await using app = await openApp();
  const movies = generateMovies({ count: 1, root: `${app.folder}/films`, missingShare: 0 });
  const [movie] = movies;
  ok(movie?.file);
  movie.path = `${app.folder}/films/Amélie (2001)`;
  movie.file.size = 1_000;
  await using radarr = await startRadarr({ movies, clock: new Clock({ manual: true }) });
  const path = pathOf(movie, movie.file);
  await place(path.normalize("NFD"), 1_000);
  await connect(app, "movie", radarr);
  await app.instance.settings.update({ localMedia: { folders: [{ path: `${app.folder}/films` }] } });
  await app.instance.library.refresh("movie");
  const { proposals, unseen, looked } = await find(app);
  same([proposals, looked.files], [[], 0]);
  same(unseen.map(({ path, actualPath }) => [path, actualPath]), [[path, path.normalize("NFD")]]);
  ok(
    (await page(app, "/settings/mappings?find=1")).includes(
      "The path differs only in its Unicode form (NFC or NFD) or letter case",
    ),
  );
});

test("slow: mappings are found for files at other paths, applied with one click, and all files can be opened", async () => {
  await using app = await openApp();
  await using _managers = await scene(app);
  const settings = await page(app, "/settings/connections");
  ok(settings.includes("D:\\Media\\Films") && settings.includes("/settings/mappings?find=1"));
  ok((await page(app, "/movies/1")).includes("/settings/mappings?find=1"), "the page of a film leads there");

  const health = await app.instance.health.check();
  ok(
    health.some(({ message, link }) => /Sonarr reports \/tv\//.test(message) && link === "/settings/mappings"),
  );

  const { proposals, unseen, looked } = await find(app);
  same(proposals.map(({ app, remote, local }) => [app, remote, local]).sort(), [
    ["movie", "D:\\Media\\Films", `${app.folder}/nas/kino`],
    ["series", "/tv", `${app.folder}/nas/shows`],
  ]);
  ok(proposals.every(({ confidence, proof }) => confidence > 90 && proof.length >= 4));
  is(unseen.length, 9, "five films and four series were looked at");
  ok(looked.complete && looked.files >= 40);

  for (let left = 2; left > 0; left--) {
    const shown = await page(app, "/settings/mappings?find=1");
    const values = [...shown.matchAll(/name="pathMappings:json" value="([^"]*)"/g)].map(([, value = ""]) => value);
    is(values.length, left);
    const body = new URLSearchParams({ "pathMappings:json": (values[0] ?? "").replaceAll("&quot;", '"') });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    is((await app.call("/api/settings", { method: "PUT", body, headers })).status, 200);
  }
  is((await find(app)).unseen.length, 0);
  const film = await (await app.call("/api/library/movies/1")).json();
  ok(film.file.visible && film.file.localPath.startsWith(`${app.folder}/nas/kino/`), "without reading Radarr again");
  ok((await page(app, "/settings/mappings")).includes("No problems found"));
});

test("a search covers one application; others than Radarr and Sonarr are refused", async () => {
  await using app = await openApp();
  await using _managers = await scene(app);
  same((await find(app, { app: "sonarr" })).proposals.map(({ app }) => app), ["series"]);
  for (const odd of ["lidarr", "plex", 7]) {
    is((await app.call("/api/settings/path-mappings/find", { json: { app: odd } })).status, 422);
  }
});

test("with media folders set, no other folder is searched", async () => {
  await using app = await openApp();
  await using _managers = await scene(app);
  await Deno.mkdir(`${app.folder}/allowed`);
  await app.instance.settings.update({ general: { security: { mediaRoots: [`${app.folder}/allowed`] } } });
  const { proposals, looked, unseen } = await find(app);
  same([proposals, looked.roots], [[], [`${app.folder}/allowed`]]);
  ok(unseen.length > 0 && (await page(app, "/settings/mappings?find=1")).includes("None of these files was found"));
});

test("an abandoned search ends", async () => {
  await using app = await openApp();
  await using _managers = await scene(app);
  const controller = new AbortController();
  controller.abort();
  await rejects(app.instance.mappings.find({ signal: controller.signal }), { name: "AbortError" });
  is((await find(app)).proposals.length, 2, "the next one runs");
});

const LIMITS = { depth: 8, entries: 1000, ms: 10_000 };
const walk = (roots: string[], more: Partial<Parameters<typeof walkFor>[0]> = {}) =>
  walkFor({ roots, names: new Set(["a.mkv"]), exclude: ["#recycle"], limits: LIMITS, clock: systemClock, ...more });

inFolder("the walk follows no links, skips excluded folders, and keeps to its limits", async (dir) => {
  await place(`${dir}/in/deep/er/a.mkv`, 5);
  await place(`${dir}/in/#Recycle/a.mkv`, 5);
  await place(`${dir}/in/.hidden/a.mkv`, 5);
  await place(`${dir}/out/a.mkv`, 5);
  await Deno.symlink(`${dir}/out`, `${dir}/in/link`);
  await Deno.symlink(`${dir}/out/a.mkv`, `${dir}/in/a.mkv`);
  const roots = [`${dir}/in`, `${dir}/in/deep`, "/does/not/exist"];
  const all = await walk(roots);
  same([all.found, all.complete], [[{ path: `${dir}/in/deep/er/a.mkv`, size: 5 }], true]);
  const shallow = await walk([`${dir}/in`], { limits: { ...LIMITS, depth: 1 } });
  same([shallow.found, shallow.complete], [[], false]);
  is((await walk(roots, { limits: { ...LIMITS, entries: 1 } })).complete, false);
  is((await walk(roots, { limits: { ...LIMITS, ms: -1 } })).complete, false);
});

Deno.test("mounted shares, disks and volumes are places to look in; system folders are not", () => {
  const mounts = `overlay / overlay rw 0 0
proc /proc proc rw 0 0
tmpfs /dev/shm tmpfs rw 0 0
/dev/sda1 /etc/hosts ext4 rw 0 0
/dev/sdb1 /movies ext4 rw 0 0
//nas/My\\040Films /films\\040here cifs rw 0 0
`;
  same(mountedFolders(mounts), ["/movies", "/films here"]);
});
