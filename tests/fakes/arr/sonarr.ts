import { episodesOf, generateSeries, type SeriesLibrary } from "./data_series.ts";
import type { EpisodeFile, Series } from "./series_model.ts";
import { type ArrFake, startLibrary } from "./shared/arr_server.ts";
import { commandsOf } from "./shared/commands.ts";
import { openDesk } from "./shared/desk.ts";
import { extensionOf, mediaBelow } from "./shared/disk.ts";
import { type Download, type Downloads, downloadsOf } from "./shared/downloads.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import { listRoutes } from "./shared/lists.ts";
import { episodesIn } from "./shared/names.ts";
import type { ArrOptions } from "./shared/options.ts";
import { searchesOf } from "./shared/releases.ts";
import type { Fields } from "./shared/types.ts";
import { episodeRoutes } from "./sonarr_episodes.ts";
import { completeEvent, webhookEpisode, webhookSeries } from "./sonarr_events.ts";
import { EpisodeImporter } from "./sonarr_import.ts";
import { Shows } from "./sonarr_library.ts";
import { manualImportRoutes, renameSeries } from "./sonarr_manual.ts";
import { asked, ofSeason, releasesFor } from "./sonarr_search.ts";
import { seriesRoutes } from "./sonarr_series.ts";

export interface SonarrOptions extends ArrOptions {
  /** A library, or how many series to make up. */
  series?: SeriesLibrary | number;
  /** Of all made-up series together. */
  episodes?: number;
}

export interface SonarrFake extends ArrFake {
  shows: Shows;
  next: Downloads["next"];
  refusing: Set<number>;
}

const EVENTS = {
  unknown: 0,
  grabbed: 1,
  seriesFolderImported: 2,
  downloadFolderImported: 3,
  downloadFailed: 4,
  episodeFileDeleted: 5,
  episodeFileRenamed: 6,
  downloadIgnored: 7,
};

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];

