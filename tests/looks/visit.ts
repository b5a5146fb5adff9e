import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openPage } from "../kit/browser.ts";
import { drawArtwork } from "./artwork.ts";
import { axeViolations, brokenAmounts, misfits } from "./faults.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/** Widths of two phones, a tablet and four screens. */
export const WIDTHS = [360, 390, 768, 1280, 1440, 1920, 2560];

/** Maximum height of a screenshot in pixels, because lists of hundreds of titles are very long. */
const MAX_HEIGHT = 2600;

/** Results of one state at all sizes. */
export interface Visit {
  name: string;
  pictures: number;
  seconds: number;
  /** Faults with the sizes at which they occurred. */
  faults: Map<string, string[]>;
}

/** Widths to check, and the folder of the screenshots. Without a folder, none are taken. */
export interface VisitOptions {
  widths: readonly number[];
  folder?: string | undefined;
}

/** Height of a window with the proportions of a phone, a tablet or a screen. */
const heightOf = (width: number): number =>
  Math.round(width < 600 ? width * 2.1 : width < 1000 ? width * 1.3 : width / 1.6);

/** Brings a page into a state and checks it at these widths in both themes by resizing it. */
export async function visitState(
  browser: Browser,
  world: World,
  state: State,
  { widths, folder }: VisitOptions,
): Promise<Visit> {
  const started = performance.now();
  const { page, faults: reported } = await openPage(browser);
  page.setDefaultTimeout(60_000);
  const faults = new Map<string, string[]>();
  const add = (fault: string, where: string) => faults.set(fault, [...faults.get(fault) ?? [], where]);
  let pictures = 0;
  try {
    await drawArtwork(page);
    await state.open(page, world);
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        if (folder !== undefined) {
          await takePicture(page, join(folder, `${state.name}-${width}-${colorScheme}.png`), width);
          pictures++;
        }
        const where = `${width} ${colorScheme}`;
        // Contrast is not checked on the widest screens, because they use the same colours as the next smaller width.
        const contrast = width <= 1440;
        for (const fault of await axeViolations(page, { contrast })) add(fault, where);
        if (colorScheme === "dark") continue;
        for (const fault of [...await misfits(page), ...await brokenAmounts(page)]) add(fault, where);
      }
    }
  } catch (error) {
    add(`the state was not reached: ${error instanceof Error ? error.message.slice(0, 500) : error}`, "");
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${state.name}-broken.png`) });
  } finally {
    // A damaged file has no preview frame, and the browser logs the rejected request.
    for (const fault of reported.filter((text) => !/status of 422/.test(text))) add(`console: ${fault}`, "");
    await page.context().close();
  }
  return { name: state.name, pictures, seconds: (performance.now() - started) / 1000, faults };
}

/** Takes a screenshot of the whole page, up to `MAX_HEIGHT`. */
async function takePicture(page: Page, path: string, width: number): Promise<void> {
  const bottom = await page.evaluate(() => document.documentElement.scrollHeight);
  // A virtual list would re-render for a window of this height.
  const isVirtual = await page.locator("[data-whole]").count() > 0;
  const clip = { x: 0, y: 0, width, height: Math.min(bottom, MAX_HEIGHT) };
  await page.screenshot({ path, ...(isVirtual ? {} : { fullPage: true, clip }) });
}

/** Waits until no request is pending, nothing moves, and all images in view are loaded. */
export const settled = (page: Page) =>
  page.waitForFunction(() =>
    document.querySelector(".htmx-request, .list-piece[data-loading]") === null &&
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== "running") &&
    [...document.images].every((image) =>
      image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight
    )
  );
