import { match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { METRIC_FACTS } from "../../lib/encode/metric.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { openPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished } from "../kit/jobs.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api } from "../kit/service.ts";

/** Per-file decisions, predictions and verification on the encode pages, in a real browser. */

browserTest(
  "slow: a smart profile is cloned, changed and tried on a file, and names the matching rule",
  async (scene) => {
    const { browser, service, media } = scene;
    const clip = join(media, "Heat (1995) Remux-1080p.mkv");
    await makeSmallClip(clip, { seconds: 2 });
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/profiles`);
    await page.getByRole("article", { name: "Smart remux" }).getByRole("link", { name: /View/ }).click();
    await page.getByText("The original language and the listed languages are kept, commentary is removed.").waitFor();
    await assertClean(view, "smart-builtin");
    await page.getByRole("button", { name: "Clone" }).click();
    await page.getByRole("heading", { name: "Smart remux (copy)" }).waitFor();

    await page.getByLabel("Try it on a file on the server").fill(clip);
    await page.getByLabel("Try it on a file on the server").blur();
    await page.getByText("Dark parts of SDR video get more bits (hdr is sdr).").waitFor();
    const rules = page.getByRole("region", { name: "Rules for the file" });
    await rules.getByRole("button", { name: "Add a rule" }).click();
    const rule = rules.getByRole("listitem").last();
    await rule.getByLabel("Rule name").fill("Small pictures get fewer bits");
    await rule.getByRole("button", { name: "Condition" }).click();
    await rule.getByLabel("Property").selectOption("height");
    await rule.getByLabel("Comparison").selectOption("lte");
    await rule.getByLabel("Value", { exact: true }).fill("480");
    await rule.getByLabel("Value", { exact: true }).blur();
    await rule.getByLabel("Change a field").selectOption("video.quality");
    await rule.getByLabel("Value of Video quality").fill("28");
    await rule.getByLabel("Value of Video quality").blur();
    await page.getByText("Small pictures get fewer bits (height at most 480).").waitFor();
    await page.getByText(/HEVC 10-bit at CRF 28/).waitFor();
    await assertClean(view, "smart-edited");
    await rules.getByRole("listitem", { name: "If height is at most 480, then set Video quality to 28." }).waitFor();
    const names = () =>
      rules.getByLabel("Rule name").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const last = (await names()).length;
    await rules.getByRole("button", { name: `Move rule ${last}: arrow keys` }).focus();
    await page.keyboard.press("ArrowUp");
    is((await names()).at(-2), "Small pictures get fewer bits");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Save smart profile" }).click();
    await page.getByText("Smart profile saved.").waitFor();
    const { body: smart } = await api<{ builtin: boolean; rules: { name: string }[] }[]>(
      service,
      "/api/smart-profiles",
    );
    is(smart.find(({ builtin }) => !builtin)?.rules.at(-1)?.name, "Small pictures get fewer bits");
  },
);

browserTest("slow: an estimate is measured, a target is met, and the proof is drawn", async (scene) => {
  const { browser, service, media } = scene;
  const clip = join(media, "Target (2020).mkv");
  await makeSmallClip(clip, { seconds: 8 });
  const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "By quality",
      video: {
        encoder: "libx264",
        preset: "veryfast",
        pixelFormat: "yuv420p",
        quality: 30,
        targetMetric: "auto",
        targetScore: 93,
      },
    },
  });
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/encode?path=${encodeURIComponent(clip)}`);
  await page.locator("summary", { hasText: "more profiles" }).click();
  const card = page.getByRole("article", { name: "By quality" });
  await card.getByRole("button", { name: "Estimate from samples By quality" }).click();
  await card.getByText("Measured on short samples of this file.").waitFor({ timeout: 300_000 });
  await assertClean(view, "encode-measured");
  await card.getByRole("button", { name: "Queue" }).click();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  await page.locator("tr", { hasText: "Target" }).getByText("Done").waitFor({ timeout: 300_000 });
  const { body: list } = await api<{ items: Job[] }>(service, "/api/jobs?status=done");
  const id = list.items[0]?.id ?? "";
  const { body: job } = await api<Job>(service, `/api/jobs/${id}`);
  const { quality } = job;
  ok(quality && quality.trials.length <= 5 && quality.target !== undefined && quality.measured !== undefined);
  const { tolerance } = METRIC_FACTS[quality.metric];
  ok(Math.abs(quality.measured - quality.target) <= 3 * tolerance, `${quality.measured} for ${quality.target}`);

  await page.goto(`${service.url}/jobs/${id}`);
  await page.getByText(/^Target: 95 % of the frames score (SSIM|VMAF|XPSNR)/).waitFor();
  await page.getByRole("button", { name: "Measure against the source" }).click();
  await page.getByRole("heading", { name: "Worst moments" }).waitFor({ timeout: 300_000 });
  await page.locator(".moment-pair img").first().evaluate((image: HTMLImageElement) => image.decode());
  await assertClean(view, "job-quality");
  await page.locator(".moment-pair").first().click();
  await page.waitForURL(/\?at=[\d.]+#compare-h$/);
  const at = Number(new URL(page.url()).searchParams.get("at"));
  const shown = Number(await page.getByRole("slider", { name: /^Position: / }).inputValue());
  ok(Math.abs(shown - at) <= 1, `${shown} instead of ${at}`);

  await page.getByRole("link", { name: "Savings" }).click();
  await page.getByText("No space saved yet").waitFor();
  await page.getByText("Estimate accuracy").waitFor();
  await assertClean(view, "savings");
  is(job.profileId, profile.id);
});

browserTest("slow: a damaged file is found out before an encode, with a map of where", async (scene) => {
  const { browser, service, media } = scene;
  const clip = join(media, "Damaged.mkv");
  await makeSmallClip(clip, { seconds: 10 });
  const bytes = await Deno.readFile(clip);
  bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 65_536);
  await Deno.writeFile(clip, bytes);
  const view = await openPage(browser);
  const { page } = view;
  await page.goto(`${service.url}/encode?path=${encodeURIComponent(clip)}`);
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("heading", { name: "File checks" }).waitFor();
  await page.getByText("Damaged", { exact: true }).waitFor({ timeout: 300_000 });
  await assertClean(view, "checks");
  await page.getByRole("button", { name: "Browse: File on the server" }).click();
  await page.getByRole("list", { name: /^Contents of/ }).waitFor();
  await assertClean(view, "checks-browse");

  const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "Careful",
      video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p" },
      output: { checkSource: true },
    },
  });
  const { body: created } = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.id, source: { localPath: clip } },
  });
  const job = await finished(service, created.id);
  is(job.status, "failed");
  match(job.error ?? "", /The source is damaged/);
});

browserTest(
  "slow: hardware is tested from the settings, and a method that cannot run has the reason",
  async (scene) => {
    const { browser, service } = scene;
    const view = await openPage(browser);
    const { page } = view;
    await page.goto(`${service.url}/settings/encoding`);
    await page.getByLabel("Method to test").selectOption("none");
    await page.getByRole("button", { name: "Encode three seconds" }).click();
    await page.getByText(/libx264 works: .* FPS at 1080p/).waitFor({ timeout: 300_000 });
    await page.locator('optgroup[label="Not available: This ffmpeg has no encoder for videotoolbox."] option[disabled]')
      .first().waitFor({ state: "attached" });
    await assertClean(view, "settings-hardware");
  },
);
