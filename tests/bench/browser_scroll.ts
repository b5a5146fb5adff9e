import type { CDPSession, Page } from "playwright-core";
import { metricsOf } from "./browser_page.ts";

/** Pixels per frame: 12,000 per second at 60 fps, several times the speed of a quickly turned mouse wheel. */
const STEP = 200;
/** Maximum number of frames in one pass, on a machine of any speed. */
const MAX_FRAMES = 10_000;

/** Results of scrolling through a list. */
export interface Scrolled {
  /** Longest time in milliseconds for which part of the viewport had no titles. */
  blankMs: number;
  /** Longest time between two frames in milliseconds. */
  frameMs: number;
  /** Share of frames in which part of the viewport had no titles, in percent. */
  blankShare: number;
}

/** Scrolls a list from top to bottom and waits until its last title is rendered. */
export const scrollThrough = (page: Page): Promise<Scrolled> =>
  page.evaluate(async ({ step, maxFrames }) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const isSeen = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    // An entry without the name of a title is treated as blank, even if it shows other content.
    const isNamed = (element: Element): boolean => /\S/.test(element.textContent);
    const isBlank = () => {
      const parts = [...document.querySelectorAll(".title-window > *")].filter(isSeen);
      const titles = parts.flatMap((part) => part.matches(".list-piece") ? [...part.children] : part);
      return parts.length === 0 || parts.some((part) => !part.hasChildNodes()) || !titles.every(isNamed);
    };
    const end = () => document.documentElement.scrollHeight - innerHeight;
    scrollTo({ top: 0, behavior: "instant" });
    for (let i = 0; i < maxFrames && isBlank(); i++) await frame();
    let [blankMs, frameMs, blankFrames, frames] = [0, 0, 0, 0];
    let last = await frame();
    let blankSince: number | undefined;
    for (; frames < maxFrames; frames++) {
      // The current content of the viewport was determined in the previous frame.
      const blank = isBlank();
      if (blank) blankFrames++;
      const isLast = scrollY >= end() - 1;
      if (isLast && !blank) break;
      if (!isLast) scrollTo({ top: scrollY + step, behavior: "instant" });
      const now = await frame();
      frameMs = Math.max(frameMs, now - last);
      blankSince = blank ? blankSince ?? last : undefined;
      if (blankSince !== undefined) blankMs = Math.max(blankMs, now - blankSince);
      last = now;
    }
    return { blankMs, frameMs, blankShare: (blankFrames / Math.max(1, frames)) * 100 };
  }, { step: STEP, maxFrames: MAX_FRAMES });

/** Returns the memory that the page retains after garbage collection. */
export async function heapOf(cdp: CDPSession): Promise<{ mb: number; nodes: number }> {
  await cdp.send("HeapProfiler.collectGarbage");
  const metric = await metricsOf(cdp);
  return { mb: metric("JSHeapUsedSize") / 1e6, nodes: metric("Nodes") };
}
