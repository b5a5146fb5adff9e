import type { TitleRepository } from "../../../db/library/titles.ts";
import type { Clock } from "../../kit/clock.ts";
import { fold } from "../../kit/fold.ts";
import { createKeptIndex } from "./kept_index.ts";
import type { LookupResult } from "../search_model.ts";
import { foldedTitle, titleScore } from "../matching/rank.ts";
import { libraryAlbumResult } from "./results.ts";
import type { TitleHit } from "../matching/title_index.ts";

/** Searches albums of the music library by title, artist and track titles. */
export interface MusicSearch {
  /** Returns the best `limit` matches for any of the texts. `matchedOn` is the name or track that matched. */
  search(texts: readonly string[], options: { year?: number | undefined; limit: number }): Promise<LookupResult[]>;
}

/**
 * Factor for a match with the artist. All albums of an artist match the artist name. An album, movie or series with
 * that title should be listed first.
 */
const ARTIST_SHARE = 0.8;
/** Factor for a match with a track, which is less significant than a match with a title. */
const TRACK_SHARE = 0.6;
/** Number of letters. For shorter texts, tracks are not searched, because most of them contain the text. */
const MAX_SKIPPED_LENGTH = 2;

/** Creates the search for albums. Names are kept in memory (about 1 kB each). Tracks are searched in the database. */
export function createMusicSearch(titles: TitleRepository, clock: Clock): MusicSearch {
  const index = createKeptIndex({ source: titles.albums(), clock, everyMs: 0 });

  /** Does not tolerate typing errors, because hundreds of thousands of track titles cannot be kept in memory. */
  async function byTrack(texts: readonly string[], limit: number): Promise<TitleHit<number>[]> {
    const typed = [...new Set(texts.map(fold))].filter((text) => text.length > MAX_SKIPPED_LENGTH).map(foldedTitle);
    const found = await Promise.all(typed.map(async (text) => {
      const tracks = await titles.tracksWith(text.folded.split(" "), limit);
      return tracks.map(({ albumId, title }) => ({
        id: albumId,
        score: TRACK_SHARE * titleScore(text, foldedTitle(fold(title))),
        matchedOn: title,
      }));
    }));
    return found.flat();
  }

  return {
    async search(texts, { year, limit }) {
      const [named, tracks] = await Promise.all([
        index.current().then((names) => names.search(texts, { year, limit: 2 * limit })),
        byTrack(texts, limit),
      ]);
      const records = new Map(
        (await titles.albumRecords([...new Set([...named, ...tracks].map(({ id }) => id))]))
          .map(({ id, record }) => [id, record]),
      );
      const best = new Map<number, LookupResult & { score: number }>();
      for (const hit of [...named, ...tracks]) {
        if (!records.has(hit.id)) continue;
        const result = libraryAlbumResult(records.get(hit.id), hit);
        const ofArtist = hit.matchedOn !== undefined && hit.matchedOn === result.artist;
        const score = (result.score ?? 0) * (ofArtist ? ARTIST_SHARE : 1);
        if (score > (best.get(hit.id)?.score ?? -1)) best.set(hit.id, { ...result, score });
      }
      return [...best.values()].sort((a, b) => b.score - a.score || a.title.length - b.title.length).slice(0, limit);
    },
  };
}
