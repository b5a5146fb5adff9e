import { count } from "../../../../lib/kit/format.ts";
import type { WantedDisc, WantedDiscs } from "../../../../lib/library/wanted/model.ts";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { titleText } from "./title_text.ts";

const DISCS: Record<WantedDisc["upgradeWith"], string> = {
  bluray: "Blu-ray",
  uhd: "UHD Blu-ray",
  none: "No better disc",
};

/** Page of the discs that are worth ripping. */
export function WantedPage({ items, errors, connected }: WantedDiscs & { connected: boolean }) {
  const link = useLink();
  return (
    <Page
      title="Wanted discs"
      lead="Movies and seasons below their quality cutoff, with the type of disc that would improve them."
    >
      {errors.map(({ message }) => <Note tone="warn">{message}</Note>)}
      {items.length === 0
        ? (
          <Empty title={connected ? "No titles below their cutoff" : "No manager is connected"}>
            <p>
              {connected
                ? "No title in your libraries would be improved by ripping a disc."
                : <a href={link("/settings/connections#connections")}>Connect Radarr or Sonarr</a>}
            </p>
          </Empty>
        )
        : (
          <>
            <p class="quiet small">{count(items.length, "title")}</p>
            <div class="card flush table-wrap" tabindex={0} role="region" aria-label="Wanted discs">
              <table class="cards">
                <thead>
                  <tr>
                    <th>Title</th>
                    <th>On disk</th>
                    <th>Disc quality</th>
                  </tr>
                </thead>
                <tbody>{items.map((item) => <Row item={item} />)}</tbody>
              </table>
            </div>
          </>
        )}
    </Page>
  );
}

function Row({ item }: { item: WantedDisc }) {
  const link = useLink();
  const { kind, arrId, quality, upgradeWith, onShelf, episodes } = item;
  return (
    <tr>
      <td class="lead">
        <a href={link(kind === "movie" ? `/movies/${arrId}` : `/series/${arrId}`)}>{titleText(item)}</a>
        {episodes !== undefined && <span class="quiet small">{` ${count(episodes, "episode")}`}</span>}
        {onShelf && <span class="badge" data-tone="accent">Scanned</span>}
      </td>
      <td data-label="On disk">{quality}</td>
      <td data-label="Disc quality">{DISCS[upgradeWith]}</td>
    </tr>
  );
}
