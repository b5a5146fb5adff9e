import type { CDPSession, Page } from "playwright-core";
import { metricsOf } from "./browser_page.ts";

/** Pixels from one frame to the next: at 60 frames a second 12,000, several times as fast as a wheel that is turned quickly. */
const STEP = 200;
/** The most frames that one pass is watched, on a machine of any speed. */
const MAX_FRAMES = 10_000;

/** What scrolling through a list showed. */
export interface Scrolled {
  /** The longest time that a part of the window stood without its titles. */
  blankMs: number;
  /** The longest time between two frames. */
  frameMs: number;
  /** The share of the frames with a part that stood without titles, in percent. */
  blankShare: number;
}

/** Scrolls a list from top to bottom and waits until its last title is there. */
export const scrollThrough = (page: Page): Promise<Scrolled> =>
  page.evaluate(async ({ step, maxFrames }) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const isSeen = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    // A frame without a title's name is blank, whatever else is drawn in it.
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
      // What the window shows until now was decided at the frame before.
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

/** What the page keeps in memory once nothing unused is left in it. */
export async function heapOf(cdp: CDPSession): Promise<{ mb: number; nodes: number }> {
  await cdp.send("HeapProfiler.collectGarbage");
  const metric = await metricsOf(cdp);
  return { mb: metric("JSHeapUsedSize") / 1e6, nodes: metric("Nodes") };
}
