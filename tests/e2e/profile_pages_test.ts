import { ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { generateMovies } from "../fakes/arr/data.ts";
import { pathOf } from "../fakes/arr/movies_model.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { materialise } from "../fakes/arr/shared/materialise.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { assertClean, assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Pages for profiles, with previews of their effect before anything is encoded. */

const WIDE = { width: 1440, height: 1000 };

/** Starts a manager with a few movies, each a small real file. */
async function filmLibrary({ service, media }: Pick<Scene, "service" | "media">) {
  const root = join(media, "movies");
  const movies = generateMovies({ count: 30, root });
  const small = join(media, "small.mkv");
  await makeSmallClip(small, { seconds: 2 });
  await materialise(small, movies.flatMap((movie) => movie.file ? pathOf(movie, movie.file) : []));
  const radarr = await startRadarr({ root, movies });
  await api(service, "/api/settings", {
    method: "PUT",
    body: { concurrency: 0, connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } } },
  });
  await api(service, "/api/library/movies/refresh", { method: "POST" });
  const { body } = await api<{ items: { title: string }[] }>(service, "/api/library/movies?filter=onDisk&limit=1");
  const [first] = body.items;
  ok(first);
  return { title: first.title, [Symbol.asyncDispose]: () => radarr[Symbol.asyncDispose]() };
}

const ownProfile = async (service: Scene["service"]): Promise<string> =>
  (await api<{ id: string }>(service, "/api/profiles", {
    body: { name: "Mine", video: { encoder: "libx265", preset: "medium", quality: 20 } },
  })).body.id;

browserTest(
  "slow: a profile in the editor shows size and command for a file that is selected by title, path or from jobs",
  async (scene) => {
    const { browser, service, media } = scene;
    await using library = await filmLibrary(scene);
    const path = join(media, "Recent (2001).mkv");
    await makeSmallClip(path, { seconds: 3 });
    const id = await ownProfile(service);
    await api(service, "/api/jobs", { body: { profileId: id, source: { localPath: path } } });
    const view = await openPage(browser, WIDE);
    const { page } = view;
    await page.goto(`${service.url}/profiles/${id}`);
    await page.getByRole("heading", { name: "Command for a sample file" }).waitFor();
    is(await page.getByRole("heading", { name: "Size and time" }).count(), 0);
    await page.getByRole("group", { name: "Recent files" }).getByRole("button").first().click();
    // The file is read with a low priority, which takes minutes while other tests use the processors.
    await page.getByRole("heading", { name: "Size and time" }).waitFor({ timeout: 300_000 });
    const command = page.getByLabel("The ffmpeg command");
    await page.getByText("Recent (2001).mkv").first().waitFor();
    ok((await command.innerText()).includes("Recent (2001)"));
    await page.locator('[name="video.quality:number"]').fill("31");
    await command.getByText(/-crf:v:0 31/).waitFor();
    ok((await command.innerText()).includes("Recent (2001)"), "the chosen file stays");
    await page.getByLabel("Library title").fill(library.title);
    await page.locator("#try-found").getByRole("button").first().click();
    await page.waitForFunction(() => document.querySelector("#profile-preview pre")?.textContent?.includes("/movies/"));
    await assertCleanAtBoth(view, "profile-try-file");
    await page.getByRole("textbox", { name: "File on the server" }).fill(join(media, "nothing.mkv"));
    await page.keyboard.press("Enter");
    await page.locator("#profile-preview .note").waitFor();
    const saved = await api<{ video: { quality: number } }[]>(service, "/api/profiles");
    ok(!saved.body.some(({ video }) => video.quality === 31), "Enter in the field of the file saves nothing");
  },
);

browserTest(
  "slow: a preset is tried on a file in dark mode, and without script a button shows the result of an edited profile",
  async (scene) => {
    const { browser, service, media } = scene;
    const path = join(media, "Film (2001).mkv");
    await makeSmallClip(path, { seconds: 3 });
    const dark = await openPage(browser, WIDE, true);
    await dark.page.goto(`${service.url}/profiles/builtin-movie-1080p`);
    await dark.page.getByRole("textbox", { name: "File on the server" }).fill(path);
    await dark.page.keyboard.press("Enter");
    await dark.page.getByRole("heading", { name: "Size and time" }).waitFor();
    await assertCleanAtBoth(dark, "preset-try-file-dark");

    const page = await openPageWithoutScript(browser, WIDE);
    await page.goto(`${service.url}/profiles/${await ownProfile(service)}`);
    await page.locator('[name="video.quality:number"]').fill("33");
    await page.locator("#try-path").fill(path);
    await page.getByRole("button", { name: "Show size, time and command" }).click();
    await page.getByRole("heading", { name: "Size and time" }).waitFor();
    ok((await page.locator("pre").innerText()).includes("-crf:v:0 33"));
  },
);

browserTest("slow: the rules of a smart profile are tried on titles of the library as they change", async (scene) => {
  const { browser, service } = scene;
  await using library = await filmLibrary(scene);
  const { body: { id } } = await api<{ id: string }>(service, "/api/smart-profiles/builtin-smart-remux/clone", {
    body: { name: "Rules" },
  });
  const view = await openPage(browser, WIDE);
  const { page } = view;
  await page.goto(`${service.url}/smart-profiles/${id}`);
  const table = page.getByRole("region", { name: "Rule matches in the library" });
  await table.getByRole("row").nth(1).waitFor({ timeout: 300_000 });
  const rows = await table.getByRole("row").count() - 1;
  ok(rows > 1 && rows <= 20, `${rows} rows`);
  await page.getByRole("button", { name: "Add a rule" }).first().click();
  await table.getByText("New rule.").first().waitFor({ timeout: 300_000 });
  await page.getByPlaceholder("Search titles").fill(library.title);
  await page.waitForFunction((before) =>
    document.querySelectorAll(".rule-matches tbody tr").length < before &&
    document.querySelector(".rule-test")?.getAttribute("aria-busy") === "false", rows);
  await table.getByText(library.title).first().waitFor();
  await assertCleanAtBoth(view, "smart-rules-tried");
  const dark = await openPage(browser, WIDE, true);
  await dark.page.goto(`${service.url}/smart-profiles/${id}`);
  await dark.page.getByRole("region", { name: "Rule matches in the library" }).waitFor({ timeout: 300_000 });
  await assertClean(dark, "smart-rules-tried-dark");

  const plain = await openPageWithoutScript(browser);
  await plain.goto(`${service.url}/smart-profiles/${id}`);
  await plain.getByLabel("Library titles").fill(library.title);
  await plain.getByRole("button", { name: "Test rules" }).click();
  await plain.getByRole("region", { name: "Rule matches in the library" }).getByText(library.title).first().waitFor();
});
