import type { Episode, LibraryState, MediaFile, Series } from "../../../../lib/library/video/model.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { Marks, type ProfileChoice, ProfileSelect, sourceOf, StaleNote, streamsOf, Tick } from "./library_parts.tsx";
import { factsOf, TitleHead, Unseen } from "./library_title.tsx";

/** One series of Sonarr's library with all episodes; `state` says how old that knowledge is. */
export interface SeriesData extends ProfileChoice {
  series: Series;
  episodes: Episode[];
  state: LibraryState;
  now: Date;
}

/** One series with its seasons: queued whole, or what is ticked. */
export function SeriesPage({ series, episodes, state, now, ...choice }: SeriesData) {
  const link = useLink();
  const unseen = episodes.find(({ file }) => file?.visible === false)?.file;
  const seasons = seasonsOf(episodes);
  return (
    <Page title={series.title} lead={factsOf(series)}>
      <StaleNote state={state} now={now} />
      <TitleHead item={series} />
      {unseen && <Unseen file={unseen} />}
      <form {...hxForm(link("/api/jobs/bulk"), { then: "/" })}>
        <input type="hidden" name="items:rows" value="" />
        {seasons.map((season, i) => <SeasonPart series={series} season={season} open={i === 0} />)}
        {seasons.some(({ ready }) => ready.length > 0) && (
          <div class="save-bar">
            <label for="profile">Encode with</label>
            <ProfileSelect id="profile" {...choice} />
            <button type="submit" class="primary">Queue what is ticked</button>
          </div>
        )}
      </form>
    </Page>
  );
}

interface Season {
  number: number;
  name: string;
  /** Each with the place of its file among the files of the series; undefined when an earlier row has the same file. */
  rows: { episode: Episode; index?: number }[];
  /** Files that can be queued, each once. */
  ready: MediaFile[];
  present: number;
}

/** The seasons, the newest first and specials last. */
function seasonsOf(episodes: Episode[]): Season[] {
  const seen = new Map<number, number>();
  const rows = episodes.map((episode) => {
    const { file } = episode;
    if (file === undefined || seen.has(file.id)) return { episode };
    seen.set(file.id, seen.size);
    return { episode, index: seen.size - 1 };
  });
  return [...Map.groupBy(rows, ({ episode }) => episode.seasonNumber)]
    .sort(([a], [b]) => b - a)
    .map(([number, own]) => ({
      number,
      name: number === 0 ? "Specials" : `Season ${number}`,
      rows: own,
      ready: own.flatMap(({ episode: { file }, index }) => file?.visible && index !== undefined ? [file] : []),
      present: own.filter(({ episode }) => episode.hasFile).length,
    }));
}

function SeasonPart({ series, season, open }: { series: Series; season: Season; open: boolean }) {
  const link = useLink();
  const { number, name, rows, ready, present } = season;
  const items = ready.map((file) => ({ source: sourceOf("series", file) }));
  const size = ready.reduce((sum, file) => sum + file.size, 0);
  return (
    <details class="section card stack" open={open}>
      <summary>
        <h2 class="inline">{name}</h2>{" "}
        <span class="quiet">{`${present} of ${rows.length} on disk${size > 0 ? `, ${bytes(size)}` : ""}`}</span>
      </summary>
      <p class="actions">
        {items.length > 0 && (
          <button type="submit" name="items:json" value={JSON.stringify(items)}>
            {`Encode ${number === 0 ? "specials" : `season ${number}`} (${count(items.length, "file")})`}
          </button>
        )}
        <a class="button" href={link(`/search/releases?arr=series&arrId=${series.id}&seasonNumber=${number}`)}>
          Search remux<span class="visually-hidden">{` for ${name}`}</span>
        </a>
      </p>
      <div class="table-wrap">
        <table class="cards" aria-label={name}>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Choose</span>
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
      <td data-label="">
        {file?.visible && index !== undefined && (
          <Tick kind="series" index={index} file={file} name={`episode ${episodeNumber}, ${title}`} />
        )}
      </td>
      <td class="num" data-label="No.">
        {episodeNumber}
        {absoluteNumber !== undefined && <span class="quiet small">{` (${absoluteNumber})`}</span>}
      </td>
      <td class="lead">{title}</td>
      <td data-label="Quality">{file ? file.quality : "missing"}</td>
      <td data-label="Streams">{file ? streamsOf(file) : "–"}</td>
      <td class="num" data-label="Size">
        {file === undefined ? "–" : index === undefined ? "same file" : bytes(file.size)}
      </td>
      <td data-label="State">
        <Marks title={episode} file={file} />
      </td>
    </tr>
  );
}
