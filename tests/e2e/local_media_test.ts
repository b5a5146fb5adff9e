import { match } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { writeFiles } from "../fixtures/local_media.ts";
import { ffmpeg } from "../fixtures/music.ts";
import { openPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

browserTest(
  "slow: local media are found while the page is open, selected by the user, and queued",
  async ({ browser, service, media }) => {
    await using radarr = await startRadarr();
    const film = `${media}/Movies/Heat (1995)`;
    writeFiles(media, [
      "Movies/Heat (1995)/Heat.1995.2160p.UHD.BluRay.Remux.HEVC.DTS-HD.MA.5.1-GRP.mkv",
      "Movies/A Film with Quite a Long Title That Has to Wrap (2001)/film.mkv",
      "Music/Somebody/Something (1999)/01 - One.flac",
      ...Array.from(
        { length: 12 },
        (_, i) => `TV Shows/Dark/Season 01/Dark - S01E${String(i + 1).padStart(2, "0")}.mkv`,
      ),
      "TV Shows/Dark/Season 02/Dark - S02E01.mkv",
    ]);
    await makeSmallClip(`${film}/Heat.1995.2160p.UHD.BluRay.Remux.HEVC.DTS-HD.MA.5.1-GRP.mkv`, { seconds: 1 });
    await ffmpeg(["-f", "lavfi", "-i", "testsrc=size=200x300", "-frames:v", "1", `${film}/poster.png`]);

    const opened = await openPage(browser);
    const phone = await openPage(browser, { width: 360, height: 740 }, true);
    const { page } = opened;
    // The fake manager references images on a nonexistent host.
    const picture = Buffer.from(await Deno.readFile(`${film}/poster.png`));
    for (const { page } of [opened, phone]) {
      await page.route("**/api/image?*", (route) => route.fulfill({ contentType: "image/png", body: picture }));
    }
    await page.goto(`${service.url}/local`);
    await page.getByText("No folders yet").waitFor();
    await assertClean(opened, "local-empty");

    await api(service, "/api/settings", {
      method: "PUT",
      body: {
        localMedia: { folders: [{ path: media }, { path: "/mnt/not-there" }] },
        connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
      },
    });
    await page.goto(`${service.url}/local`);
    await page.getByRole("link", { name: "Heat" }).waitFor();
    await page.getByText(/Looked up 2 of 2 titles/).waitFor({ state: "attached" });
    await page.getByText("1 folder missing").waitFor();
    // The card is open while the list is empty, and collapsed afterwards.
    await page.locator("details", { hasText: "Last scan" }).evaluate((card: HTMLDetailsElement) => card.open = true);
    await page.getByText("Is its disk mounted?").waitFor();
    await assertClean(opened, "local-light");
    await phone.page.goto(`${service.url}/local?kind=movie`);
    await assertClean(phone, "local-phone-dark");

    await page.getByRole("link", { name: "Dark" }).click();
    await page.getByRole("heading", { name: "Season 2" }).waitFor();
    await assertClean(opened, "local-series");

    await page.goto(`${service.url}/local?q=heat`);
    await page.getByRole("link", { name: "Heat" }).click();
    await page.getByText("Matched automatically, with a score of 100.").waitFor();
    await page.getByRole("button", { name: "Remove match" }).click();
    await page.getByText("You rejected all matches.").waitFor();
    await page.getByLabel("Look up").fill("Blade Runner");
    await page.getByRole("button", { name: "Search Radarr" }).click();
    await page.getByRole("button", { name: "Use this match" }).first().waitFor();
    await assertClean(opened, "local-item");
    await phone.page.goto(page.url());
    await assertClean(phone, "local-item-phone-dark");
    await page.getByRole("button", { name: "Use this match" }).first().click();
    await page.getByText("Selected manually.").waitFor();
    await page.getByRole("button", { name: "Queue" }).click();
    await page.waitForURL(`${service.url}/activity`);
    await page.getByText(/Heat/).first().waitFor();
    match(JSON.stringify((await api(service, "/api/jobs")).body), /Heat \(1995\)/);
  },
);
