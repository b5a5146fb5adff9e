import { frontGroup } from "./words/front.ts";
import { placesOf } from "./words/places.ts";
import { firstStrong, widened } from "./words/zones.ts";

/**
 * Where the words about quality start in a file's name without its extension, e.g. 12 for `Heat (1995) Remux-1080p`; the
 * length of the name when there are none. Files are renamed by this, so that only words that cannot be part of a title
 * begin it: `The DTS Affair` is none.
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
