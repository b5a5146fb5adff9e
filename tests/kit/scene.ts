import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { connectBrowser, seriousViolations, type TestPage } from "./browser.ts";
import { pacedEnv } from "./paced_ffmpeg.ts";
import { type RunningService, startService } from "./service.ts";

/** Browser that all tests of a process share. Each test has separate contexts, which are closed at its end. */
let sharedBrowser: Browser | undefined;
/** Service that the tests of a file share, and the URL of this file. */
let shared: { file: string; service: RunningService } | undefined;
let closes = false;

async function browserOfAll(): Promise<Browser> {
  // A crashed browser is replaced for the next test.
  if (!sharedBrowser?.isConnected()) sharedBrowser = await connectBrowser();
  return sharedBrowser;
}

async function serviceOfFile(file: string): Promise<RunningService> {
  if (shared?.file !== file) {
    await shared?.service[Symbol.asyncDispose]();
    shared = { file, service: await startService() };
  }
  return shared.service;
}

function closeAfterAll(): void {
  if (!closes) {
    Deno.test.afterAll(async () => {
      await shared?.service[Symbol.asyncDispose]();
      await sharedBrowser?.close();
    });
  }
  closes = true;
}

/**
 * Registers a page test in a real browser, with mouse, keyboard or phone. The browser keeps sockets and timers open, so
 * only the service tests check for leaks. With `pace`, encodes read their sources at this multiple of playback speed.
 * With `sharedIn`, the URL of the test file, the service and its state are shared with the other such tests of the file.
 */
export function browserTest(
  name: string,
  body: (t: Scene) => Promise<void>,
  { pace, sharedIn }: { pace?: number; sharedIn?: string } = {},
): void {
  closeAfterAll();
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const media = await Deno.makeTempDir({ prefix: "lathe-media-" });
      const tools = await Deno.makeTempDir({ prefix: "lathe-tools-" });
      const browser = await browserOfAll();
      try {
        if (sharedIn !== undefined) {
          await body({ browser, service: await serviceOfFile(sharedIn), media, tools });
        } else {
          const env = pace === undefined ? undefined : await pacedEnv(tools, pace);
          await using service = await startService({ env });
          await body({ browser, service, media, tools });
        }
      } finally {
        for (const context of browser.contexts()) await context.close();
        for (const folder of [media, tools]) await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

/** Resources of a page test. */
export interface Scene {
  browser: Browser;
  service: RunningService;
  media: string;
  /** Folder with the paced ffmpeg, if requested. */
  tools: string;
}

/** Confirms every dialog of the page, on this and later pages. */
export async function acceptQuestions(page: Page): Promise<void> {
  const accept = () => {
    new MutationObserver(() => {
      document.querySelector<HTMLButtonElement>("dialog[role=alertdialog][open] [value=yes]")?.click();
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  };
  await page.addInitScript(accept);
  await page.evaluate(accept);
}

/** Saves a screenshot if LATHE_SCREENSHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("LATHE_SCREENSHOTS");
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/**
 * Asserts that the page has no serious accessibility violation, console error or horizontal overflow. The browser logs
 * every rejected request in the console with a delay. `refused` is the status of rejected requests that the test
 * expects.
 */
export async function assertClean(
  { page, faults }: TestPage,
  name: string,
  { refused }: { refused?: number } = {},
): Promise<void> {
  // Elements with a pending request are faded, so the page is checked after the response.
  await page.waitForFunction(() =>
    document.querySelector(".htmx-request") === null &&
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== "running")
  );
  await shot(page, name);
  same(await seriousViolations(page), [], `axe on ${name}`);
  const unasked = faults.filter((fault) => refused === undefined || !fault.includes(`status of ${refused} `));
  same(unasked, [], `console and policy reports on ${name}`);
  const overflow = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  ok(overflow <= 1, `${name} is ${overflow} px wider than its window`);
}

/** Checks the page on desktop and phone, both in the light theme. */
export async function assertCleanAtBoth(view: TestPage, name: string): Promise<void> {
  await assertClean(view, name);
  await view.page.setViewportSize({ width: 360, height: 740 });
  await assertClean(view, `${name}-360`);
  await view.page.setViewportSize({ width: 1440, height: 1000 });
}
