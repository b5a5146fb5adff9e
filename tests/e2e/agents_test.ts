import { match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { AgentList } from "../../lib/farm/agents/model.ts";
import type { Job } from "../../lib/jobs/schema.ts";
import { type AgentProcess, startAgent } from "../kit/agent_process.ts";
import { openPage } from "../kit/browser.ts";
import { finished } from "../kit/jobs.ts";
import { run } from "../kit/run.ts";
import { acceptQuestions, assertClean, assertCleanAtBoth, browserTest, type Scene } from "../kit/scene.ts";
import { api, type RunningService } from "../kit/service.ts";

/** Timeout in milliseconds for encodes and starts of programs, which take long on a busy machine. */
const WORK_MS = 300_000;
/** Length of a movie with eighteen segments. */
const SECONDS = 1080;
const RATE = 2;
/** Time in seconds that every machine needs for a one-minute segment. */
const PART_SECONDS = 20;

async function makeFilm(path: string): Promise<void> {
  const { code, stderr } = await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `testsrc2=s=160x90:r=${RATE}:d=${SECONDS}`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-g", "10", "-pix_fmt", "yuv420p", path],
  ]);
  is(code, 0, stderr);
}

const agentsOf = async (service: RunningService): Promise<AgentList> =>
  (await api<AgentList>(service, "/api/agents")).body;

const card = (page: Page, name: string) => page.locator(".agent-card").filter({ hasText: name });

/** Returns the join command that the page shows. */
async function shownCommand(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Add a machine" }).click();
  const shown = page.locator(".join-code pre");
  await shown.waitFor();
  const command = await shown.innerText();
  match(command, /^lathe agent --join LATHE-\S+$/);
  return command;
}

/** Runs the join command as if on another machine. */
const startBy = (command: string, { tools }: Scene, name: string, more: string[] = []): Promise<AgentProcess> =>
  startAgent(command, {
    more: ["--name", name, ...more],
    env: { PATH: `${tools}:${Deno.env.get("PATH") ?? ""}` },
  });

/** Waits until the page shows this state for the agent. Throws an error with the agent's output after the timeout. */
async function waitForState(page: Page, agent: AgentProcess, name: string, state: string): Promise<void> {
  try {
    await card(page, name).locator(".badge").getByText(state, { exact: true }).waitFor({ timeout: WORK_MS });
  } catch (error) {
    throw new Error(`${name} is never "${state}". It said:\n${agent.output()}`, { cause: error });
  }
}

