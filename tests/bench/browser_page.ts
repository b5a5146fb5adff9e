import type { Browser, CDPSession, Page } from "playwright-core";

/** Slowdown of the page's main thread relative to this machine. */
export const CPU_SLOWDOWN = 4;

/** A page to measure, and the input with which its response is tested. */
export interface OpenedPage {
  url: string;
  /** Selector of the element to click. If absent, the `?` key is pressed. */
  control?: string;
  /** Selector of the element that appears when the page has responded. */
  answer: string;
}

/** Measurements of one page opening. Durations are measured on the slowed main thread, in milliseconds. */
export interface Opening {
  /** Time from the navigation to the frame that shows the response to the first input. */
  usableMs: number;
  paintedMs: number;
  /** CPU time of the main thread within `usableMs`, without waiting and other work of the machine. */
  threadMs: number;
  /** Script time of the main thread until the page was loaded. */
  scriptMs: number;
  styleMs: number;
  layoutMs: number;
  taskMs: number;
  elements: number;
  transferredKb: number;
}

/**
 * Time in milliseconds in which the browser creates a new profile with its empty tab and a spare process for the next
 * page. Users open pages in a running browser and never wait for this. Including it would double the figures.
 */
const RESTED_MS = 2000;

/**
 * Opens a page in a new browser profile, so nothing is cached. The main thread of the page is slowed by the factor
 * `slowdown`.
 */
export async function freshPage(browser: Browser, slowdown: number): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
  return { page, cdp };
}

/** Opens a page with an empty cache and waits until it has painted and responded to user input. */
export async function open(browser: Browser, { url, control, answer }: OpenedPage): Promise<Opening> {
  const { page, cdp } = await freshPage(browser, CPU_SLOWDOWN);
  try {
    await page.addInitScript(askUntilAnswered, { control, answer, word: USABLE });
    const empty = (await metricsOf(cdp))("TaskDuration");
    // Polling would add work to the main thread of the page, so the page reports when it is usable.
    const said = page.waitForEvent("console", (message) => message.text().startsWith(USABLE));
    await page.goto(url, { waitUntil: "commit" });
    const usableMs = Number((await said).text().slice(USABLE.length));
    const untilUsable = (await metricsOf(cdp))("TaskDuration");
    await page.waitForLoadState("load");
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const inPage = await page.evaluate(() => ({
      paintedMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      elements: document.querySelectorAll("*").length,
      transferredKb: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize / 1000, 0),
    }));
    const durations = await metricsOf(cdp);
    return {
      ...inPage,
      usableMs: Math.max(usableMs, inPage.paintedMs),
      threadMs: (untilUsable - empty) * 1000,
      scriptMs: durations("ScriptDuration") * 1000,
      styleMs: durations("RecalcStyleDuration") * 1000,
      layoutMs: durations("LayoutDuration") * 1000,
      taskMs: durations("TaskDuration") * 1000,
    };
  } finally {
    await page.context().close();
  }
}

/** Returns the browser's performance metrics for a page. */
export async function metricsOf(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (name) => metrics.find((one) => one.name === name)?.value ?? NaN;
}

/** Prefix of the page's console message. The time in milliseconds follows. */
const USABLE = "usable ";

/** Runs in the page: sends input at every frame until the page responds, then reports when the response is shown. */
function askUntilAnswered({ control, answer, word }: Pick<OpenedPage, "control" | "answer"> & { word: string }): void {
  const isAnswered = () => document.querySelector(answer) !== null;
  const ask = () => {
    if (!isAnswered()) {
      if (control !== undefined) document.querySelector<HTMLElement>(control)?.click();
      else if (document.body) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    }
    requestAnimationFrame(isAnswered() ? shown : ask);
  };
  // The frame with the response is complete when the next one starts.
  const shown = () => console.info(word + performance.now());
  requestAnimationFrame(ask);
}
