/** Maximum numbers in a segment map, so that a range from a damaged disc cannot exhaust memory. */
const MAX_SEGMENTS = 20_000;

/** Clips or cells in playback order: `1-3,9` is 1, 2, 3, 9. A part that is not a number is kept as is. */
export function segmentsOf(map: string | undefined): string[] {
  const segments: string[] = [];
  for (const part of (map ?? "").split(",")) {
    const name = part.trim();
    const range = /^([^,]*[^\d-])?(\d{1,6})-(\d{1,6})$/.exec(name);
    if (range === null) {
      if (name !== "") segments.push(name);
    } else {
      const [, prefix = "", from = "", to = ""] = range;
      for (let n = Number(from); n <= Number(to) && segments.length < MAX_SEGMENTS; n++) segments.push(`${prefix}${n}`);
    }
    if (segments.length >= MAX_SEGMENTS) break;
  }
  return segments;
}
