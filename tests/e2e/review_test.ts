import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Job, QueueState } from "../../lib/jobs/schema.ts";
import type { BulkResult, JobPage } from "../../lib/jobs/request_schema.ts";
import { openPage, openPageWithoutScript } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { finished, until } from "../kit/jobs.ts";
import { assertCleanAtBoth, browserTest } from "../kit/scene.ts";
import { api, type RunningService } from "../kit/service.ts";

const QUICK = { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 40 };

/** Encodes clips with these names beside their originals, the first one last. Returns their jobs by name. */
async function encodeBeside(service: RunningService, media: string, names: string[]): Promise<Record<string, string>> {
  await api(service, "/api/queue/limit", { body: { limit: 1 } });
  const profile = { name: "Quick", video: QUICK, output: { suffix: " small" } };
  const { body: { id: profileId } } = await api<{ id: string }>(service, "/api/profiles", { body: profile });
  const jobs: Record<string, string> = {};
  for (const name of names.toReversed()) {
    const localPath = join(media, `${name}.mkv`);
    await makeSmallClip(localPath, { seconds: 2 });
    const items = [{ source: { localPath } }];
    const { body } = await api<BulkResult>(service, "/api/jobs/bulk", { body: { profileId, items } });
    const [id = ""] = body.jobs;
    const job = await finished(service, id);
    same([job.status, job.review], ["done", "undecided"]);
    jobs[name] = id;
  }
  return jobs;
}

const jobOf = async (service: RunningService, id = ""): Promise<Job> =>
  (await api<Job>(service, `/api/jobs/${id}`)).body;
const queueOf = async (service: RunningService) => (await api<QueueState>(service, "/api/queue")).body;

