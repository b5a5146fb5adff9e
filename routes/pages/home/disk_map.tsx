import type { FormatSize } from "../../../lib/library/video/disk_usage.ts";
import type { LibrarySize } from "../../../lib/library/video/service.ts";
import { bytes, count } from "../../../lib/kit/format.ts";
import { Treemap } from "../../../lib/ui/components/plots/treemap.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { LIBRARIES } from "../library/usage/format_names.ts";
import { formatTiles } from "../library/usage/format_tiles.ts";
import { Later } from "../library/video/title/title_later.tsx";

export interface DiskMapProps {
  /** Size of each library. Empty libraries are omitted. */
  sizes: LibrarySize[];
  /** Size of each format in each library. */
  formats: FormatSize[];
}

/** Disk usage as a treemap, with a button for the remuxes that can be encoded. */
export function DiskMap({ sizes, formats }: DiskMapProps) {
  const link = useLink();
  if (sizes.length === 0) return null;
  const total = sizes.reduce((sum, size) => sum + size.bytes, 0);
  return (
    <section class="card stack disk-map" aria-labelledby="space-h">
      <div class="section-head">
        <h2 id="space-h">Disk usage: {bytes(total)}</h2>
        <a href={link("/disk-usage")}>By title</a>
      </div>
      {sizes.some(({ remuxBytes }) => remuxBytes > 0) && (
        <Later path="/home/remuxes" waiting="Reading the remuxes …" show="Show the remuxes that can be encoded" />
      )}
      <Treemap title="Disk usage by library and format" groups={formatTiles(formats)} />
      <ul class="library-sizes">
        {sizes.toSorted((a, b) => b.bytes - a.bytes).map(({ arr, titles, bytes: size }) => {
          const { name, path, one, many } = LIBRARIES[arr];
          return (
            <li key={arr}>
              <a href={link(path)}>{name}</a> <span class="amount">{bytes(size)}</span>{" "}
              <span class="quiet">{count(titles, one, many)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
