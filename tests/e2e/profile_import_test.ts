import { Buffer } from "node:buffer";
import { match, ok, strictEqual as is } from "node:assert/strict";
import { openPage } from "../kit/browser.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

interface Found {
  name: string;
  clonedFrom?: string;
}

/** A HandBrake export that includes a preset with an unavailable encoder. */
const FILE = JSON.stringify({
  PresetList: [{
    PresetName: "Shelf",
    Folder: true,
    ChildrenArray: [
      {
        PresetName: "Living room",
        FileFormat: "av_mkv",
        VideoEncoder: "x265_10bit",
        VideoQualitySlider: 22,
        VideoPreset: "slow",
        PictureDenoiseFilter: "nlmeans",
        AudioList: [{ AudioEncoder: "copy" }],
      },
      { PresetName: "Old", VideoEncoder: "theora" },
    ],
  }],
});

browserTest(
  "slow: presets of HandBrake are shown before they are saved, and unsupported parts are listed",
  async (scene) => {
    const { browser, service } = scene;
    const profiles = async () => (await api<Found[]>(service, "/api/profiles")).body;
    const before = (await profiles()).length;
    for (const [dark, width] of [[false, 1280], [true, 360]] as const) {
      const view = await openPage(browser, { width, height: 900 }, dark);
      const { page } = view;
      await page.goto(`${service.url}/profiles`);
      await page.getByRole("link", { name: "Import", exact: true }).click();
      await page.getByLabel("File", { exact: true }).setInputFiles({
        name: "presets.json",
        mimeType: "application/json",
        buffer: Buffer.from(FILE),
      });
      await page.getByText("1 of 2 can be imported from HandBrake").waitFor();
      await page.getByText("The denoise filter is not imported.").waitFor();
      await page.getByText(/theora/).last().waitFor();
      is((await profiles()).length, before, "nothing is saved by showing it");
      await assertClean(view, `profile-import-${width}`);
      if (dark) {
        await page.getByRole("button", { name: "Import profiles" }).click();
        await page.waitForURL(/\/profiles$/);
      }
      await page.context().close();
    }
    is((await profiles()).length, before + 1);
    ok((await profiles()).some(({ name }) => name === "Living room"));
  },
);

browserTest(
  "slow: a clone shows the changes from its preset, and hides fields that its encoder lacks",
  async (scene) => {
    const { browser, service } = scene;
    const { body: copy } = await api<{ id: string }>(service, "/api/profiles/builtin-movie-1080p/clone", { body: {} });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/profiles/${copy.id}`);
    await page.getByText("No changes yet: it matches the preset.").waitFor();
    await page.getByLabel("CRF").fill("27");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Profile saved.").waitFor();
    await page.reload();
    match(await page.getByRole("row", { name: /Video quality/ }).innerText(), /20\s+27/);
    await assertClean(view, "profile-difference");
    await page.getByLabel("Quality from smaller to transparent").press("ArrowRight");
    is(await page.getByLabel("Quality (CRF)").inputValue(), "26.5");
    await page.locator("#profile-preview pre", { hasText: "-crf:v:0 26.5" }).waitFor();
    const tune = page.getByLabel("Tune");
    is(await tune.isVisible(), false);
    await page.locator("summary", { hasText: "Video encoder" }).click();
    is(await tune.isVisible(), true);
    await page.locator('[name="video.encoder"]').selectOption("libvpx-vp9");
    is(await tune.isVisible(), false);
  },
);

browserTest(
  "slow: the API exports profiles that it imports, and refuses those that are neither ours nor HandBrake's",
  async ({ service }) => {
    const { body: file } = await api<{ format: string }>(service, "/api/profiles/builtin-movie-1080p/export");
    is(file.format, "lathe-profiles");
    const shown = await api<{ created: unknown[] }>(service, "/api/profiles/import", { body: { source: file } });
    is(shown.body.created.length, 0);
    const made = await api<{ created: Found[] }>(service, "/api/profiles/import", {
      body: { source: file, create: true },
    });
    is(made.body.created[0]?.name, "Movie 1080p x265");
    for (const source of ["{", 5, { PresetList: [] }, { format: "lathe-profiles" }]) {
      const response = await fetch(`${service.url}/api/profiles/import`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ source }),
      });
      is(response.status, 422);
      match((await response.json()).detail, /\.$/);
    }
    const { body: fields } = await api<{ key: string; path: string }[]>(service, "/api/settings/fields");
    is(fields.find(({ key }) => key === "concurrency")?.path, "/settings/encoding#f-concurrency");
  },
);
