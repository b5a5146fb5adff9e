import * as z from "zod";
import { type Episode, type EpisodeFile, episodeFileName, episodePath, type Series } from "./series_model.ts";
import type { Desk } from "./shared/desk.ts";
import { entriesOf, extensionOf, mediaBelow, sizeOf } from "./shared/disk.ts";
import type { Download, Downloads } from "./shared/downloads.ts";
import { mediaInfoOf } from "./shared/media_info.ts";
import { groupIn } from "./shared/names.ts";
import { qualityIn } from "./shared/qualities.ts";
import { seeded } from "./shared/random.ts";
import { howTo, type ImportMode, replace } from "./shared/replace.ts";
import type { Fields, Language, QualityModel } from "./shared/types.ts";
import { clientOf } from "./shared/webhook_file.ts";
import { importEvent } from "./sonarr_events.ts";
import type { Shows } from "./sonarr_library.ts";

/** A file to import. All its episodes belong to one series. */
export interface EpisodeImport {
  from: string;
  series: Series;
  episodes: Episode[];
  quality: QualityModel;
  languages: Language[];
  releaseGroup?: string | undefined;
  sceneName?: string | undefined;
  releaseType?: EpisodeFile["releaseType"] | undefined;
  mode: ImportMode;
  download?: Download | undefined;
}

const Wanted = z.looseObject({
  path: z.string(),
  seriesId: z.number().int(),
  episodeIds: z.array(z.number().int()).nullish(),
  quality: z.custom<QualityModel>((value) => typeof value === "object" && value !== null),
  languages: z.custom<Language[]>(Array.isArray),
  releaseGroup: z.string().nullish(),
  releaseType: z.enum(["unknown", "singleEpisode", "multiEpisode", "seasonPack"]).nullish().catch(null),
  downloadId: z.string().nullish(),
});

export class EpisodeImporter {
  constructor(readonly desk: Desk, readonly shows: Shows, readonly downloads: () => Downloads) {}