browserTest("slow: finished encodes are reviewed one after another by keys", async ({ browser, service, media }) => {
  const jobs = await encodeBeside(service, media, ["Alien", "Brazil", "Contact"]);
  const view = await openPage(browser, { width: 1440, height: 1000 });
  const { page } = view;
  await page.goto(service.url);
  await page.getByText("3 finished encodes are waiting for your decision.").waitFor();
  await assertCleanAtBoth(view, "review-home");
  await page.getByRole("link", { name: "Review", exact: true }).click();
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  await heading("Alien");
  await page.getByText("1 of 3").waitFor();
  await assertCleanAtBoth(view, "review");

  const stage = page.locator(".preview-stage");
  await stage.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("frame 2 of", { exact: false }).waitFor();
  await page.keyboard.press("b");
  await page.getByText("Which side looks better?").waitFor();
  same(await stage.locator(".compare-tag").allTextContents(), ["A", "B"]);
  await page.keyboard.press("1");
  await page.getByText(/^You chose (Source|Output)\. A was (Source|Output), B was (Source|Output)\.$/).waitFor();
  same((await stage.locator(".compare-tag").allTextContents()).toSorted(), ["Output", "Source"]);
  await assertCleanAtBoth(view, "review-blind");
  await page.getByRole("button", { name: "Close" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save before/after image" }).click();
  is((await saved).suggestedFilename(), "Alien before and after.jpg");

  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => {
    const videos = [...document.querySelectorAll("video")];
    return videos.length === 2 && videos.every(({ currentTime }) => currentTime > 0);
  });
  await page.getByRole("button", { name: "Show stills" }).click();
  await page.locator("video").first().waitFor({ state: "detached" });

  await page.keyboard.press("n");
  await heading("Brazil");
  await page.keyboard.press("p");
  await heading("Alien");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Replace the original").waitFor();
  await page.getByRole("dialog").getByText("Hold to flip the sides").waitFor();
  await page.keyboard.press("Escape");

  await page.keyboard.press("k");
  await heading("Brazil");
  await page.getByText("Alien: Both files are kept.").waitFor();
  await page.getByText("1 of 2").waitFor();
  await page.keyboard.press("x");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete this encode" }).click();
  await heading("Contact");
  await page.getByText("Brazil: The encode was moved to the recycle bin; the original stays.").waitFor();
  await page.keyboard.press("r");
  await page.getByRole("heading", { name: "Nothing to review" }).waitFor();

  const replaced = await until(service, jobs.Contact ?? "", ({ message }) => /^The original was/.test(message ?? ""));
  same([replaced.message, replaced.review], ["The original was replaced.", undefined]);
  same([(await jobOf(service, jobs.Alien)).review, (await jobOf(service, jobs.Brazil)).outputPath], [
    "kept",
    undefined,
  ]);
  const { savedBytes, wouldFreeBytes, undecided } = await queueOf(service);
  same([savedBytes, wouldFreeBytes, undecided], [
    (replaced.inputSizeBytes ?? 0) - (replaced.outputSizeBytes ?? 0),
    0,
    0,
  ]);
  await page.goto(`${service.url}/savings`);
  await page.getByText("Originals replaced").waitFor();
  await assertCleanAtBoth(view, "review-savings");
  same(view.faults, []);
});

browserTest(
  "slow: encodes are reviewed without a script, and back to the next one",
  async ({ browser, service, media }) => {
    const jobs = await encodeBeside(service, media, ["Alien", "Brazil", "Contact"]);
    const page = await openPageWithoutScript(browser);
    await page.goto(`${service.url}/review`);
    await page.getByRole("heading", { name: "Alien" }).waitFor();
    await page.getByRole("button", { name: "Keep both" }).click();
    await page.getByRole("heading", { name: "Brazil" }).waitFor();
    match(page.url(), new RegExp(`/review/${jobs.Brazil}\\?after=${jobs.Alien}$`));
    await page.getByRole("checkbox", { name: "Move the encode to the recycle bin" }).check();
    await page.getByRole("button", { name: "Delete this encode" }).click();
    await page.getByRole("heading", { name: "Contact" }).waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByRole("heading", { name: "End of the list" }).waitFor();
    same([(await jobOf(service, jobs.Brazil)).outputPath, (await queueOf(service)).undecided], [undefined, 1]);

    await page.goto(`${service.url}/review/${jobs.Contact}`);
    await page.getByRole("button", { name: "Try smaller" }).click();
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    const again = (await api<JobPage>(service, "/api/jobs?q=Contact&sort=createdAt&limit=1")).body.items[0];
    same([again?.overrides?.smaller, (await finished(service, again?.id ?? "")).review], [1, "undecided"]);
    is((await api(service, `/api/jobs/${jobs.Alien}/smaller`, { body: {} })).status, 200, "also where both were kept");
  },
);

browserTest("slow: several finished encodes replace their originals or are deleted at once", async (scene) => {
  const { browser, service, media } = scene;
  const jobs = await encodeBeside(service, media, ["Alien", "Brazil", "Contact", "Dune"]);
  const view = await openPage(browser, { width: 1440, height: 1000 });
  const { page } = view;
  await page.goto(`${service.url}/activity?status=undecided`);
  const tick = (title: string) => page.getByRole("checkbox", { name: `Select ${title}`, exact: true });
  const bar = page.getByRole("form", { name: "Selected jobs" });
  const question = page.getByRole("alertdialog");
  for (const title of ["Alien", "Brazil"]) await tick(title).click();
  await assertCleanAtBoth(view, "review-bulk");
  await bar.getByRole("button", { name: "Delete these encodes" }).click();
  await question.getByText(/^2 encodes \(\d.*\) are moved to the recycle bin\. The originals are kept\.$/).waitFor();
  await question.getByRole("button", { name: "Keep", exact: true }).click();
  is((await queueOf(service)).undecided, 4);
  await bar.getByRole("button", { name: "Delete these encodes" }).click();
  await question.getByRole("button", { name: "Delete these encodes" }).click();
  await page.getByText("2 jobs changed: encodes moved to the recycle bin.").waitFor();
  await tick("Alien").waitFor({ state: "detached" });

  await Deno.writeTextFile(join(media, "Dune.mkv"), "a newer release");
  for (const title of ["Contact", "Dune"]) await tick(title).click();
  await bar.getByRole("button", { name: "Replace originals" }).click();
  await question.getByText(/^2 originals .* after all frames have been compared\. This frees/).waitFor();
  await question.getByRole("button", { name: "Replace originals" }).click();
  await page.getByText(/1 job was not changed: .*Dune.mkv is gone or has changed/).waitFor();
  const replaced = await until(service, jobs.Contact ?? "", ({ message }) => /^The original was/.test(message ?? ""));
  is(replaced.message, "The original was replaced.");
  same(view.faults, []);
});
