import * as z from "zod";
import { type Movie, pathOf, webhookMovie } from "./movies_model.ts";
import type { Movies } from "./radarr_library.ts";
import type { Desk } from "./shared/desk.ts";
import { entriesOf, extensionOf, mediaBelow, sizeOf } from "./shared/disk.ts";
import type { Download, Downloads } from "./shared/downloads.ts";
import { mediaInfoOf } from "./shared/media_info.ts";
import { cleaned, groupIn } from "./shared/names.ts";
import { qualityIn } from "./shared/qualities.ts";
import { seeded } from "./shared/random.ts";
import { howTo, type ImportMode, replace, type Replaced } from "./shared/replace.ts";
import type { Fields, Language, MediaFile, QualityModel } from "./shared/types.ts";
import { clientOf, webhookClient, webhookFile } from "./shared/webhook_file.ts";

/** A file to import. */
export interface MovieImport {
  /** Path as the manager sees it. */
  from: string;
  movie: Movie;
  quality: QualityModel;
  languages: Language[];
  releaseGroup?: string | undefined;
  sceneName?: string | undefined;
  mode: ImportMode;
  download?: Download | undefined;
}

/** Schema of a file in the body of ManualImport. */
const Wanted = z.looseObject({
  path: z.string(),
  movieId: z.number().int(),
  quality: z.custom<QualityModel>((value) => typeof value === "object" && value !== null),
  languages: z.custom<Language[]>(Array.isArray),
  releaseGroup: z.string().nullish(),
  downloadId: z.string().nullish(),
});

export class MovieImporter {
  constructor(readonly desk: Desk, readonly movies: Movies, readonly downloads: () => Downloads) {}

