import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { dirname } from "node:path";
import type { Page } from "playwright-core";
import type { SavedView } from "../../lib/library/lists/model.ts";
import { generateArtists } from "../fakes/arr/data_music.ts";
import { startLidarr } from "../fakes/arr/lidarr.ts";
import { writeFiles } from "../fixtures/local_media.ts";
import { ffmpeg, makeAlbum } from "../fixtures/music.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { assertClean, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Music and local media in the same list as movies: chips, letters, table, selection and saved views. */

const COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"><rect width="3" height="3" fill="teal"/></svg>';
const withCovers = (page: Page) =>
  page.route("**/api/image?*", (route) => route.fulfill({ status: 200, contentType: "image/svg+xml", body: COVER }));

const jobsOf = async (service: Scene["service"]) =>
  (await api<{ total: number; items: { source: { arr?: string; localPath: string } }[] }>(service, "/api/jobs")).body;

/** Starts a Lidarr with a library of artists with real tracks on disk. */
async function musicLibrary({ service, media }: Pick<Scene, "service" | "media">, artists: number) {
  const root = `${media}/music`;
  await Deno.mkdir(root);
  const lidarr = await startLidarr({ root, artists: generateArtists(artists) });
  const made = `${media}/made`;
  await Deno.mkdir(made);
  const [track = ""] = await makeAlbum(made);
  const files = [...lidarr.music.files.values()];
  for (const { path } of files) {
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.copyFile(track, path);
  }
  await api(service, "/api/settings", {
    method: "PUT",
    body: { concurrency: 0, connections: { music: { enabled: true, url: lidarr.url, apiKey: lidarr.key } } },
  });
  await api(service, "/api/music/refresh", { method: "POST" });
  return { lidarr, files };
}

/** Waits until the visible part of the list is rendered. */
const drawn = (page: Page) =>
  page.waitForFunction(() =>
    document.querySelector("[data-whole] [data-place]") !== null && !document.querySelector(".list-piece[data-loading]")
  );

browserTest(
  "slow: artists are a wall of covers and a table, filtered by audio quality, selected and queued; the list is saved as a view",
  async (t) => {
    const { lidarr, files } = await musicLibrary(t, 90);
    await using _ = lidarr;
    const opened = await openPage(t.browser, { width: 1440, height: 900 });
    const dark = await openPage(t.browser, { width: 1440, height: 900 }, true);
    const phone = await openPage(t.browser, { width: 360, height: 740 }, true);
    const { page } = opened;
    for (const one of [opened, dark, phone]) await withCovers(one.page);
    await page.goto(`${t.service.url}/music`);
    await drawn(page);
    await page.getByText("90 artists · synced").waitFor();
    await assertClean(opened, "music-wall");
    const letter = page.getByRole("navigation", { name: "Letters" }).getByRole("link").last();
    const last = await letter.getAttribute("data-offset");
    await letter.click();
    await page.locator(`[data-place="${last}"]`).waitFor();

    await page.getByRole("link", { name: "Lossless", exact: true }).click();
    await page.waitForURL(/sound=lossless/);
    await page.getByRole("group", { name: "View" }).getByRole("link", { name: "Table" }).click();
    await page.waitForURL(/view=table/);
    await page.getByRole("columnheader", { name: "Tracks" }).getByRole("link").click();
    await page.waitForURL(/sort=tracks&order=desc/);
    await page.getByRole("columnheader", { name: /Tracks/ }).and(page.locator('[aria-sort="descending"]')).waitFor();
    await drawn(page);
    const lossless = files.filter(({ quality }) => quality.quality.name.startsWith("FLAC"));
    await page.getByText(`${new Set(lossless.map(({ artistId }) => artistId)).size} artists · synced`).waitFor();
    await assertClean(opened, "music-table");

    await page.getByText("Save this view", { exact: true }).click();
    await page.getByLabel("Save this view as").fill("Lossless, most tracks");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: "Lossless, most tracks" })
      .and(page.locator("[aria-current]")).waitFor();
    const [view] = (await api<SavedView[]>(t.service, "/api/views?kind=artists")).body;
    same(view?.query, "sound=lossless&sort=tracks&order=desc&view=table");
    await dark.page.goto(`${t.service.url}/music`);
    await dark.page.getByRole("link", { name: "Lossless, most tracks" }).click();
    await dark.page.waitForURL(/sound=lossless.*view=table/);
    await drawn(dark.page);
    await dark.page.getByText("Save or edit views").click();
    await assertClean(dark, "music-views-dark");
    await dark.page.getByLabel("Name of Lossless, most tracks").fill("Lossless");
    await dark.page.getByRole("button", { name: "Rename Lossless, most tracks" }).click();
    await dark.page.getByRole("link", { name: "Lossless", exact: true }).and(dark.page.locator(".saved-views a"))
      .waitFor();

    await drawn(page);
    const row = page.locator("[data-place]").first();
    const id = Number(await row.getAttribute("data-id"));
    const own = files.filter(({ artistId }) => artistId === id).length;
    await row.getByRole("checkbox").check();
    await page.getByText(`1 artist · ${own} files`).waitFor();
    await page.getByText(/→ about|nothing to do/).waitFor({ timeout: 300_000 });
    await assertClean(opened, "music-chosen");
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByText(`${own} files queued`).waitFor({ timeout: 300_000 });
    is((await jobsOf(t.service)).total, own);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Removed.").waitFor();

    await page.goto(`${t.service.url}/music/albums?sort=artist`);
    await drawn(page);
    await assertClean(opened, "music-albums");
    await dark.page.goto(`${t.service.url}/music`);
    await drawn(dark.page);
    await assertClean(dark, "music-wall-dark");
    for (const path of ["/music", "/music?view=table", "/music/albums", "/music/albums?view=table"]) {
      await phone.page.goto(t.service.url + path);
      await drawn(phone.page);
      await assertClean(phone, `phone-dark${path.replaceAll(/\W/g, "-")}`);
    }
  },
);

