/** Numbers that one segment map may stand for: a range of a damaged disc must not fill the memory. */
const MAX_SEGMENTS = 20_000;

/** Clips or cells in the order in which they are played: `1-3,9` is 1, 2, 3, 9. A part that is no number stays as it is. */
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
