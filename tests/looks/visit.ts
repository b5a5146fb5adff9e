import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openPage } from "../kit/browser.ts";
import { drawArtwork } from "./artwork.ts";
import { axeViolations, brokenAmounts, misfits } from "./faults.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/** Heights as of a phone, a tablet and three screens. */
const SIZES = [[360, 740], [768, 1024], [1280, 900], [1920, 1080], [2560, 1440]] as const;

/** Of a picture: lists of hundreds of titles go on for long. */
const MAX_HEIGHT = 2600;

/** What one state looked like everywhere. */
export interface Visit {
  name: string;
  pictures: number;
  seconds: number;
  /** Each with the sizes it was found at. */
  faults: Map<string, string[]>;
}

/** Brings one state about and looks at it at five widths in both themes: one page, resized. */
export async function visitState(browser: Browser, world: World, state: State, folder: string): Promise<Visit> {
  const started = performance.now();
  const { page, faults: reported } = await openPage(browser);
  page.setDefaultTimeout(60_000);
  const faults = new Map<string, string[]>();
  const add = (fault: string, where: string) => faults.set(fault, [...faults.get(fault) ?? [], where]);
  let pictures = 0;
  try {
    await drawArtwork(page);
    await state.open(page, world);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const bottom = await page.evaluate(() => document.documentElement.scrollHeight);
        // A virtual list would begin to draw itself anew for a window of this height.
        const isVirtual = await page.locator("[data-whole]").count() > 0;
        await page.screenshot({
          path: join(folder, `${state.name}-${width}-${colorScheme}.png`),
          ...(isVirtual ? {} : { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(bottom, MAX_HEIGHT) } }),
        });
        pictures++;
        const where = `${width} ${colorScheme}`;
        // The widest screens have the colours of the next one.
        const contrast = width <= 1280;
        for (const fault of await axeViolations(page, { contrast })) add(fault, where);
        if (colorScheme === "dark") continue;
        for (const fault of [...await misfits(page), ...await brokenAmounts(page)]) add(fault, where);
      }
    }
  } catch (error) {
    add(`the state was not reached: ${error instanceof Error ? error.message.slice(0, 500) : error}`, "");
    await page.screenshot({ path: join(folder, `${state.name}-broken.png`) });
  } finally {
    // A file that is damaged has no picture, and the browser logs the refusal by itself.
    for (const fault of reported.filter((text) => !/status of 422/.test(text))) add(`console: ${fault}`, "");
    await page.context().close();
  }
  return { name: state.name, pictures, seconds: (performance.now() - started) / 1000, faults };
}

/** Nothing is on its way and nothing moves any more; pictures in view are there. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document.querySelector(".htmx-request, .list-piece[data-loading]") === null &&
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== "running") &&
    [...document.images].every((image) =>
      image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight
    )
  );
