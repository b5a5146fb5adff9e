import type { LookupResult, SearchQuery } from "../../../../lib/library/search_model.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";
import { onDiskOf } from "./search_words.ts";

/** One search result with its actions. */
export function FoundTitle({ item, query }: { item: LookupResult; query: SearchQuery }) {
  const link = useLink();
  const { title, year, kind, artist, matchedOn, overview, local, anime } = item;
  const page = pageOf(item);
  const facts = [artist, year, kind === "series" ? "series" : kind === "album" ? "album" : "movie", onDiskOf(item)];
  return (
    <li class="candidate">
      <Picture url={item.poster} title={item.title} width={60} height={90} />
      <div>
        <p>
          {page === undefined ? <strong>{title}</strong> : <a href={link(page)}>{title}</a>}
          {anime && <span class="badge">Anime</span>}
          {item.library?.remux && <span class="badge" data-tone="good">Remux</span>}
        </p>
        <p class="quiet small">
          <Amounts text={facts.filter((fact) => fact).join(" · ")} />
        </p>
        {matchedOn !== undefined && !isOwnName(matchedOn, item) && (
          <p class="small">{kind === "album" ? "With" : "Also known as"} {matchedOn}</p>
        )}
        {local
          ? <p class="path small">{local.folder}</p>
          : !item.inLibrary && <p class="small candidate-text">{overview}</p>}
      </div>
      <Actions item={item} query={query} />
    </li>
  );
}

/**
 * True if `name` contains only the artist of an album, or the artist and the album title. The result shows them anyway.
 */
const isOwnName = (name: string, { artist, title }: LookupResult): boolean =>
  artist !== undefined && (name === artist || name === `${artist} ${title}`);

function Actions({ item, query }: { item: LookupResult; query: SearchQuery }) {
  const link = useLink();
  const { kind, title, externalId, local, arrId } = item;
  if (local) {
    const words = item.year === undefined ? title : `${title} ${item.year}`;
    return <a class="button" href={link(`/search?${new URLSearchParams({ q: words })}`)}>Look up</a>;
  }
  if (kind === "album") {
    const words = { q: `${item.artist ?? ""} ${title}`.trim(), arr: "music", soulseek: "1" };
    const known: Record<string, string> = arrId === undefined ? {} : { albumId: String(arrId), indexer: "0" };
    return (
      <a class="button" href={link(`/search/releases?${new URLSearchParams({ ...words, ...known })}`)}>Releases</a>
    );
  }
  if (arrId === undefined) {
    return (
      <a class="button" href={link(`/search/add?${new URLSearchParams({ kind, externalId })}`)}>
        <span>Add</span> <span class="visually-hidden">{title}</span>
      </a>
    );
  }
  if (kind === "series" && query.season === undefined && query.absoluteEpisode === undefined) {
    return <a class="button" href={link(`/series/${arrId}`)}>Seasons</a>;
  }
  return <a class="button" href={link(`/search/releases?${releasesOf(kind, arrId, query)}`)}>Releases</a>;
}

/** Returns the URL of the release search with the season and episode from the query. */
function releasesOf(
  kind: "movie" | "series",
  arrId: number,
  { raw, season, episode, absoluteEpisode, wants }: SearchQuery,
) {
  const text = (value: number | undefined, name: string): Record<string, string> =>
    value === undefined || kind === "movie" ? {} : { [name]: String(value) };
  return new URLSearchParams({
    arr: kind,
    arrId: String(arrId),
    ...text(season, "seasonNumber"),
    ...text(episode, "episode"),
    ...text(absoluteEpisode, "absolute"),
    // Preferences in the query affect only the score. They are not sent to Prowlarr.
    ...(Object.keys(wants).length > 0 ? { q: raw.slice(0, 200), indexer: "0" } : {}),
  });
}

const SHELVES = { movie: "/movies", series: "/series", album: "/music/albums" } as const;

/** Returns the URL of the page of a title. Undefined if the title has no page yet. */
export function pageOf({ kind, arrId, local }: LookupResult): string | undefined {
  if (local) return `/local/${local.id}`;
  return arrId === undefined ? undefined : `${SHELVES[kind]}/${arrId}`;
}
