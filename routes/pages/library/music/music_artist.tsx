import type { LibraryState } from "../../../../lib/library/video_model.ts";
import type { Album, Artist } from "../../../../lib/library/music_model.ts";
import { count } from "../../../../lib/kit/format.ts";
import { Backdrop, Picture } from "../../../../lib/ui/components/picture.tsx";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { StaleNote } from "../video/library_parts.tsx";
import { AlbumCard, tracksOf } from "./music_parts.tsx";

/** One artist of Lidarr's library with all albums. `state` includes the age of the data. */
export interface ArtistPageData {
  artist: Artist;
  albums: Album[];
  state: LibraryState;
  now: Date;
}

/** Page of one artist with the albums grouped by type. */
export function ArtistPage({ artist, albums, state, now }: ArtistPageData) {
  const kinds = Map.groupBy(albums, ({ albumType }) => albumType || "Other");
  const more = [artist.status, artist.qualityProfile, artist.monitored ? "monitored" : "not monitored"];
  return (
    <Page
      title={artist.name}
      lead={[artist.genres.slice(0, 3).join(", "), count(albums.length, "album"), tracksOf(artist.statistics)]
        .filter((part) => part).join(" · ")}
    >
      <StaleNote state={state} now={now} />
      <section class="card title-head" aria-label="About">
        <Backdrop url={artist.fanart} />
        <Picture url={artist.poster} title={artist.name} width={160} height={240} />
        <div class="stack">
          <p>{artist.overview || "No description."}</p>
          <p class="quiet small">{more.filter((part) => part).join(" · ")}</p>
          <p class="path small">{artist.path}</p>
          {artist.links.length > 0 && (
            <p class="small">
              {artist.links.filter(({ url }) => /^https?:/i.test(url)).map(({ name, url }) => (
                <>
                  <a href={url} rel="noreferrer">{name}</a>
                  {" "}
                </>
              ))}
            </p>
          )}
        </div>
      </section>
      {albums.length === 0 && (
        <Empty title="No albums yet">
          <p>Lidarr loads a new artist's albums after it is added. Check again in a minute.</p>
        </Empty>
      )}
      {[...kinds].map(([kind, own]) => (
        <section class="section" aria-label={kind}>
          <h2>
            {kind} <span class="quiet">{own.length}</span>
          </h2>
          <div class="posters">{own.map((album) => <AlbumCard album={album} />)}</div>
        </section>
      ))}
    </Page>
  );
}
