import { useLink } from "../../render.tsx";
import { type TileRect, treemapLayout, WHOLE_MAP } from "./treemap_layout.ts";

/** One linked rectangle of a treemap. */
export interface Tile {
  /** Determines the area. Must be positive. */
  value: number;
  label: string;
  /** The value as text. */
  amount: string;
  /** Complete text: the name for screen readers, and the line below the map while the tile has pointer or focus. */
  text: string;
  href: string;
  /** Number of the colour from 0 to 7, or `strong` for an accent colour. */
  colour: TileColour;
}

/** Colour of a tile, and of its entry in the legend. */
export type TileColour = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | "strong";

export interface TreemapProps {
  /** Description for screen readers. */
  title: string;
  /** Tiles of one group are adjacent. Groups are separated by a wide gap. */
  groups: readonly (readonly Tile[])[];
}

/** Width of a map divided by its height: a compromise between phones and wide screens, which have room for labels. */
const ASPECT = 1.6;

/**
 * An SVG treemap that needs no script. Positions are percentages, so tiles scale with the page while labels keep their
 * size. Labels that do not fit are clipped to their tile.
 */
export function Treemap({ title, groups }: TreemapProps) {
  const shown = groups.filter((tiles) => tiles.length > 0);
  const frames = shown.length === 1 ? [WHOLE_MAP] : treemapLayout(shown.map(sumOf), ASPECT);
  const placed = frames.flatMap((frame, i) => {
    const tiles = shown[i] ?? [];
    const rects = treemapLayout(tiles.map(({ value }) => value), ASPECT, frame);
    return tiles.map((tile, at) => ({ tile, rect: rects[at] ?? frame }));
  });
  return (
    <div class="treemap-box">
      <svg class="treemap" role="group" aria-label={title}>
        {placed.map(({ tile, rect }) => <MapTile key={tile.href + tile.label} tile={tile} rect={rect} />)}
        {frames.length > 1 && frames.map((frame) => <rect class="treemap-frame" {...placeOf(frame)} />)}
      </svg>
    </div>
  );
}

/**
 * The label is not part of the link, because the accessible name of the link contains the same facts in another order.
 */
function MapTile({ tile: { label, amount, text, href, colour }, rect }: { tile: Tile; rect: TileRect }) {
  const link = useLink();
  const place = placeOf(rect);
  return (
    <>
      <a href={link(href)} aria-label={text}>
        {/* Clips the outer half of the line around the tile. */}
        <svg {...place}>
          <rect class="treemap-tile" width="100%" height="100%" data-colour={colour} />
        </svg>
        <text class="treemap-text" x="0" y="100%" dy="20">{text}</text>
      </a>
      {labelled(rect) && (
        <svg
          class="treemap-label"
          {...place}
          data-colour={colour}
          data-fits={rect.width < MIN_PHONE_WIDTH ? "wide" : "always"}
          aria-hidden="true"
        >
          <text x="8" y="20">{label}</text>
          {rect.height >= MIN_TWO_LINES && <text x="8" y="38">{amount}</text>}
        </svg>
      )}
    </>
  );
}

/** Minimum sizes of a tile with a label, with a label on phones, and with two lines, in percent of the map. */
const MIN_WIDTH = 5;
const MIN_PHONE_WIDTH = 20;
const MIN_HEIGHT = 10;
const MIN_TWO_LINES = 18;

const labelled = ({ width, height }: TileRect): boolean => width >= MIN_WIDTH && height >= MIN_HEIGHT;

const percent = (value: number): string => `${Number(value.toFixed(3))}%`;

const placeOf = ({ x, y, width, height }: TileRect) => ({
  x: percent(x),
  y: percent(y),
  width: percent(width),
  height: percent(height),
});

const sumOf = (tiles: readonly Tile[]): number => tiles.reduce((sum, { value }) => sum + value, 0);

/** Colours of a treemap with their names. */
export function TreemapLegend({ entries }: { entries: readonly { colour: TileColour; text: string }[] }) {
  return (
    <ul class="treemap-legend small">
      {entries.map(({ colour, text }) => (
        <li key={text}>
          <span class="treemap-swatch" data-colour={colour} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
