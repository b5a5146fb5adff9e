import { type Browser, type BrowserContext, chromium, type Page, type ViewportSize } from "playwright-core";
import { findProgram } from "../../build/needs.ts";

/** A page under test that collects its faults. */
export interface TestPage {
  page: Page;
  /** Console errors, page errors and CSP violations so far. */
  faults: string[];
}

/**
 * Arguments that disable optimizing compilers. Test pages are open for seconds, so optimizing costs more time than it
 * saves.
 */
export const BRIEF_PAGES = ["--js-flags=--no-maglev,--no-opt"];

/** Timeout in milliseconds for connecting to the shared browser. By default, it would be waited for without a limit. */
const CONNECT_MS = 180_000;

/** Arguments that disable background network activity of the browser. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the path of the system's Chromium. Throws if it is not installed. */
export function findChromium(): string {
  const path = findProgram("chromium");
  if (path === undefined) throw new Error("chromium is missing; run `deno task setup`.");
  return path;
}

/** Starts a separate Chromium. `more` are additional arguments. */
export const openBrowser = (more: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...BROWSER_ARGS, ...more] });

/**
 * Connects to the Chromium that all files of a run share, or starts one if there is none. The contexts of the caller
 * are closed at the end.
 */
export const connectBrowser = (): Promise<Browser> => {
  const endpoint = Deno.env.get("LATHE_TEST_BROWSER");
  return endpoint === undefined ? openBrowser(BRIEF_PAGES) : chromium.connect(endpoint, { timeout: CONNECT_MS });
};

export async function openPage(browser: Browser, size = { width: 1280, height: 900 }, dark = false): Promise<TestPage> {
  const context = await browser.newContext({ viewport: size, colorScheme: dark ? "dark" : "light" });
  const page = await patientPage(context);
  const faults: string[] = [];
  page.on("console", (message) => {
    // The browser logs every failed request. A rejected preview frame is a normal response.
    if (message.type() === "error" && !/status of 40[49]/.test(message.text())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { page, faults };
}

/** Opens a page in a context without JavaScript. */
export const openPageWithoutScript = async (browser: Browser, viewport?: ViewportSize): Promise<Page> =>
  patientPage(await browser.newContext({ javaScriptEnabled: false, ...(viewport && { viewport }) }));

/** Opens a page with a long timeout, because pages are slow while other tests run. */
async function patientPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  return page;
}

/** Returns serious and critical violations that axe-core finds on the page in its current state. */
export async function seriousViolations(page: Page): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in globalThis)) {
    const axeSource = await Deno.readTextFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url));
    // The script is evaluated through the debugger, so that the CSP of the page stays in effect.
    await page.evaluate(axeSource);
  }
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(where: Document, how: unknown): Promise<{ violations: unknown[] }> } })
      .axe.run(document, { resultTypes: ["violations"] })
  );
  type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };
  return (violations as Violation[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} — ${failureSummary}`));
}
