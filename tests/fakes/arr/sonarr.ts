import { generateSeries, type SeriesLibrary } from "./data_series.ts";
import type { Episode, EpisodeFile, Series } from "./series_model.ts";
import { type ArrFake, startLibrary } from "./shared/arr_server.ts";
import { type Commands, commandsOf } from "./shared/commands.ts";
import { type Desk, openDesk } from "./shared/desk.ts";
import { extensionOf, mediaBelow } from "./shared/disk.ts";
import { type Download, type Downloads, downloadsOf } from "./shared/downloads.ts";
import { filesystemRoutes } from "./shared/filesystem.ts";
import type { Routes } from "./shared/http.ts";
import { listRoutes } from "./shared/lists.ts";
import { episodesIn } from "./shared/names.ts";
import type { ArrOptions } from "./shared/options.ts";
import { searchesOf } from "./shared/releases.ts";
import { sonarrCommands, type SonarrParts } from "./sonarr_commands.ts";
import { episodeRoutes } from "./sonarr_episodes.ts";
import { completeEvent, webhookSeries } from "./sonarr_events.ts";
import { EpisodeImporter } from "./sonarr_import.ts";
import { Shows } from "./sonarr_library.ts";
import { manualImportRoutes } from "./sonarr_manual.ts";
import { searching } from "./sonarr_search.ts";
import { seriesRoutes } from "./sonarr_series.ts";

export interface SonarrOptions extends ArrOptions {
  /** A library, or the number of series to generate. */
  series?: SeriesLibrary | number;
  /** Total number of episodes of all generated series. */
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

/** Starts a fake Sonarr that behaves like the real application and uses a real folder. */
export async function startSonarr(options: SonarrOptions = {}): Promise<SonarrFake> {
  const desk = await openDesk("Sonarr", options, {
    numbers: EVENTS,
    of: { path: "series", id: "seriesId" },
    also: ["seasonNumber"],
  });
  const shows = new Shows(desk, libraryOf(desk, options));
  const importer: EpisodeImporter = new EpisodeImporter(desk, shows, () => downloads);
  const downloads: Downloads = downloadsOf(desk, {
    main: "seriesId",
    names: (download) => filesOf(parts, download),
    deliver: (download) => deliver(parts, download),
  });
  const parts: SonarrParts = { desk, shows, importer, downloads };
  const searches = searchesOf(desk, downloads, searching(parts));
  const commands = commandsOf({
    clock: desk.clock,
    takesMs: desk.durations.command,
    known: sonarrCommands(parts),
  });
  const fake = startLibrary(desk, {
    downloads,
    searches,
    commands,
    version: "v3",
    routes: routesOf(parts, commands),
    test: () => sendTest(desk),
  });
  return { ...fake, shows };
}

function libraryOf(desk: Desk, { series = 0, seed = 1, episodes }: SonarrOptions): SeriesLibrary {
  if (typeof series !== "number") return series;
  return generateSeries({ series, root: desk.root, seed, ...(episodes === undefined ? {} : { episodes }) });
}

/** Returns the files of a download. A season pack has one file per episode. */
function filesOf({ desk, shows }: SonarrParts, { title, targets }: Download): string[] {
  const extension = extensionOf(desk.options.files ?? ".mkv");
  if (episodesIn(title)?.episodes.length !== 0 || targets.length < 2) return [`${title}${extension}`];
  return targets.map(({ episodeId }) => {
    const number = String(shows.episode(episodeId)?.episodeNumber ?? 0).padStart(2, "0");
    return `${title.replace(/\.(S\d+)\./i, `.$1E${number}.`)}${extension}`;
  });
}

/** Imports a finished download. Returns the problems that prevent it. */
async function deliver(parts: SonarrParts, download: Download): Promise<string[]> {
  const { desk, shows } = parts;
  const [target] = download.targets;
  const series = shows.find(target?.seriesId);
  if (series === undefined) return ["Series title mismatch; automatic import is not possible."];
  const episodes = download.targets.flatMap(({ episodeId }) => shows.episode(episodeId) ?? []);
  const found = (await mediaBelow(download.folder)).map((file) => desk.paths.toRemote(file));
  const { files, problems } = await importFiles(parts, { download, series, episodes, found });
  if (found.length === 0) return ["No files found are eligible for import"];
  const from = desk.paths.toRemote(download.folder);
  if (problems.length === 0) {
    await desk.webhooks.send(completeEvent(shows, { series, episodes, files, from, download }));
  }
  return problems;
}

async function importFiles(
  { desk, importer }: SonarrParts,
  { download, series, episodes, found }: { download: Download; series: Series; episodes: Episode[]; found: string[] },
): Promise<{ files: EpisodeFile[]; problems: string[] }> {
  const { quality, languages = [], releaseGroup, title } = download;
  const problems: string[] = [];
  const files: EpisodeFile[] = [];
  for (const from of found) {
    const numbers = episodesIn(desk.paths.name(from))?.episodes ?? [];
    await importer.import({
      from,
      series,
      episodes: found.length === 1 ? episodes : episodes.filter(({ episodeNumber }) => numbers.includes(episodeNumber)),
      quality,
      languages,
      releaseGroup,
      sceneName: title,
      releaseType: found.length > 1 ? "seasonPack" : undefined,
      mode: "auto",
      download,
    })
      .then((file) => files.push(file), (error) => problems.push(String(error)));
  }
  return { files, problems };
}

function routesOf({ desk, shows, importer, downloads }: SonarrParts, commands: Commands): Routes {
  const event = (type: string, series: Series) => ({ ...desk.event(type), series: webhookSeries(shows, series) });
  return {
    ...listRoutes(desk, () => shows.all().map(({ path }) => path)),
    ...filesystemRoutes(desk.paths, desk.options.windows === true),
    ...seriesRoutes(desk, shows, {
      added: (series) => {
        commands.push("RefreshSeries", { seriesId: series.id, isNewSeries: true });
        desk.clock.after(0, () => desk.webhooks.send(event("SeriesAdd", series)));
      },
      deleted: (series) => desk.webhooks.send({ ...event("SeriesDelete", series), deletedFiles: false }),
    }),
    ...episodeRoutes(desk, shows, async (file) => {
      importer.deleted(file);
      await desk.webhooks.send({ ...event("EpisodeFileDelete", shows.get(file.seriesId)), deleteReason: "manual" });
    }),
    ...manualImportRoutes(shows, (id) => downloads.find(id)),
  };
}

const sendTest = (desk: Desk): Promise<void> =>
  desk.webhooks.send({
    ...desk.event("Test"),
    series: { id: 1, title: "Test Title", path: "C:\\testpath", tvdbId: 1234, tags: ["test-tag"] },
    episodes: [{ id: 123, episodeNumber: 1, seasonNumber: 1, title: "Test title" }],
  });
