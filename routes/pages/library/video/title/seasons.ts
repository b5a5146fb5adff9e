import type { Episode, MediaFile } from "../../../../../lib/library/video_model.ts";

/** A season on the series page. */
export interface Season {
  number: number;
  name: string;
  /**
   * Episodes with the index of their file among the files of the series. The index is undefined if an earlier episode
   * has the same file.
   */
  rows: { episode: Episode; index?: number }[];
  /** Files that can be queued, without duplicates. */
  ready: MediaFile[];
  /** Number of episodes on disk. */
  present: number;
  /** Size of all files, without duplicates. */
  bytes: number;
  remuxes: number;
}

/** Groups episodes by season, newest first and specials last. Pure. */
export function seasonsOf(episodes: Episode[]): Season[] {
  const seen = new Map<number, number>();
  const rows = episodes.map((episode) => {
    const { file } = episode;
    if (file === undefined || seen.has(file.id)) return { episode };
    seen.set(file.id, seen.size);
    return { episode, index: seen.size - 1 };
  });
  return [...Map.groupBy(rows, ({ episode }) => episode.seasonNumber)]
    .sort(([a], [b]) => b - a)
    .map(([number, own]) => {
      const files = own.flatMap(({ episode: { file }, index }) => file && index !== undefined ? [file] : []);
      return {
        number,
        name: number === 0 ? "Specials" : `Season ${number}`,
        rows: own,
        ready: files.filter(({ visible }) => visible),
        present: own.filter(({ episode }) => episode.hasFile).length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        remuxes: files.filter(({ isRemux }) => isRemux).length,
      };
    });
}
