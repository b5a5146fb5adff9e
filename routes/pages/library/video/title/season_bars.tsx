import { bytes, count } from "../../../../../lib/kit/format.ts";
import type { Season } from "./seasons.ts";

/** A bar per season: share on disk, size, and number of remuxes. */
export function SeasonBars({ seasons }: { seasons: Season[] }) {
  return (
    <section class="section card" aria-labelledby="seasons-h">
      <h2 id="seasons-h">Seasons</h2>
      <ol class="season-bars" reversed>
        {seasons.map(({ number, name, rows, present, bytes: size, remuxes }) => (
          <li>
            <a href={`#season-${number}`}>{name}</a>
            <progress value={present} max={rows.length} aria-label={`${name} on disk`} />
            <span class="num">{`${present} of ${rows.length}`}</span>
            <span class="num">{size > 0 ? bytes(size) : "–"}</span>
            <span>
              {remuxes > 0 && <span class="badge" data-tone="accent">{count(remuxes, "remux", "remuxes")}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
