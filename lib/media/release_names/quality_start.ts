import { frontGroup } from "./words/front.ts";
import { placesOf } from "./words/places.ts";
import { firstStrong, widened } from "./words/zones.ts";

/**
 * Returns the offset of the first quality word in a file name without extension, for example 12 for `Heat (1995)
 * Remux-1080p`, or the length of the name if there is none. It is used to rename files, so the first word must be
 * unambiguous. `The DTS Affair` has no quality words.
 */
export function qualityStart(base: string): number {
  const front = frontGroup(base);
  const before = base.endsWith(front.text) ? base.length - front.text.length : 0;
  const text = base.slice(before);
  const { anchor } = placesOf(text, front.group !== undefined);
  const strong = firstStrong(text, Math.max(anchor, 1), false);
  if (!strong) return base.length;
  const start = strong.start + (/^[-_. ]/.test(text.slice(strong.start)) ? 1 : 0);
  return before + widened(text, start, anchor);
}