browserTest(
  "slow: agents join by the shown command, encode a movie together with this machine, and are killed, paused and revoked",
  async (scene) => {
    const { browser, service, media, tools } = scene;
    const film = join(media, "Heat (1995).mkv");
    await makeFilm(film);
    await api(service, "/api/settings", { method: "PUT", body: { agents: { listen: ":0", keepLocal: 1 } } });
    const view = await openPage(browser, { width: 1440, height: 1000 });
    const { page } = view;
    await acceptQuestions(page);

    await page.goto(`${service.url}/agents`);
    await page.getByRole("heading", { name: "Agents are disabled" }).waitFor();
    await assertCleanAtBoth(view, "agents-off");
    await page.getByRole("button", { name: "Enable agents" }).click();
    await page.getByRole("heading", { name: "No agents yet" }).waitFor();
    await page.waitForFunction(() => document.querySelector("#agents .note") === null);
    await assertCleanAtBoth(view, "agents-none");

    const command = await shownCommand(page);
    match(await page.locator(".join-code-life").innerText(), /^Valid once, for another 1[45] minutes\.$/);
    await page.getByText("Show as a QR code").click();
    await assertCleanAtBoth(view, "agents-code");
    await using attic = await startBy(command, scene, "Attic");
    await waitForState(page, attic, "Attic", "Waiting for approval");
    await page.getByText("A machine used this code to join.").waitFor();
    await assertCleanAtBoth(view, "agents-pending");
    await page.getByRole("button", { name: "Approve: Attic" }).click();
    await waitForState(page, attic, "Attic", "Online");
    await using barn = await startBy(await shownCommand(page), scene, "Barn", ["--media", media]);
    await waitForState(page, barn, "Barn", "Waiting for approval");
    await page.getByRole("button", { name: "Approve: Barn" }).click();
    await waitForState(page, barn, "Barn", "Online");

    const id = await queueFilm(service, film);
    await waitForState(page, attic, "Attic", "Encoding");
    await waitForState(page, barn, "Barn", "Encoding");
    await card(page, "Attic").getByRole("link", { name: "Heat" }).waitFor();
    await card(page, "Barn").getByText("shared storage").waitFor();
    await card(page, "Attic").getByText("over the network").waitFor();
    await assertCleanAtBoth(view, "agents-encoding");
    await assertStripTells(scene, id);

    await barn.kill();
    await page.getByRole("button", { name: "Pause: Attic" }).click();
    await waitForState(page, attic, "Attic", "Paused");
    await card(page, "Attic").getByRole("button", { name: "Resume: Attic" }).waitFor();
    is((await agentsOf(service)).items.find(({ name }) => name === "Attic")?.paused, true);
    await page.getByRole("button", { name: "Resume: Attic" }).click();
    await waitForState(page, attic, "Attic", "Encoding");
    await waitForState(page, barn, "Barn", "Offline");
    await assertCleanAtBoth(view, "agents-one-gone");

    await page.getByRole("button", { name: "Revoke: Attic" }).click();
    await card(page, "Attic").waitFor({ state: "detached" });
    is(await attic.ended, 3, attic.output());
    const dark = await openPage(browser, { width: 1440, height: 1000 }, true);
    await dark.page.goto(`${service.url}/agents`);
    await card(dark.page, "Barn").waitFor();
    await assertClean(dark, "agents-dark");

    // From now on, the remaining segments finish quickly.
    await Deno.writeTextFile(join(tools, "pace"), "1000");
    const job = await finished(service, id);
    is(job.status, "done", job.error ?? "");
    const { stdout } = await run("ffprobe", [
      ...["-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets"],
      ...["-of", "csv=p=0", job.outputPath ?? ""],
    ]);
    is(Number(stdout.trim()), SECONDS * RATE);
  },
  { pace: 60 / PART_SECONDS },
);

async function queueFilm(service: RunningService, film: string): Promise<string> {
  const profile = await api<{ id: string }>(service, "/api/profiles", {
    body: {
      name: "Parts",
      video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", quality: 30 },
      output: { segments: "on" },
    },
  });
  const { status, body } = await api<Job>(service, "/api/jobs", {
    body: { profileId: profile.body.id, source: { localPath: film } },
  });
  is(status, 201);
  return body.id;
}

/**
 * Asserts that a movie's segment strip names all three machines and remains the same element while segments progress.
 */
async function assertStripTells({ browser, service }: Scene, id: string): Promise<void> {
  const view = await openPage(browser, { width: 1280, height: 900 });
  const { page } = view;
  await page.goto(`${service.url}/jobs/${id}`);
  const legend = page.locator(".part-legend li");
  for (const name of ["This server", "Attic", "Barn"]) await legend.filter({ hasText: name }).waitFor();
  const strip = await page.locator(".part-strip > svg").elementHandle();
  const done = () => page.locator(".part[data-state=done]").count();
  const before = await done();
  await page.evaluate(() => {
    const flicker = { gone: 0 };
    Object.assign(globalThis, { flicker });
    new MutationObserver((records) => {
      for (const { removedNodes } of records) {
        for (const node of removedNodes) {
          if (node instanceof Element && node.matches(".part-strip, .part-strip > svg, .part-legend")) flicker.gone++;
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.waitForFunction(
    (count) => document.querySelectorAll(".part[data-state=done]").length >= count + 3,
    before,
    { timeout: WORK_MS },
  );
  is(await page.evaluate(() => (globalThis as unknown as { flicker: { gone: number } }).flicker.gone), 0);
  ok(await strip?.evaluate((element) => element.isConnected), "the strip is morphed, not drawn anew");
  const looks = await page.locator(".part-legend .part").evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).fill)
  );
  is(new Set(looks).size, looks.length, "machines differ in colour");
  await assertClean(view, "job-parts-1280");
  await page.setViewportSize({ width: 360, height: 740 });
  await assertClean(view, "job-parts-360");
  await page.context().close();
}
