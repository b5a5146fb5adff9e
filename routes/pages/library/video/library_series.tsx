import type { Episode, LibraryState, Series } from "../../../../lib/library/video_model.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { OriginalChoiceField } from "../../../../lib/ui/components/jobs/original_choice.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { ProfileChoice } from "../../../data/profile_choices.ts";
import { Marks, ProfileSelect, sourceOf, StaleNote, streamsOf, Tick } from "./library_parts.tsx";
import { Unseen } from "./library_title.tsx";
import { type Season, seasonsOf } from "./title/seasons.ts";
import { SeriesTotalsSection } from "./title/series_totals.tsx";
import { leadOf, TitleHead } from "./title/title_head.tsx";
import { TitleHistorySection } from "./title/title_history.tsx";

/** One series of Sonarr's library with all episodes. `state` includes the age of the data. */
export interface SeriesData extends ProfileChoice {
  series: Series;
  episodes: Episode[];
  state: LibraryState;
  now: Date;
}

/** Page of a series with its seasons, totals and history. The user can queue a whole season or selected episodes. */
export function SeriesPage({ series, episodes, state, now, ...choice }: SeriesData) {
  const link = useLink();
  const unseen = episodes.find(({ file }) => file?.visible === false)?.file;
  const seasons = seasonsOf(episodes);
  return (
    <Page title={series.title} lead={leadOf(series)}>
      <StaleNote state={state} now={now} />
      <TitleHead item={series} />
      {unseen && <Unseen file={unseen} />}
      {seasons.length > 0 && <SeasonBars seasons={seasons} />}
      {seasons.some(({ ready }) => ready.length > 0) && <SeriesTotalsSection series={series} seasons={seasons} />}
      <form {...hxForm(link("/api/jobs/bulk"), { then: "/activity" })}>
        <input type="hidden" name="items:rows" value="" />
        {seasons.map((season, i) => <SeasonPart series={series} season={season} open={i === 0} />)}
        {seasons.some(({ ready }) => ready.length > 0) && (
          <div class="save-bar">
            <label for="profile">Encode with</label>
            <ProfileSelect id="profile" {...choice} />
            <OriginalChoiceField id="original" />
            <button type="submit" class="primary">Queue selected</button>
          </div>
        )}
      </form>
      <TitleHistorySection kind="series" id={series.id} />
    </Page>
  );
}

function SeasonPart({ series, season, open }: { series: Series; season: Season; open: boolean }) {
  const link = useLink();
  const { number, name, rows, ready, present, bytes: size } = season;
  const items = ready.map((file) => ({ source: sourceOf("series", file) }));
  return (
    <details class="section card stack" open={open}>
      <summary>
        <h2 class="inline">{name}</h2>{" "}
        <span class="quiet">{`${present} of ${rows.length} on disk${size > 0 ? `, ${bytes(size)}` : ""}`}</span>
      </summary>
      <p class="actions" id={`season-${number}`}>
        {items.length > 0 && (
          <button type="submit" name="items:json" value={JSON.stringify(items)}>
            {`Encode ${number === 0 ? "specials" : `season ${number}`} (${count(items.length, "file")})`}
          </button>
        )}
        <a class="button" href={link(`/search/releases?arr=series&arrId=${series.id}&seasonNumber=${number}`)}>
          Search for remuxes<span class="visually-hidden">{` for ${name}`}</span>
        </a>
      </p>
      <div class="table-wrap">
        <table class="cards dense" aria-label={name}>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Select</span>
              </th>
              <th scope="col" class="num">No.</th>
              <th scope="col">Title</th>
              <th scope="col">Quality</th>
              <th scope="col">Streams</th>
              <th scope="col" class="num">Size</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ episode, index }) => <EpisodeRow episode={episode} index={index} />)}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function EpisodeRow({ episode, index }: { episode: Episode; index: number | undefined }) {
  const { episodeNumber, absoluteNumber, title, file } = episode;
  return (
    <tr class={file ? undefined : "is-missing"}>
      <td class="tick" data-label="">
        {file?.visible && index !== undefined && (
          <Tick kind="series" index={index} file={file} name={`episode ${episodeNumber}, ${title}`} />
        )}
      </td>
      <td class="num" data-label="No.">
        {episodeNumber}
        {absoluteNumber !== undefined && <span class="quiet small">{` (${absoluteNumber})`}</span>}
      </td>
      <td class="lead">{title}</td>
      <td data-label="Quality">
        {file
          ? (
            <span class="badges">
              <span class="badge" data-tone={file.isRemux ? "accent" : undefined}>{file.quality}</span>
              {file.hdr && <span class="badge">{file.hdr}</span>}
            </span>
          )
          : "missing"}
      </td>
      <td data-label="Streams">{file ? streamsOf({ ...file, hdr: undefined }) : "–"}</td>
      <td class="num" data-label="Size">
        {file === undefined ? "–" : index === undefined ? "same file" : bytes(file.size)}
      </td>
      <td data-label="State">
        <Marks title={episode} file={file} />
      </td>
    </tr>
  );
}

/** Bar per season with the share on disk, the size, and the number of remuxes. */
function SeasonBars({ seasons }: { seasons: Season[] }) {
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
