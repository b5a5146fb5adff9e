import * as z from "zod";
import { formatOf, resolutionOf } from "../../../../lib/library/video/disk_usage.ts";
import type { LibrarySize, SizedTitle } from "../../../../lib/library/video/service.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";
import { IgnoredFilters } from "../../../../lib/ui/components/ignored_filters.tsx";
import { type Tile, Treemap, TreemapLegend } from "../../../../lib/ui/components/plots/treemap.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { FORMATS, LIBRARIES, RESOLUTION_NAMES, type Shown } from "./format_names.ts";

/** Schema of the query in the page's URL. */
export const UsageQuery = z.object({
  library: z.enum(["movie", "series", "music"]).optional(),
  colour: z.enum(["format", "resolution"]).default("format"),
});
/** Without `library`, the page shows the largest library. */
export type UsageQuery = z.infer<typeof UsageQuery>;

/** Sizes of all libraries, and the largest titles of the selected one. */
export interface UsageData {
  sizes: LibrarySize[];
  shown: LibrarySize | undefined;
  titles: SizedTitle[];
  colour: UsageQuery["colour"];
  /** URL parameters without an effect, as `name=value`. */
  ignored: readonly string[];
}

/** The largest titles of a library as a treemap, coloured by format or resolution. */
export function UsagePage({ sizes, shown, titles, colour, ignored }: UsageData) {
  const link = useLink();
  return (
    <Page
      title="Disk usage"
      lead="The titles that use the most space. Areas are proportional to the size on disk."
      actions={<a class="button" href={link("/bin")}>Originals kept</a>}
    >
      <IgnoredFilters ignored={ignored} />
      {shown === undefined
        ? (
          <Empty title="No files yet">
            <p>Once a Radarr, Sonarr or Lidarr library is synced, this page shows the size of its titles.</p>
          </Empty>
        )
        : <LibraryUsage {...{ sizes, shown, titles, colour }} />}
    </Page>
  );
}

function LibraryUsage({ sizes, shown, titles, colour }: Omit<UsageData, "ignored" | "shown"> & { shown: LibrarySize }) {
  const { arr } = shown;
  const { name } = LIBRARIES[arr];
  const look = (title: SizedTitle): Shown =>
    colour === "resolution" ? RESOLUTION_NAMES[resolutionOf(title)] : FORMATS[formatOf(title, arr)];
  return (
    <>
      <LibraryTabs sizes={sizes} shown={arr} colour={colour} />
      <section class="card stack" aria-labelledby="map-h">
        <div class="section-head">
          <h2 id="map-h">{name}</h2>
          {arr !== "music" && <ColourLinks arr={arr} colour={colour} />}
        </div>
        <p class="quiet">
          <Amounts text={shownText(shown, titles)} />
        </p>
        <TreemapLegend entries={legendOf(titles, look)} />
        <div class="title-map">
          <Treemap title={`${name} by size`} groups={[titles.map((title) => titleTile(title, arr, look(title)))]} />
        </div>
      </section>
    </>
  );
}

/** Returns a text about the share of the library that the map shows. */
function shownText({ arr, titles: all, bytes: size }: LibrarySize, titles: readonly SizedTitle[]): string {
  const named = count(all, LIBRARIES[arr].one, LIBRARIES[arr].many);
  if (titles.length >= all) return `${named}, ${bytes(size)}.`;
  const mapped = titles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return `The ${titles.length} largest of ${named}: ${bytes(mapped)} of ${bytes(size)}.`;
}

function titleTile(
  { id, title, year, sizeBytes, remux, facets }: SizedTitle,
  arr: LibrarySize["arr"],
  look: Shown,
): Tile {
  const resolution = arr === "music" ? [] : [RESOLUTION_NAMES[resolutionOf({ facets })].name];
  const facts = [bytes(sizeBytes), FORMATS[formatOf({ facets }, arr)].name, ...resolution, ...(remux ? ["remux"] : [])];
  return {
    value: sizeBytes,
    label: title,
    amount: bytes(sizeBytes),
    text: `${year > 0 ? `${title} (${year})` : title}: ${facts.join(", ")}`,
    href: `${LIBRARIES[arr].titles}/${id}`,
    colour: look.colour,
  };
}

/** Returns the legend: the formats or resolutions of each colour with their total size, largest first. */
function legendOf(titles: readonly SizedTitle[], look: (title: SizedTitle) => Shown) {
  return [...Map.groupBy(titles, (title) => look(title).colour)].map(([colour, own]) => {
    const names = [...new Set(own.map((title) => look(title).name))].join(", ");
    const size = own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return { colour, size, text: `${names}: ${bytes(size)}` };
  }).sort((a, b) => b.size - a.size);
}

const address = (library: LibrarySize["arr"], colour: UsageQuery["colour"]): string =>
  `/disk-usage?${new URLSearchParams({ library, ...(colour === "format" ? {} : { colour }) })}`;

function LibraryTabs({ sizes, shown, colour }: Pick<UsageData, "sizes" | "colour"> & { shown: LibrarySize["arr"] }) {
  const link = useLink();
  return (
    <nav class="tabs" aria-label="Libraries">
      {sizes.map(({ arr, bytes: size }) => (
        <a href={link(address(arr, colour))} aria-current={arr === shown ? "page" : undefined}>
          {LIBRARIES[arr].name}
          <span class="tab-count">{bytes(size)}</span>
        </a>
      ))}
    </nav>
  );
}

function ColourLinks({ arr, colour }: { arr: LibrarySize["arr"]; colour: UsageQuery["colour"] }) {
  const link = useLink();
  return (
    <nav class="actions" aria-label="Colours">
      {([["format", "Codec"], ["resolution", "Resolution"]] as const).map(([value, label]) => (
        <a class="chip" href={link(address(arr, value))} aria-current={value === colour ? "true" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