browserTest(
  "slow: local titles are the same list: with drawn covers, chips from their names, selection, and pages without script",
  async (t) => {
    const { service, media, browser } = t;
    const film = `${media}/Movies/Heat (1995)/Heat.1995.2160p.UHD.BluRay.Remux.HDR10.HEVC-GRP.mkv`;
    writeFiles(media, [
      film.slice(media.length + 1),
      ...Array.from({ length: 80 }, (_, i) => {
        const name = `${String.fromCharCode(65 + i % 26)}lpha Film ${i} (${1950 + i % 70})`;
        return `Movies/${name}/${name} [Bluray-${i % 2 ? 1080 : 720}p][x264].mkv`;
      }),
      "TV Shows/Dark/Season 01/Dark - S01E01 [WEBDL-1080p][h265].mkv",
      "TV Shows/Dark/Season 01/Dark - S01E02 [WEBDL-1080p][h265].mkv",
      "Music/Somebody/Something (1999)/01 - One.flac",
    ]);
    await makeSmallClip(film, { seconds: 1 });
    await ffmpeg(["-f", "lavfi", "-i", "testsrc=size=200x300", "-frames:v", "1", `${dirname(film)}/poster.png`]);
    await api(service, "/api/settings", {
      method: "PUT",
      body: { concurrency: 0, localMedia: { folders: [{ path: media }] } },
    });
    const opened = await openPage(browser, { width: 1440, height: 900 });
    const dark = await openPage(browser, { width: 1440, height: 900 }, true);
    const phone = await openPage(browser, { width: 360, height: 740 }, true);
    const { page } = opened;
    await page.goto(`${service.url}/local`);
    await page.getByText(/80 movies|81 movies/).first().waitFor({ state: "attached" });
    await page.reload();
    await drawn(page);
    await page.getByText("83 titles").waitFor();
    await assertClean(opened, "local-wall");
    await page.getByRole("link", { name: "2160p" }).click();
    await page.waitForURL(/resolution=2160p/);
    await page.getByText("1 title", { exact: true }).waitFor();
    await page.locator("[data-place='0']").getByRole("checkbox").check();
    await page.getByText("1 title · 1 file").waitFor();
    await page.getByText(/→ about|nothing to do/).waitFor({ timeout: 300_000 });
    await assertClean(opened, "local-chosen");
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByText("1 file queued").waitFor({ timeout: 300_000 });
    is((await jobsOf(service)).items[0]?.source.localPath, film);
    await page.goto(`${service.url}/local?view=table&sort=size`);
    await drawn(page);
    await page.locator("[data-place='0']").getByText("In queue").waitFor();
    await assertClean(opened, "local-table");
    await dark.page.goto(`${service.url}/local`);
    await drawn(dark.page);
    await assertClean(dark, "local-wall-dark");
    for (const path of ["/local", "/local?view=table"]) {
      await phone.page.goto(service.url + path);
      await drawn(phone.page);
      await assertClean(phone, `phone-dark${path.replaceAll(/\W/g, "-")}`);
    }

    const plain = await openPageWithoutScript(browser);
    await plain.goto(`${service.url}/local?kind=movie`);
    is(await plain.locator(".poster").count(), 24);
    await plain.getByRole("link", { name: "Next page" }).click();
    is(await plain.locator(".poster").first().getAttribute("data-place"), "24");
    await plain.goto(`${service.url}/local?kind=series&view=table`);
    await plain.getByText("Save this view", { exact: true }).click();
    await plain.getByLabel("Save this view as").fill("Shows");
    await plain.getByRole("button", { name: "Save", exact: true }).click();
    await plain.waitForURL(/\/local\?kind=series&view=table/);
    await plain.getByRole("link", { name: "Shows" }).waitFor();
    await plain.getByText("Save or edit views").click();
    await plain.getByLabel("Delete it").check();
    await plain.getByRole("button", { name: "Delete Shows" }).click();
    await plain.waitForURL(/\/local$/);
    ok(await plain.getByRole("link", { name: "Shows" }).count() === 0);
  },
);
