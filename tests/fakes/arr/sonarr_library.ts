import { type SeriesLibrary, showByTvdb } from "./data_series.ts";
import {
  type Counted,
  type Episode,
  type EpisodeFile,
  episodeFileResource,
  episodeResource,
  type Series,
  seriesResource,
  type Show,
} from "./series_model.ts";
import type { Desk } from "./shared/desk.ts";
import { missing } from "./shared/errors.ts";
import { bare, episodesIn } from "./shared/names.ts";
import { belowCutoff } from "./shared/profiles.ts";
import type { Fields } from "./shared/types.ts";

/** Series of a Sonarr with their episodes and files. */
export class Shows {
  readonly #series = new Map<number, Series>();
  readonly #episodes = new Map<number, Episode>();
  readonly #bySeries = new Map<number, Episode[]>();
  readonly files = new Map<number, EpisodeFile>();
  #lastEpisode = 0;
  #lastFile = 0;

  constructor(readonly desk: Desk, { series, episodes, files }: SeriesLibrary) {
    for (const one of series) this.#series.set(one.id, { ...one });
    this.addEpisodes(episodes.map((episode) => ({ ...episode })));
    for (const file of files) this.files.set(file.id, { ...file });
    this.#lastFile = Math.max(0, ...files.slice(-1).map(({ id }) => id));
  }

  all(): MapIterator<Series> {
    return this.#series.values();
  }

  find(id: number | undefined): Series | undefined {
    return id === undefined ? undefined : this.#series.get(id);
  }

  get(id: number | string | undefined): Series {
    const series = this.find(Number(id));
    if (series === undefined) throw missing("Series", id ?? 0);
    return series;
  }

  byTvdb(tvdbId: number): Series | undefined {
    return this.all().find((series) => series.tvdbId === tvdbId);
  }

  show(tvdbId: number): Show | undefined {
    return this.byTvdb(tvdbId) ?? showByTvdb(tvdbId);
  }

  add(series: Omit<Series, "id">): Series {
    const added = { ...series, id: Math.max(0, ...this.#series.keys()) + 1 };
    this.#series.set(added.id, added);
    return added;
  }

  delete({ id }: Series): void {
    for (const episode of this.episodesOf(id)) this.#episodes.delete(episode.id);
    for (const file of this.filesOf(id)) this.files.delete(file.id);
    this.#bySeries.delete(id);
    this.#series.delete(id);
  }

  addEpisodes(episodes: Episode[]): void {
    for (const episode of episodes) {
      this.#episodes.set(episode.id, episode);
      this.#lastEpisode = Math.max(this.#lastEpisode, episode.id);
      const list = this.#bySeries.get(episode.seriesId);
      if (list === undefined) this.#bySeries.set(episode.seriesId, [episode]);
      else list.push(episode);
    }
  }

  nextEpisodeId(): number {
    return this.#lastEpisode + 1;
  }

  nextFileId(): number {
    return ++this.#lastFile;
  }

  episode(id: number | undefined): Episode | undefined {
    return id === undefined ? undefined : this.#episodes.get(id);
  }

  episodesOf(seriesId: number): Episode[] {
    return this.#bySeries.get(seriesId) ?? [];
  }

  allEpisodes(): MapIterator<Episode> {
    return this.#episodes.values();
  }

  filesOf(seriesId: number): EpisodeFile[] {
    const ids = new Set(this.episodesOf(seriesId).map(({ episodeFileId }) => episodeFileId));
    return [...ids].flatMap((id) => this.files.get(id) ?? []);
  }

  /** Returns the series and episodes that match a file name. Absolute numbers are used only for anime. */
  named(name: string): { series: Series; episodes: Episode[]; seasonNumber?: number } | undefined {
    const said = episodesIn(name);
    const words = bare(said?.title ?? "");
    const series = said && words !== "" ? this.all().find(({ title }) => bare(title) === words) : undefined;
    if (said === undefined || series === undefined) return undefined;
    const anime = series.seriesType === "anime" && said.absolute !== undefined;
    const episodes = this.episodesOf(series.id).filter((one) =>
      anime
        ? one.absoluteEpisodeNumber === said.absolute
        : one.seasonNumber === said.season && said.episodes.includes(one.episodeNumber)
    );
    return { series, episodes, ...(said.season === undefined ? {} : { seasonNumber: said.season }) };
  }

  resource(series: Series): Fields {
    const episodes = this.episodesOf(series.id);
    return seriesResource(series, {
      root: this.desk.root,
      counts: (season) => this.#count(episodes.filter(({ seasonNumber }) => seasonNumber === season)),
      total: this.#count(episodes.filter(({ seasonNumber }) => seasonNumber > 0)),
    });
  }

  known(show: Show): Fields {
    const series = this.byTvdb(show.tvdbId);
    if (series !== undefined) return this.resource(series);
    const none = this.#count([]);
    return seriesResource(show, { root: this.desk.root, counts: () => none, total: none });
  }

  episodeResource(episode: Episode, { file = false, series = false } = {}): Fields {
    const of = this.get(episode.seriesId);
    const found = file ? this.files.get(episode.episodeFileId) : undefined;
    return {
      ...episodeResource(of, episode),
      ...(found === undefined ? {} : { episodeFile: this.fileResource(found) }),
      ...(series ? { series: this.resource(of) } : {}),
    };
  }

  fileResource(file: EpisodeFile): Fields {
    const series = this.get(file.seriesId);
    return episodeFileResource(series, file, this.cutoffNotMet(series, file));
  }

  cutoffNotMet({ qualityProfileId }: Series, { quality }: EpisodeFile): boolean {
    const profile = this.desk.profile(qualityProfileId);
    return profile !== undefined && belowCutoff(profile, quality.quality);
  }

  /** `episodeCount` counts episodes that are aired and monitored or have a file. `totalEpisodeCount` counts all. */
  #count(episodes: Episode[]): Counted {
    const today = this.desk.clock.date().toISOString().slice(0, 10);
    const held = episodes.filter(({ episodeFileId }) => episodeFileId > 0);
    const files = new Set(held.map(({ episodeFileId }) => episodeFileId));
    return {
      episodeFileCount: held.length,
      episodeCount: episodes.filter((one) => one.episodeFileId > 0 || (one.monitored && one.airDate <= today)).length,
      totalEpisodeCount: episodes.length,
      sizeOnDisk: [...files].reduce((sum, id) => sum + (this.files.get(id)?.size ?? 0), 0),
    };
  }
}