  /** Imports a file, adds history and calls the webhooks. Throws the message that Radarr would log. */
  async import(wanted: MovieImport): Promise<void> {
    const { desk, movies } = this;
    const { from, movie, quality, download } = wanted;
    const old = movie.file;
    if (desk.paths.within(from, movie.path)) return await this.#remap(wanted);
    const name = `${cleaned(movie.title)} (${movie.year}) ${quality.quality.name}${extensionOf(from)}`;
    const to = desk.paths.join(movie.path, name);
    const olds = old === undefined ? [] : [pathOf(movie, old)];
    const seeding = download?.protocol === "torrent";
    const replaced = await replace(desk, { from, to, olds, how: howTo(desk, wanted.mode, seeding) });
    if (old !== undefined) this.#record(movie, "movieFileDeleted", old, { reason: "Upgrade" });
    const file = this.#file(wanted, name, replaced.size);
    movie.file = file;
    this.#record(movie, "downloadFolderImported", file, {
      fileId: String(file.id),
      droppedPath: from,
      importedPath: to,
      downloadClient: clientOf(download),
      downloadClientName: clientOf(download),
      releaseGroup: file.releaseGroup ?? "",
      size: String(file.size),
    }, download);
    await desk.webhooks.send({ ...importEvent(movies, movie, file, { from, download }), ...upgrade(old, replaced) });
  }

  /** A file that is already in the folder of the movie keeps its location and name. */
  async #remap(wanted: MovieImport): Promise<void> {
    const { paths } = this.desk;
    const { from, movie } = wanted;
    const size = await sizeOf(paths.toDisk(from));
    if (size === undefined) throw new Error(`File doesn't exist: ${from}`);
    movie.file = this.#file(wanted, from.slice(movie.path.length + 1), size);
  }

  #file(
    { movie, quality, languages, releaseGroup, sceneName, from }: MovieImport,
    relativePath: string,
    size: number,
  ): MediaFile {
    return {
      id: this.movies.nextFileId(),
      relativePath,
      size,
      dateAdded: this.desk.clock.date().toISOString(),
      ...(sceneName ? { sceneName } : {}),
      ...(releaseGroup ? { releaseGroup } : {}),
      originalFilePath: this.desk.paths.name(from),
      languages,
      quality,
      mediaInfo: mediaInfoOf(quality, {
        random: seeded(from),
        minutes: movie.runtime,
        languages,
        name: sceneName ?? from,
      }),
    };
  }

  #record(movie: Movie, eventType: string, file: MediaFile, data: Record<string, string>, download?: Download): void {
    const { quality, languages } = file;
    const sourceTitle = download?.title ?? file.sceneName ?? file.relativePath;
    this.desk.history.add({
      eventType,
      sourceTitle,
      quality,
      languages,
      downloadId: download?.downloadId,
      target: { movieId: movie.id },
      data,
    });
  }

  /** Runs the command ManualImport. Failures of a file are only logged, except for a missing quality or language. */
  async manual(body: Fields): Promise<void> {
    const mode = z.enum(["auto", "move", "copy"]).catch("auto").parse(String(body.importMode).toLowerCase());
    if (!Array.isArray(body.files)) return void this.desk.log.push("ManualImport: nothing to import");
    for (const raw of body.files) {
      const { data, error } = Wanted.safeParse(raw);
      if (error?.issues.some(({ path }) => path[0] === "quality" || path[0] === "languages")) {
        throw new Error("NullReferenceException: Object reference not set to an instance of an object.");
      }
      const movie = this.movies.find(data?.movieId);
      if (data === undefined || movie === undefined) {
        this.desk.log.push(`ManualImport: cannot import ${JSON.stringify(raw)}`);
        continue;
      }
      const { path: from, quality, languages, releaseGroup, downloadId } = data;
      const download = downloadId ? this.downloads().find(downloadId) : undefined;
      await this.import({ from, movie, quality, languages, releaseGroup: releaseGroup ?? undefined, mode, download })
        .catch((failure) => this.desk.log.push(`ManualImport: ${failure}`));
    }
  }

  /** Runs the command DownloadedMoviesScan, which imports only names that can be parsed. */
  async scan(body: Fields): Promise<"unsuccessful" | void> {
    const { desk, movies } = this;
    const path = typeof body.path === "string" ? body.path : "";
    const files = await mediaBelow(desk.paths.toDisk(path));
    if (path === "" || files.length === 0) {
      desk.log.push(`DownloadedMoviesScan: folder/file specified for import scan [${path}] doesn't exist or is empty.`);
      return "unsuccessful";
    }
    const mode = body.importMode === "copy" ? "copy" : body.importMode === "auto" ? "auto" : "move";
    let imported = 0;
    for (const file of files) {
      const from = desk.paths.toRemote(file);
      const name = desk.paths.name(from);
      const movie = movies.named(name) ?? movies.named(desk.paths.name(desk.paths.parent(from)));
      if (movie === undefined) {
        desk.log.push(`DownloadedMoviesScan: unknown movie: ${name}`);
        continue;
      }
      const quality = qualityIn("Radarr", from);
      const download = typeof body.downloadClientId === "string"
        ? this.downloads().find(body.downloadClientId)
        : undefined;
      await this.import({
        from,
        movie,
        quality,
        languages: [movie.originalLanguage],
        releaseGroup: groupIn(name),
        mode,
        download,
      })
        .then(() => imported++, (failure) => desk.log.push(`DownloadedMoviesScan: ${failure}`));
    }
    return imported === 0 ? "unsuccessful" : undefined;
  }

  /** Rescans a movie's folder: removes missing files and adds new ones. */
  async rescan(movie: Movie): Promise<void> {
    const { paths, rootOnDisk, log } = this.desk;
    const empty = (await entriesOf(rootOnDisk)).length === 0;
    if (empty) return void log.push(`Root folder '${rootOnDisk}' is empty or doesn't exist; skipping.`);
    const found = (await mediaBelow(paths.toDisk(movie.path))).map((file) => paths.toRemote(file));
    const old = movie.file;
    if (old !== undefined && !found.includes(pathOf(movie, old))) {
      delete movie.file;
      this.#record(movie, "movieFileDeleted", old, { reason: "MissingFromDisk" });
    }
    const current = movie.file && pathOf(movie, movie.file);
    const [from] = current === undefined ? found : [current];
    if (from === undefined) return;
    if (movie.file !== undefined) movie.file.size = await sizeOf(paths.toDisk(from)) ?? movie.file.size;
    else {await this.#remap({
        from,
        movie,
        quality: qualityIn("Radarr", paths.name(from)),
        languages: [movie.originalLanguage],
        mode: "auto",
      });}
  }

  /** Handles a file that was deleted manually. */
  deleted(movie: Movie): void {
    if (movie.file !== undefined) this.#record(movie, "movieFileDeleted", movie.file, { reason: "Manual" });
    delete movie.file;
  }
}

const upgrade = (old: MediaFile | undefined, { deleted }: Replaced): Fields =>
  old === undefined
    ? { isUpgrade: false }
    : { isUpgrade: true, deletedFiles: deleted.map((one) => ({ ...webhookFile(old), ...one })) };

/** Common payload of On Import and On Upgrade. */
function importEvent(
  movies: Movies,
  movie: Movie,
  file: MediaFile,
  { from, download }: { from: string; download?: Download | undefined },
): Fields {
  const { tmdbId, imdbId, title, year } = movie;
  return {
    ...movies.desk.event("Download"),
    movie: webhookMovie(movie, movies.tagLabels(movie)),
    remoteMovie: { tmdbId, imdbId, title, year },
    movieFile: { ...webhookFile(file), path: pathOf(movie, file), sourcePath: from },
    release: {
      releaseTitle: download?.title ?? file.sceneName,
      indexer: download?.indexer,
      size: file.size,
      indexerFlags: [],
    },
    customFormatInfo: { customFormats: [], customFormatScore: 0 },
    ...webhookClient(download),
  };
}
