/** Maximum number of entries in a segment map, so that a range from a damaged disc cannot exhaust the memory. */
const MAX_SEGMENTS = 20_000;

/** Returns the clips or cells in playback order: `1-3,9` becomes 1, 2, 3, 9. Parts that are not a number are kept. */
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
