import * as z from "zod";
import { type Movie, pathOf } from "./movies_model.ts";
import type { Movies } from "./radarr_library.ts";
import type { Desk } from "./shared/desk.ts";
import { mediaBelow, place, sizeOf } from "./shared/disk.ts";
import type { Download } from "./shared/downloads.ts";
import { bodyAs, failed } from "./shared/errors.ts";
import { boolOf, intOf, json, type Routes, valueOf } from "./shared/http.ts";
import { cleaned, groupIn } from "./shared/names.ts";
import { belowCutoff, rankIn } from "./shared/profiles.ts";
import { qualityIn } from "./shared/qualities.ts";
import { hash } from "./shared/random.ts";
import type { Fields, QualityModel } from "./shared/types.ts";

const Item = z.looseObject({
  path: z.string().default(""),
  movieId: z.number().int().nullish(),
  quality: z.custom<QualityModel>().optional(),
  languages: z.array(z.looseObject({ id: z.number() })).nullish(),
});

interface Parts {
  desk: Desk;
  movies: Movies;
  download: (id: string) => Download | undefined;
}

/** Decisions of Radarr's manual import. */
export function manualImportRoutes(parts: Parts): Routes {
  return {
    "GET /manualimport": async ({ query }) => json(await items(parts, query)),
    "POST /manualimport": ({ body }) => {
      const asked = bodyAs(z.array(Item), body);
      if (asked.length === 0) throw failed(400, "items must be provided");
      return json(asked.map((one) => judged(parts, one)));
    },
  };
}

/** Returns the files of a folder, a download or a movie. */
async function items(parts: Parts, query: URLSearchParams): Promise<Fields[]> {
  const { desk: { paths }, movies } = parts;
  const movie = movies.find(intOf(query, "movieId"));
  const downloadId = valueOf(query, "downloadId") ?? "";
  const known = parts.download(downloadId);
  const folder = (known === undefined ? valueOf(query, "folder") ?? "" : paths.toRemote(known.folder)).replace(
    /(?<=.)[\\/]+$/,
    "",
  );
  // With a movie and no download, the folder is ignored and the files of the movie are listed.
  const own = movie !== undefined && downloadId === "";
  const base = own ? movie.path : folder;
  const files = base === "" ? [] : await mediaBelow(paths.toDisk(base));
  const used = new Set(movies.all().flatMap((one) => one.file === undefined ? [] : [pathOf(one, one.file)]));
  const fresh = own || !boolOf(query, "filterExistingFiles", true)
    ? files
    : files.filter((file) => !used.has(paths.toRemote(file)));
  const target = movie ?? movies.find(known?.targets[0]?.movieId);
  const found = await Promise.all(fresh.map((file) => itemOf(parts, file, base, target)));
  return found.map((one) => ({
    ...one,
    ...(own && movie.file !== undefined ? { movieFileId: movie.file.id, rejections: [] } : {}),
    ...(known === undefined ? {} : { downloadId }),
  }));
}

async function itemOf(
  { desk, movies }: Parts,
  local: string,
  base: string,
  known: Movie | undefined,
): Promise<Fields> {
  const { paths } = desk;
  const path = paths.toRemote(local);
  const name = paths.name(path);
  const folderName = paths.name(paths.parent(path));
  const movie = known ?? movies.named(name) ?? movies.named(folderName);
  const quality = qualityIn("Radarr", `${folderName}/${name}`);
  return {
    id: hash(path) >>> 1,
    path,
    relativePath: path.slice(base.length + 1) || name,
    folderName,
    name: name.replace(/\.\w+$/, ""),
    size: await sizeOf(local) ?? 0,
    movie: movie && movies.resource(movie),
    releaseGroup: groupIn(name) ?? "",
    quality,
    languages: [movie?.originalLanguage ?? { id: 0, name: "Unknown" }],
    qualityWeight: 0,
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    rejections: rejectionsOf(desk, movie, quality),
  };
}

/** Re-evaluates an item after the user has changed its assignment. */
function judged({ desk, movies }: Parts, asked: z.output<typeof Item>): Fields {
  const movie = movies.find(asked.movieId ?? undefined);
  const quality = asked.quality ?? qualityIn("Radarr", asked.path);
  return {
    ...asked,
    quality,
    ...(movie === undefined ? {} : { movie: movies.resource(movie) }),
    customFormats: [],
    customFormatScore: 0,
    rejections: rejectionsOf(desk, movie, quality),
  };
}

function rejectionsOf(desk: Desk, movie: Movie | undefined, quality: QualityModel): Fields[] {
  const permanent = (reason: string) => [{ reason, type: "permanent" }];
  if (movie === undefined) return permanent("Unknown Movie");
  const profile = desk.profile(movie.qualityProfileId);
  const current = movie.file?.quality.quality;
  if (profile === undefined || current === undefined) return [];
  const better = rankIn(profile, quality.quality.id) > rankIn(profile, current.id);
  if (better && !belowCutoff(profile, current)) return permanent("Existing file meets cutoff");
  return better ? [] : permanent(`Not an upgrade for existing movie file. Existing quality: ${current.name}.`);
}

/** Renames files to the names that the manager would assign now. */
export async function renameMovies(desk: Desk, movies: Movie[]): Promise<void> {
  for (const movie of movies) {
    if (movie.file === undefined) continue;
    const { file } = movie;
    const before = pathOf(movie, file);
    const extension = /\.\w+$/.exec(file.relativePath)?.[0] ?? ".mkv";
    const name = `${cleaned(movie.title)} (${movie.year}) ${file.quality.quality.name}${extension}`;
    if (name === file.relativePath) continue;
    try {
      await place(desk.paths.toDisk(before), desk.paths.toDisk(desk.paths.join(movie.path, name)), "move");
    } catch (error) {
      desk.log.push(`RenameFiles: ${error}`);
      continue;
    }
    file.relativePath = name;
    desk.history.add({
      eventType: "movieFileRenamed",
      sourceTitle: before,
      quality: file.quality,
      languages: file.languages,
      target: { movieId: movie.id },
      data: {
        sourcePath: before,
        path: pathOf(movie, file),
        sourceRelativePath: desk.paths.name(before),
        relativePath: name,
      },
    });
    await desk.webhooks.send({
      ...desk.event("Rename"),
      movie: { id: movie.id, title: movie.title, folderPath: movie.path },
    });
  }
}