/** A series manager that behaves like the real one, below a real folder. */
export async function startSonarr(options: SonarrOptions = {}): Promise<SonarrFake> {
  const desk = await openDesk("Sonarr", options, {
    numbers: EVENTS,
    of: { path: "series", id: "seriesId" },
    also: ["seasonNumber"],
  });
  const { clock, durations } = desk;
  const wanted = options.series ?? 0;
  const shows = new Shows(
    desk,
    typeof wanted === "number"
      ? generateSeries({
        series: wanted,
        root: desk.root,
        seed: options.seed ?? 1,
        ...(options.episodes === undefined ? {} : { episodes: options.episodes }),
      })
      : wanted,
  );
  const importer: EpisodeImporter = new EpisodeImporter(desk, shows, () => downloads);
  const parts = { desk, shows };
  const downloads: Downloads = downloadsOf(desk, { main: "seriesId", names: namesOf, deliver });

  /** A season pack has a file per episode. */
  function namesOf({ title, targets }: Download): string[] {
    const extension = extensionOf(options.files ?? ".mkv");
    if (episodesIn(title)?.episodes.length !== 0 || targets.length < 2) return [`${title}${extension}`];
    return targets.map(({ episodeId }) => {
      const number = String(shows.episode(episodeId)?.episodeNumber ?? 0).padStart(2, "0");
      return `${title.replace(/\.(S\d+)\./i, `.$1E${number}.`)}${extension}`;
    });
  }

  async function deliver(download: Download): Promise<string[]> {
    const { quality, languages = [], releaseGroup, title } = download;
    const [target] = download.targets;
    const series = shows.find(target?.seriesId);
    if (series === undefined) return ["Series title mismatch; automatic import is not possible."];
    const all = download.targets.flatMap(({ episodeId }) => shows.episode(episodeId) ?? []);
    const found = (await mediaBelow(download.folder)).map((file) => desk.paths.toRemote(file));
    const problems: string[] = [];
    const files: EpisodeFile[] = [];
    for (const from of found) {
      const numbers = episodesIn(desk.paths.name(from))?.episodes ?? [];
      const episodes = found.length === 1 ? all : all.filter(({ episodeNumber }) => numbers.includes(episodeNumber));
      const releaseType = found.length > 1 ? "seasonPack" : undefined;
      await importer.import({
        from,
        series,
        episodes,
        quality,
        languages,
        releaseGroup,
        sceneName: title,
        releaseType,
        mode: "auto",
        download,
      })
        .then((file) => files.push(file), (error) => problems.push(String(error)));
    }
    if (found.length === 0) return ["No files found are eligible for import"];
    const from = desk.paths.toRemote(download.folder);
    if (problems.length === 0) {
      await desk.webhooks.send(completeEvent(shows, { series, episodes: all, files, from, download }));
    }
    return problems;
  }

  const event = (type: string, series: Series) => ({ ...desk.event(type), series: webhookSeries(shows, series) });
  const searches = searchesOf(desk, downloads, {
    search: ({ query }) => asked(parts, query),
    mapped: ({ seriesId, episodeId, episodeIds }) => {
      const series = typeof seriesId === "number" ? shows.find(seriesId) : undefined;
      const ids = [...numbers([episodeId]), ...numbers(episodeIds)];
      return series === undefined ? [] : ids.flatMap((id) => {
        const episode = shows.episode(id);
        return episode?.seriesId === series.id
          ? [{ seriesId: series.id, episodeId: id, seasonNumber: episode.seasonNumber }]
          : [];
      });
    },
    onGrab: async (release, downloadId) => {
      const series = shows.get(release.targets[0]?.seriesId);
      const episodes = release.targets.flatMap(({ episodeId }) => shows.episode(episodeId) ?? []);
      await desk.webhooks.send({
        ...event("Grab", series),
        episodes: episodes.map((episode) => webhookEpisode(series, episode)),
        release: {
          releaseTitle: release.title,
          indexer: release.indexer,
          size: release.size,
          quality: release.quality.quality.name,
        },
        downloadId,
      });
    },
  });

  const some = (ids: number[]) => ids.length === 0 ? [...shows.all()] : ids.flatMap((id) => shows.find(id) ?? []);
  const rescan = async ({ seriesId, seriesIds }: Fields) => {
    for (const series of some([...numbers([seriesId]), ...numbers(seriesIds)])) await importer.rescan(series);
  };
  /** Fetches the episodes of what was just added, then reads its folder. */
  const refresh = async (body: Fields) => {
    for (const series of some([...numbers([body.seriesId]), ...numbers(body.seriesIds)])) {
      if (shows.episodesOf(series.id).length > 0) continue;
      const episodes = episodesOf(series, shows.nextEpisodeId());
      for (const episode of episodes) {
        episode.monitored = series.monitored && series.monitoredSeasons.includes(episode.seasonNumber);
      }
      shows.addEpisodes(episodes);
    }
    await rescan(body);
  };
  const take = (found: ReturnType<typeof asked>) =>
    found.filter(({ rejections }) => rejections.length === 0).slice(0, 1).forEach(downloads.start);

  const commands = commandsOf({
    clock,
    takesMs: durations.command,
    known: {
      RescanSeries: rescan,
      RefreshSeries: refresh,
      DownloadedEpisodesScan: (body) => importer.scan(body),
      ManualImport: (body) => importer.manual(body),
      RenameFiles: (body) => renameSeries(desk, shows, some(numbers([body.seriesId]))),
      RenameSeries: (body) => renameSeries(desk, shows, some(numbers(body.seriesIds))),
      EpisodeSearch: async ({ episodeIds }) => {
        for (const episode of numbers(episodeIds).flatMap((id) => shows.episode(id) ?? [])) {
          take(releasesFor(parts, shows.get(episode.seriesId), [episode], false));
        }
        await Promise.resolve();
      },
      SeasonSearch: async ({ seriesId, seasonNumber }) => {
        take(ofSeason(parts, shows.get(Number(seriesId)), Number(seasonNumber)));
        await Promise.resolve();
      },
      SeriesSearch: async ({ seriesId }) => {
        const series = shows.get(Number(seriesId));
        for (const season of series.monitoredSeasons) take(ofSeason(parts, series, season));
        await Promise.resolve();
      },
    },
  });

  return {
    ...startLibrary(desk, {
      downloads,
      searches,
      commands,
      version: "v3",
      routes: {
        ...listRoutes(desk, () => shows.all().map(({ path }) => path)),
        ...filesystemRoutes(desk.paths, options.windows === true),
        ...seriesRoutes(desk, shows, {
          added: (series) => {
            commands.push("RefreshSeries", { seriesId: series.id, isNewSeries: true });
            clock.after(0, () => desk.webhooks.send(event("SeriesAdd", series)));
          },
          deleted: (series) => desk.webhooks.send({ ...event("SeriesDelete", series), deletedFiles: false }),
        }),
        ...episodeRoutes(desk, shows, async (file) => {
          importer.deleted(file);
          await desk.webhooks.send({ ...event("EpisodeFileDelete", shows.get(file.seriesId)), deleteReason: "manual" });
        }),
        ...manualImportRoutes(desk, shows, (id) => downloads.find(id)),
      },
      test: () =>
        desk.webhooks.send({
          ...desk.event("Test"),
          series: { id: 1, title: "Test Title", path: "C:\\testpath", tvdbId: 1234, tags: ["test-tag"] },
          episodes: [{ id: 123, episodeNumber: 1, seasonNumber: 1, title: "Test title" }],
        }),
    }),
    shows,
  };
}