  /** Imports a file, adds history and calls the webhooks. Throws the message that Sonarr would log. */
  async import(wanted: EpisodeImport): Promise<EpisodeFile> {
    const { desk, shows } = this;
    const { from, series, episodes, quality, download } = wanted;
    if (episodes.length === 0) throw new Error(`Invalid season or episode: ${from}`);
    const ids = [...new Set(episodes.map(({ episodeFileId }) => episodeFileId))];
    const olds = ids.flatMap((id) => shows.files.get(id) ?? []);
    if (desk.paths.within(from, series.path)) return await this.remap(wanted);
    const name = episodeFileName(series, episodes, quality.quality.name, extensionOf(from));
    const to = desk.paths.join(series.path, ...name.split("/"));
    const { size, deleted } = await replace(desk, {
      from,
      to,
      olds: olds.map((old) => episodePath(series, old)),
      how: howTo(desk, wanted.mode, download?.protocol === "torrent"),
    });
    for (const old of olds) this.#forget(old, "Upgrade");
    const file = this.#take(wanted, name, size);
    this.#record(file, episodes, "downloadFolderImported", {
      fileId: String(file.id),
      droppedPath: from,
      importedPath: to,
      downloadClient: clientOf(download),
      downloadClientName: clientOf(download),
      releaseGroup: file.releaseGroup ?? "",
      size: String(size),
    }, download);
    await desk.webhooks.send({
      ...importEvent(shows, { series, episodes, files: [file], from, download }),
      isUpgrade: olds.length > 0,
      ...(olds.length > 0 ? { deletedFiles: deleted.map((one, at) => ({ id: olds[at]?.id, ...one })) } : {}),
    });
    return file;
  }

  /** A file that is already in the folder of the series keeps its location and name. */
  async remap(wanted: EpisodeImport): Promise<EpisodeFile> {
    const { from, series } = wanted;
    const size = await sizeOf(this.desk.paths.toDisk(from));
    if (size === undefined) throw new Error(`File doesn't exist: ${from}`);
    return this.#take(wanted, from.slice(series.path.length + 1).replaceAll("\\", "/"), size);
  }

  #take(wanted: EpisodeImport, relativePath: string, size: number): EpisodeFile {
    const { series, episodes, quality, languages, releaseGroup, sceneName, from, releaseType } = wanted;
    const file: EpisodeFile = {
      id: this.shows.nextFileId(),
      seriesId: series.id,
      seasonNumber: episodes[0]?.seasonNumber ?? 0,
      relativePath,
      size,
      dateAdded: this.desk.clock.date().toISOString(),
      ...(sceneName ? { sceneName } : {}),
      ...(releaseGroup ? { releaseGroup } : {}),
      languages,
      quality,
      mediaInfo: mediaInfoOf(quality, {
        random: seeded(from),
        minutes: series.runtime * episodes.length,
        languages,
        name: sceneName ?? from,
      }),
      releaseType: releaseType ?? (episodes.length > 1 ? "multiEpisode" : "singleEpisode"),
    };
    this.shows.files.set(file.id, file);
    for (const episode of episodes) episode.episodeFileId = file.id;
    return file;
  }

  /** Removes the file from the library and records the reason in the history. */
  #forget(file: EpisodeFile, reason: "Manual" | "Upgrade" | "MissingFromDisk"): void {
    const episodes = this.shows.episodesOf(file.seriesId).filter(({ episodeFileId }) => episodeFileId === file.id);
    for (const episode of episodes) episode.episodeFileId = 0;
    this.shows.files.delete(file.id);
    this.#record(file, episodes, "episodeFileDeleted", { reason });
  }

  deleted(file: EpisodeFile): void {
    this.#forget(file, "Manual");
  }

  #record(
    file: EpisodeFile,
    episodes: Episode[],
    eventType: string,
    data: Record<string, string>,
    download?: Download,
  ) {
    const { quality, languages } = file;
    for (const { seriesId, id, seasonNumber } of episodes) {
      this.desk.history.add({
        eventType,
        sourceTitle: download?.title ?? file.sceneName ?? file.relativePath,
        quality,
        languages,
        downloadId: download?.downloadId,
        target: { seriesId, episodeId: id, seasonNumber },
        data,
      });
    }
  }

  /** Runs the command ManualImport. A file without episodes fails, which is only logged. */
  async manual(body: Fields): Promise<void> {
    const { desk, shows } = this;
    const mode = z.enum(["auto", "move", "copy"]).catch("auto").parse(String(body.importMode).toLowerCase());
    if (!Array.isArray(body.files)) return void desk.log.push("ManualImport: nothing to import");
    for (const raw of body.files) {
      const { data, error } = Wanted.safeParse(raw);
      if (error?.issues.some(({ path }) => path[0] === "quality" || path[0] === "languages")) {
        throw new Error("NullReferenceException: Object reference not set to an instance of an object.");
      }
      const series = shows.find(data?.seriesId);
      const episodes = (data?.episodeIds ?? []).flatMap((id) => shows.episode(id) ?? []);
      if (data === undefined || series === undefined || episodes.some(({ seriesId }) => seriesId !== series.id)) {
        desk.log.push(`ManualImport: cannot import ${JSON.stringify(raw)}`);
        continue;
      }
      const { path: from, quality, languages, downloadId } = data;
      const download = downloadId ? this.downloads().find(downloadId) : undefined;
      const [releaseGroup, releaseType] = [data.releaseGroup ?? undefined, data.releaseType ?? undefined];
      await this.import({ from, series, episodes, quality, languages, releaseGroup, releaseType, mode, download })
        .catch((failure) => desk.log.push(`ManualImport: ${failure}`));
    }
  }

  /** Runs the command DownloadedEpisodesScan, which imports only names that can be parsed. */
  async scan(body: Fields): Promise<"unsuccessful" | void> {
    const { desk, shows } = this;
    const path = typeof body.path === "string" ? body.path : "";
    const files = path === "" ? [] : await mediaBelow(desk.paths.toDisk(path));
    if (files.length === 0) {
      desk.log.push(
        `DownloadedEpisodesScan: folder/file specified for import scan [${path}] doesn't exist or is empty.`,
      );
      return "unsuccessful";
    }
    const mode = body.importMode === "copy" ? "copy" : body.importMode === "auto" ? "auto" : "move";
    let imported = 0;
    for (const file of files) {
      const from = desk.paths.toRemote(file);
      const said = shows.named(desk.paths.name(from));
      if (said === undefined || said.episodes.length === 0) {
        desk.log.push(`DownloadedEpisodesScan: unable to parse or unknown series: ${from}`);
        continue;
      }
      const { series, episodes } = said;
      const id = typeof body.downloadClientId === "string" ? body.downloadClientId : "";
      const [languages, releaseGroup] = [[series.originalLanguage], groupIn(from)];
      const quality = qualityIn("Sonarr", from);
      await this.import({
        from,
        series,
        episodes,
        quality,
        languages,
        releaseGroup,
        mode,
        download: this.downloads().find(id),
      })
        .then(() => imported++, (failure) => desk.log.push(`DownloadedEpisodesScan: ${failure}`));
    }
    return imported === 0 ? "unsuccessful" : undefined;
  }

  /** Rescans the folder of a series. */
  async rescan(series: Series): Promise<void> {
    const { desk, shows } = this;
    const empty = (await entriesOf(desk.rootOnDisk)).length === 0;
    if (empty) return void desk.log.push(`Root folder '${desk.root}' is empty or doesn't exist; skipping.`);
    const found = new Set((await mediaBelow(desk.paths.toDisk(series.path))).map((file) => desk.paths.toRemote(file)));
    for (const file of shows.filesOf(series.id)) {
      const path = episodePath(series, file);
      if (!found.delete(path)) this.#forget(file, "MissingFromDisk");
      else file.size = await sizeOf(desk.paths.toDisk(path)) ?? file.size;
    }
    for (const from of found) {
      const said = shows.named(desk.paths.name(from));
      const episodes = said?.series.id === series.id
        ? said.episodes.filter(({ episodeFileId }) => episodeFileId === 0)
        : [];
      const quality = qualityIn("Sonarr", desk.paths.name(from));
      if (episodes.length > 0) {
        await this.remap({ from, series, episodes, quality, languages: [series.originalLanguage], mode: "auto" });
      }
    }
  }
}
