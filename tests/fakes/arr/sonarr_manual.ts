import * as z from "zod";
import { type Episode, episodeFileName, episodePath, type Series } from "./series_model.ts";
import type { Desk } from "./shared/desk.ts";
import { mediaBelow, place, sizeOf } from "./shared/disk.ts";
import type { Download } from "./shared/downloads.ts";
import { bodyAs, failed } from "./shared/errors.ts";
import { boolOf, intOf, json, type Routes, valueOf } from "./shared/http.ts";
import { groupIn } from "./shared/names.ts";
import { rankIn } from "./shared/profiles.ts";
import { qualityIn } from "./shared/qualities.ts";
import { hash } from "./shared/random.ts";
import type { Fields, QualityModel } from "./shared/types.ts";
import type { Shows } from "./sonarr_library.ts";

const Item = z.looseObject({
  path: z.string().default(""),
  seriesId: z.number().int().default(0),
  seasonNumber: z.number().int().nullish(),
  episodeIds: z.array(z.number().int()).nullish(),
  quality: z.custom<QualityModel>().optional(),
  languages: z.array(z.looseObject({ id: z.number() })).nullish(),
});

/** Decisions of Sonarr's manual import. */
export function manualImportRoutes(shows: Shows, download: (id: string) => Download | undefined): Routes {
  return {
    "GET /manualimport": async ({ query }) => json(await items(shows, query, download)),
    "POST /manualimport": ({ body }) => {
      const asked = bodyAs(z.array(Item), body);
      if (asked.length === 0) throw failed(400, "items must be provided");
      return json(asked.map((one) => judged(shows, one)));
    },
  };
}

/** Returns the files of a folder, a download or a series. */
async function items(
  shows: Shows,
  query: URLSearchParams,
  download: (id: string) => Download | undefined,
): Promise<Fields[]> {
  const { paths } = shows.desk;
  const series = shows.find(intOf(query, "seriesId"));
  const season = intOf(query, "seasonNumber");
  const downloadId = valueOf(query, "downloadId") ?? "";
  const known = download(downloadId);
  const folder = known === undefined ? valueOf(query, "folder") ?? "" : paths.toRemote(known.folder);
  // With a series and no download, the folder is ignored and the files of the series are listed.
  const own = series !== undefined && downloadId === "";
  const base = (own ? series.path : folder).replace(/(?<=.)[\\/]+$/, "");
  const files = base === "" ? [] : await mediaBelow(paths.toDisk(base));
  const used = usedPaths(shows, base);
  const filtered = !own && boolOf(query, "filterExistingFiles", true);
  const fresh = filtered ? files.filter((file) => !used.has(paths.toRemote(file))) : files;
  const found = await Promise.all(fresh.map((file) => itemOf(shows, file, base, own ? series : undefined)));
  return found
    .filter((one) => !own || season === undefined || one.seasonNumber === season)
    .map((one) => known === undefined ? one : { ...one, downloadId });
}

/** Returns the files of the series in or around a folder. */
function usedPaths(shows: Shows, folder: string): Set<string> {
  const { paths } = shows.desk;
  return new Set(
    shows.all().flatMap((one) =>
      paths.within(folder, one.path) || paths.within(one.path, folder)
        ? shows.filesOf(one.id).map((file) => episodePath(one, file))
        : []
    ),
  );
}

async function itemOf(shows: Shows, local: string, base: string, known?: Series): Promise<Fields> {
  const { paths } = shows.desk;
  const path = paths.toRemote(local);
  const name = paths.name(path);
  const { said, held, series, episodes } = guess(shows, path, known);
  const folderName = paths.name(paths.parent(path));
  const quality = held?.quality ?? qualityIn("Sonarr", `${folderName}/${name}`);
  return {
    id: hash(path) >>> 1,
    path,
    relativePath: path.slice(base.length + 1) || name,
    folderName,
    name: name.replace(/\.\w+$/, ""),
    size: await sizeOf(local) ?? 0,
    series: series && shows.resource(series),
    seasonNumber: episodes[0]?.seasonNumber ?? said?.seasonNumber,
    episodes: episodes.map((episode) => shows.episodeResource(episode)),
    episodeFileId: held?.id,
    releaseGroup: groupIn(name) ?? "",
    quality,
    languages: [series?.originalLanguage ?? { id: 0, name: "Unknown" }],
    qualityWeight: 0,
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    releaseType: episodes.length === 0 ? "unknown" : episodes.length > 1 ? "multiEpisode" : "singleEpisode",
    rejections: held === undefined ? rejectionsOf(shows, series, episodes, quality) : [],
  };
}

