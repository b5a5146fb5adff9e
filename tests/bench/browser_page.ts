import type { Browser, CDPSession, Page } from "playwright-core";

/** How much slower the page's own thread is than this machine's. */
export const CPU_SLOWDOWN = 4;

/** A page of the bench, and what is done on it to see whether it answers. */
export interface OpenedPage {
  url: string;
  /** What is clicked; absent: the `?` key is pressed. */
  control?: string;
  /** Found once the page has answered. */
  answer: string;
}

/** What opening a page took. Durations are of the slowed thread, in milliseconds. */
export interface Opening {
  /** From the navigation to the frame that shows the answer to the first input. */
  usableMs: number;
  paintedMs: number;
  /** Of it the time of the page's own thread: other work of the machine and waiting are no part of it. */
  threadMs: number;
  /** What the thread did until the page was loaded. */
  scriptMs: number;
  styleMs: number;
  layoutMs: number;
  taskMs: number;
  elements: number;
  transferredKb: number;
}

/**
 * By then the browser has made a new profile and its empty tab, and has a process at hand for the next page. People open
 * pages in a browser that runs: what they wait for is the page, not this, which took as long again.
 */
const RESTED_MS = 2000;

/** A new browser profile: nothing is cached. Its page runs on a thread that is so many times slower. */
export async function freshPage(browser: Browser, slowdown: number): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
  return { page, cdp };
}

/** Opens a page with nothing cached until it has painted and answered an input of a person. */
export async function open(browser: Browser, { url, control, answer }: OpenedPage): Promise<Opening> {
  const { page, cdp } = await freshPage(browser, CPU_SLOWDOWN);
  try {
    await page.addInitScript(askUntilAnswered, { control, answer, word: USABLE });
    const empty = (await metricsOf(cdp))("TaskDuration");
    // Asking the page whether it is usable yet would be work of its thread; it says so itself.
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

/** What the browser counts of a page. */
export async function metricsOf(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (name) => metrics.find((one) => one.name === name)?.value ?? NaN;
}

/** What the page says, before the milliseconds. */
const USABLE = "usable ";

/** Runs in the page: acts at every frame until the page answers, and says when that answer is shown. */
function askUntilAnswered({ control, answer, word }: Pick<OpenedPage, "control" | "answer"> & { word: string }): void {
  const isAnswered = () => document.querySelector(answer) !== null;
  const ask = () => {
    if (!isAnswered()) {
      if (control !== undefined) document.querySelector<HTMLElement>(control)?.click();
      else if (document.body) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    }
    requestAnimationFrame(isAnswered() ? shown : ask);
  };
  // The frame that shows it is done when the next one begins.
  const shown = () => console.info(word + performance.now());
  requestAnimationFrame(ask);
}
