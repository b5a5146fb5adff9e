import { basename } from "node:path";
import { isFile } from "../../kit/disk/disk_reads.ts";
import type { GrabRow } from "../../../db/schema/library.ts";
import type { ImportedFile } from "../../jobs/service.ts";
import { Fault } from "../../kit/fault.ts";
import { type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { Import } from "./decide.ts";
import { type GrabDeps, localOf } from "./deps.ts";

/** A file that a manager has imported, as input for a job. */
interface Arrival {
  /** Paths of this file in the manager's import history. */
  keys: string[];
  file: ImportedFile;
  arrPath: string;
}

/** Imported files that this machine can access, and the reason why others cannot be used. */
export interface Arrivals {
  visible: Arrival[];
  /** Message about the first file that this machine cannot access, with instructions. */
  hiddenText: string | undefined;
}

/** Finds the current files of imports in the manager. Throws `ManagerProblem`, `not_found`. */
export async function arrivalsOf(deps: GrabDeps, grab: GrabRow, imports: Import[]): Promise<Arrivals> {
  const kind: LibraryKind = grab.source === "soulseek" ? "music" : grab.source;
  const { app } = MANAGERS[kind];
  const all = await FILES[kind](deps, grab, imports);
  const seen = await Promise.all(all.map(({ file }) => deps.disks.read(file.source.localPath, isFile)));
  const silent = all.find((_, index) => seen[index] === undefined);
  const hidden = all.find((_, index) => seen[index] === false);
  const found = new Set(all.flatMap(({ keys }) => keys));
  const lost = imports.find(({ path }) => !found.has(path));
  return {
    visible: all.filter((_, index) => seen[index]),
    hiddenText: hidden !== undefined
      ? `${app} imported ${hidden.arrPath}, but ${hidden.file.source.localPath} does not exist on this server. ` +
        "Add or correct a path mapping in Settings > Media; the job then continues automatically."
      : silent !== undefined
      ? silentText(`${app} imported ${silent.arrPath}, but ${silent.file.source.localPath}`)
      : lost !== undefined
      ? `${app} imported ${lost.path}, but no longer has this file; still checking`
      : undefined,
  };
}

/** Returns the message for a file or folder whose disk does not respond. */
export const silentText = (place: string): string =>
  `${place} cannot be accessed: its disk or network share does not respond. The job continues automatically once it does.`;

const FILES: Record<LibraryKind, (deps: GrabDeps, grab: GrabRow, imports: Import[]) => Promise<Arrival[]>> = {
  async movie({ library }, grab, imports) {
    const arrivals: Arrival[] = [];
    for (const [id, own] of byTitle(grab, imports)) {
      if (id === undefined) throw new Fault("not_found", "Radarr did not report which movie it imported.");
      await library.refreshTitle("movie", id);
      const { file } = await library.movie(id);
      if (file !== undefined) {
        arrivals.push(...await arrival({ library }, "movie", file.id, file.path, own.map(({ path }) => path)));
      }
    }
    return arrivals;
  },

  async series({ library }, grab, imports) {
    const keys = new Map<number, { path: string; keys: string[] }>();
    for (const [id, own] of byTitle(grab, imports)) {
      if (id === undefined) throw new Fault("not_found", "Sonarr did not report which series it imported.");
      await library.refreshTitle("series", id);
      const episodes = await library.episodes(id);
      for (const { path, episodeIds } of own) {
        const file = episodes.find((one) => episodeIds.includes(one.id) && one.file !== undefined)?.file;
        if (file !== undefined) keys.set(file.id, { path: file.path, keys: [...keys.get(file.id)?.keys ?? [], path] });
      }
    }
    const found = [...keys].map(([fileId, { path, keys }]) => arrival({ library }, "series", fileId, path, keys));
    return (await Promise.all(found)).flat();
  },

  /** Lidarr's history contains the paths of files. Tracks are identified by their file. */
  music: (deps, grab, imports) =>
    Promise.resolve(imports.map(({ path, fileId, titleId, albumId, trackIds }): Arrival => ({
      keys: [path],
      arrPath: path,
      file: {
        title: basename(path.replaceAll("\\", "/")),
        subtitle: grab.request.title,
        source: {
          kind: "track",
          arr: "music",
          localPath: localOf(deps, "music", path),
          arrPath: path,
          fileId,
          arrId: titleId ?? grab.request.arrId,
          albumId: albumId ?? grab.request.albumId,
          trackIds,
        },
      },
    }))),
};

/**
 * Groups imports by the title to which they were assigned, even if another title was requested. The requested title may
 * have an older file that is kept.
 */
const byTitle = ({ request }: GrabRow, imports: Import[]): Map<number | undefined, Import[]> =>
  Map.groupBy(imports, ({ titleId }) => titleId ?? request.arrId);

async function arrival(
  { library }: Pick<GrabDeps, "library">,
  arr: "movie" | "series",
  fileId: number,
  arrPath: string,
  keys: string[],
): Promise<Arrival[]> {
  const known = await library.file(arr, fileId);
  if (known === undefined) return [];
  const { source: { localPath, ...source }, ...titles } = known;
  return localPath === undefined
    ? []
    : [{ keys, arrPath, file: { ...titles, source: { ...source, arr, fileId, localPath } } }];
}
