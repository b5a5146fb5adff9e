import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { connectBrowser, seriousViolations, type TestPage } from "./browser.ts";
import { pacedEnv } from "./paced_ffmpeg.ts";
import { type RunningService, startService } from "./service.ts";

/** The browser of all tests of a file. Each has contexts of its own, which end with it. */
let sharedBrowser: Browser | undefined;
/** The service of those tests of a file that share one. */
let sharedService: RunningService | undefined;
let closes = false;

async function browserOfAll(): Promise<Browser> {
  // One that has died is not left to the next test.
  if (!sharedBrowser?.isConnected()) sharedBrowser = await connectBrowser();
  return sharedBrowser;
}

function closeAfterAll(): void {
  if (!closes) {
    Deno.test.afterAll(async () => {
      await sharedService?.[Symbol.asyncDispose]();
      await sharedBrowser?.close();
    });
  }
  closes = true;
}

/**
 * The pages in a real browser: what a person does with a mouse, a keyboard or a phone. The browser keeps sockets and
 * timers of its own, so the leak checks look at the service tests instead. With `pace`, encodes read their sources at so many
 * times the speed of playback. With `shared`, the service is that of the other such tests of the file, as they left it.
 */
export function browserTest(
  name: string,
  body: (t: Scene) => Promise<void>,
  { pace, shared = false }: { pace?: number; shared?: boolean } = {},
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
        if (shared) {
          sharedService ??= await startService();
          await body({ browser, service: sharedService, media, tools });
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

/** What a test of pages has at hand. */
export interface Scene {
  browser: Browser;
  service: RunningService;
  media: string;
  /** With the paced ffmpeg, when there is one. */
  tools: string;
}

/** Says yes to every question that the page asks in a dialog of its own, from now on and on the pages opened next. */
export async function acceptQuestions(page: Page): Promise<void> {
  const accept = () => {
    new MutationObserver(() => {
      document.querySelector<HTMLButtonElement>("dialog[role=alertdialog][open] [value=yes]")?.click();
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  };
  await page.addInitScript(accept);
  await page.evaluate(accept);
}

/** Keeps a picture of the page when LATHE_SCREENSHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("LATHE_SCREENSHOTS");
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/**
 * No serious fault of accessibility, nothing on the console, nothing wider than the window. The browser reports every
 * refused request there, some time after its answer: those that the test asked for are told by their status in `refused`.
 */
export async function assertClean(
  { page, faults }: TestPage,
  name: string,
  { refused }: { refused?: number } = {},
): Promise<void> {
  // What is asked for right now is drawn paler: the page is judged once it has its answer.
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

/** As it is on a desk and on a telephone, both in the light. */
export async function assertCleanAtBoth(view: TestPage, name: string): Promise<void> {
  await assertClean(view, name);
  await view.page.setViewportSize({ width: 360, height: 740 });
  await assertClean(view, `${name}-360`);
  await view.page.setViewportSize({ width: 1440, height: 1000 });
}