/**
 * Returns the file and episodes for a path: the assigned episodes of a file in the library, or otherwise the episodes
 * in the file name.
 */
function guess(shows: Shows, path: string, known: Series | undefined) {
  const said = shows.named(shows.desk.paths.name(path));
  const held = known === undefined
    ? undefined
    : shows.filesOf(known.id).find((file) => episodePath(known, file) === path);
  const series = known ?? said?.series;
  const episodes = held !== undefined && known !== undefined
    ? shows.episodesOf(known.id).filter(({ episodeFileId }) => episodeFileId === held.id)
    : said?.series.id === series?.id
    ? said?.episodes ?? []
    : [];
  return { said, held, series, episodes };
}

/** Re-evaluates an item after the user has changed its assignment. */
function judged(shows: Shows, asked: z.output<typeof Item>): Fields {
  if (!Array.isArray(asked.languages)) throw failed(500, "Value cannot be null. (Parameter 'source')");
  const series = shows.find(asked.seriesId);
  const episodes = (asked.episodeIds ?? []).flatMap((id) => shows.episode(id) ?? []);
  const quality = asked.quality ?? qualityIn("Sonarr", asked.path);
  return {
    ...asked,
    quality,
    episodes: episodes.map((episode) => shows.episodeResource(episode)),
    customFormats: [],
    customFormatScore: 0,
    rejections: rejectionsOf(shows, series, episodes, quality),
  };
}

function rejectionsOf(
  shows: Shows,
  series: Series | undefined,
  episodes: Episode[],
  quality: QualityModel,
): Fields[] {
  const permanent = (reason: string) => [{ reason, type: "permanent" }];
  if (series === undefined) return permanent("Unknown Series");
  if (episodes.length === 0) return permanent("Invalid season or episode");
  const profile = shows.desk.profile(series.qualityProfileId);
  const held = episodes.flatMap(({ episodeFileId }) => shows.files.get(episodeFileId)?.quality.quality ?? []);
  const worse = held.find(({ id }) =>
    profile !== undefined && rankIn(profile, quality.quality.id) <= rankIn(profile, id)
  );
  return worse === undefined
    ? []
    : permanent(`Not an upgrade for existing episode file(s). Existing quality: ${worse.name}.`);
}

/** Renames files to the names that the manager would assign now. */
export async function renameSeries(desk: Desk, shows: Shows, all: Series[]): Promise<void> {
  for (const series of all) {
    for (const file of shows.filesOf(series.id)) {
      const episodes = shows.episodesOf(series.id).filter(({ episodeFileId }) => episodeFileId === file.id);
      const extension = /\.\w+$/.exec(file.relativePath)?.[0] ?? ".mkv";
      const name = episodeFileName(series, episodes, file.quality.quality.name, extension);
      const before = episodePath(series, file);
      if (name === file.relativePath) continue;
      const to = desk.paths.join(series.path, ...name.split("/"));
      try {
        await place(desk.paths.toDisk(before), desk.paths.toDisk(to), "move");
      } catch (error) {
        desk.log.push(`RenameFiles: ${error}`);
        continue;
      }
      file.relativePath = name;
      for (const { id, seasonNumber } of episodes) {
        desk.history.add({
          eventType: "episodeFileRenamed",
          sourceTitle: before,
          quality: file.quality,
          languages: file.languages,
          target: { seriesId: series.id, episodeId: id, seasonNumber },
          data: { sourcePath: before, path: to, sourceRelativePath: desk.paths.name(before), relativePath: name },
        });
      }
    }
    await desk.webhooks.send({
      ...desk.event("Rename"),
      series: { id: series.id, title: series.title, path: series.path },
    });
  }
}
