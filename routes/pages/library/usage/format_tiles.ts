import { bytes, count } from "../../../../lib/kit/format.ts";
import type { FormatSize } from "../../../../lib/library/video/disk_usage.ts";
import type { Tile } from "../../../../lib/ui/components/plots/treemap.tsx";
import { FORMATS, LIBRARIES } from "./format_names.ts";

/**
 * Minimum share of the total size for a separate tile. Formats with a smaller share are combined into one tile per
 * library.
 */
const MIN_SHARE = 0.012;

/** Returns one group of tiles per library, with one tile per format. Pure. */
export function formatTiles(sizes: readonly FormatSize[]): Tile[][] {
  const total = sizes.reduce((sum, size) => sum + size.bytes, 0);
  return [...Map.groupBy(sizes, ({ arr }) => arr)].map(([arr, own]) => {
    const isLarge = (size: FormatSize) => size.bytes >= total * MIN_SHARE;
    const small = own.filter((size) => !isLarge(size));
    const tiles = (small.length === 1 ? own : own.filter(isLarge)).map(formatTile);
    return small.length < 2 ? tiles : [...tiles, otherTile(arr, small)];
  });
}

function formatTile({ arr, format, titles, bytes: size }: FormatSize): Tile {
  const library = LIBRARIES[arr];
  const { name, colour } = FORMATS[format];
  const named = count(titles, library.one, library.many);
  return {
    value: size,
    label: name,
    amount: `${library.name} ${bytes(size)}`,
    text: format === "remux" && arr === "series"
      ? `${count(titles, "series", "series")} with remuxes, ${bytes(size)}`
      : `${library.name} · ${name}: ${named}, ${bytes(size)}`,
    href: `${library.path}?${new URLSearchParams({ ...filterOf(arr, format), sort: "size", order: "desc" })}`,
    colour,
  };
}

/** Returns the list filter for a format. Empty if there is none. */
function filterOf(arr: FormatSize["arr"], format: FormatSize["format"]): Record<string, string> {
  if (format === "several" || format === "unknown") return {};
  if (format === "remux") return { filter: "remux" };
  return arr === "music" ? { format } : { codec: format };
}

function otherTile(arr: FormatSize["arr"], sizes: readonly FormatSize[]): Tile {
  const library = LIBRARIES[arr];
  const size = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const titles = sizes.reduce((sum, { titles }) => sum + titles, 0);
  return {
    value: size,
    label: "Other",
    amount: `${library.name} ${bytes(size)}`,
    text: `${library.name} · Other formats: ${count(titles, library.one, library.many)}, ${bytes(size)}`,
    href: `${library.path}?sort=size&order=desc`,
    colour: 0,
  };
}
