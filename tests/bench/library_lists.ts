/**
 * Measures the pages of lists: 10,000 movies, 3,000 artists with 30,000 tracks, 10,000 local titles. `deno run -A
 * tests/bench/library_lists.ts`.
 */
import type { FoundFolder } from "../../lib/library/local_title_model.ts";
import { itemId } from "../../lib/library/local/recognition/title_key.ts";
import { titleKey } from "../../lib/kit/fold.ts";
import type { Album, Artist, Track } from "../../lib/library/music_model.ts";
import { albumRow, artistRow, filesOf, trackRow } from "../../lib/library/music/music_rows.ts";
import { musicCatalogueRepository } from "../../db/library/music_catalogue.ts";
import { localRepository } from "../../db/library/local/local.ts";
import { videoNameFacets } from "../../lib/library/local/recognition/parsed_name.ts";
import { parseReleaseName } from "../../lib/media/release_names/parse.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { titleOf } from "../fakes/arr/data_words.ts";
import { seeded } from "../fakes/arr/shared/random.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { openApp, type TestApp } from "../fixtures/app.ts";
import { type Figure, median, quantile, runSuite } from "./report.ts";

const FILMS = 10_000;
const ARTISTS = 3_000;
/** Number of tracks, ten for each artist. */
const TRACKS = 30_000;
const LOCAL = 10_000;
const ROUNDS = 100;
/** Number of requests before the measurement, in which the code is compiled. */
const WARM_UP = 20;
const PAGE_MS = 25;

/** Measures the 95th percentile of the server time for the pages and fragments of each list. */
export async function measureLists(): Promise<Figure[]> {
  await using radarr = await startRadarr({ movies: generateMovies({ count: FILMS, root: "/films" }) });
  await using app = await openApp();
  await app.instance.settings.update({
    localMedia: { enabled: false },
    connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
  });
  await app.instance.library.refresh("movie");
  await fillMusic(app);
  await fillLocal(app);
  const asked = [
    ["films", "/movies"],
    ["films, narrowed, as a table", "/movies?resolution=1080p&sort=size&order=desc&view=table"],
    ["films, a piece of the middle", "/movies/items?offset=5000&limit=60"],
    ["artists", "/music"],
    ["artists, narrowed, as a table", "/music?sound=lossless&format=flac&sort=size&order=desc&view=table"],
    ["artists by tracks", "/music?sort=tracks&order=desc"],
    ["artists, a piece of the middle", "/music/items?offset=1500&limit=60"],
    ["albums", "/music/albums"],
    ["albums, a piece of the middle, by artist", "/music/albums/items?offset=3000&limit=60&sort=artist"],
    ["local titles", "/local"],
    ["local titles, narrowed, as a table", "/local?codec=hevc&sort=size&view=table"],
    ["local titles, a piece of the middle", "/local/items?offset=5000&limit=60"],
    ["artists encoded here", "/music?filter=encoded"],
    ["local titles encoded here", "/local?filter=encoded"],
  ] as const;
  const figures: Figure[] = [];
  for (const [name, path] of asked) {
    const times: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const started = performance.now();
      const response = await app.call(path, { headers: { Accept: "text/html" } });
      await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      if (round >= 0) times.push(performance.now() - started);
    }
    const limit = /encoded/.test(name) ? 4 * PAGE_MS : PAGE_MS;
    const note = `half within ${median(times).toFixed(1)} ms`;
    figures.push({ name: `${name}, p95`, value: quantile(times, 0.95), unit: "ms", limit, note });
  }
  return figures;
}

/** Stores artists with two albums of five tracks each. */
async function fillMusic({ instance: { store } }: TestApp): Promise<void> {
  const repository = musicCatalogueRepository(store);
  const [ofArtist, ofAlbum] = [TRACKS / ARTISTS, TRACKS / ARTISTS / 2];
  for (let id = 1; id <= ARTISTS; id++) {
    const name = titleOf(id, seeded(`bench/${id}`));
    const lossless = id % 3 > 0;
    const tracks = Array.from({ length: ofArtist }, (_, i) => trackOf(id, i, ofAlbum, lossless));
    const counts = { trackCount: ofArtist, trackFileCount: ofArtist, sizeOnDisk: ofArtist * 30_000_000 };
    const artist: Artist = {
      ...{ id, name, foreignArtistId: `a${id}`, overview: "Told at length. ".repeat(40), path: `/music/${id}` },
      ...{ genres: ["Rock"], monitored: true, links: [], formats: [], qualities: [] },
      statistics: { albumCount: 2, ...counts },
    };
    const wire = { added: "2020-01-01T00:00:00Z", statistics: { albumCount: 2, totalTrackCount: ofArtist, ...counts } };
    const albums = [0, 1].map((nth): Album => ({
      ...{ id: id * 2 + nth, artistId: id, artist: name, foreignAlbumId: `r${id}-${nth}`, title: `${name} ${nth}` },
      ...{ albumType: "Album", secondaryTypes: [], genres: [], monitored: true, formats: [], qualities: [] },
      ...{ year: 1970 + id % 50, statistics: { ...counts, trackCount: ofAlbum, trackFileCount: ofAlbum } },
    }));
    await repository.putArtist(
      artistRow(artist, wire, {
        localPath: `/music/${id}`,
        fingerprint: "f",
        files: filesOf(tracks),
      }),
      albums.map((album) => albumRow(album, wire, tracks.filter(({ albumId }) => albumId === album.id))),
      tracks.map((track) => trackRow(track, id)),
    );
  }
}

function trackOf(artistId: number, i: number, ofAlbum: number, lossless: boolean): Track {
  const id = artistId * 100 + i;
  const path = `/music/${artistId}/${i}.${lossless ? "flac" : "mp3"}`;
  return {
    ...{ id, albumId: artistId * 2 + Math.floor(i / ofAlbum), trackNumber: String(i + 1), absoluteTrackNumber: i + 1 },
    ...{ mediumNumber: 1, title: `Track ${id}`, durationMs: 200_000, hasFile: true },
    file: {
      ...{ id, path, localPath: path, visible: true, size: 30_000_000 + id, lossless },
      ...{ quality: lossless ? "FLAC" : "MP3-320", codec: lossless ? "FLAC" : "MP3" },
    },
  };
}

/** Stores movies in separate folders, named with words that occur in release names. */
async function fillLocal({ instance: { store } }: TestApp): Promise<void> {
  const folders = Array.from({ length: LOCAL }, (_, i): FoundFolder => {
    const title = `${titleOf(i, seeded(`local/${i}`))} ${i}`;
    const path = `/local/Movies/${title} (1990)`;
    const name = `${title}.1990.${i % 2 ? "1080p" : "2160p"}.BluRay.${i % 3 ? "x265" : "x264"}-GRP.mkv`;
    const id = itemId("movie", path);
    const parsed = parseReleaseName(name, "movie");
    return {
      ...{ path, root: "/local", stamp: "s", subfolders: 0, unreadable: 0 },
      titles: [{
        ...{ id, kind: "movie", title, titleKey: titleKey(title), year: 1990, anime: false, imageCue: false },
        ...{ folder: path, ownsFolder: true, root: "/local" },
      }],
      files: [{
        ...{ name, itemId: id, size: 5e9 + i * 1e6, mtime: 1e12, quality: parsed.quality },
        facets: videoNameFacets(parsed),
      }],
    };
  });
  await localRepository(store).store(folders, 1);
}

if (import.meta.main) Deno.exit(await runSuite("lists", measureLists) === 0 ? 0 : 1);
