import { answered } from "../../kit/disk/disk_reads.ts";
import { entryPlace } from "../../kit/disk/real_place.ts";
import * as z from "zod";
import type { JobSource } from "../../jobs/schema.ts";
import type { Library } from "../video/service.ts";
import type { MediaFile } from "../video_model.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "../managers/client.ts";
import { type GrabDeps, localOf } from "./deps.ts";
import type { HeldFile } from "./results/result_check.ts";

/** Services for reading the files of a title from its manager. */
export interface HeldDeps extends Pick<GrabDeps, "settings" | "managers" | "disks"> {
  library: Pick<Library, "refreshTitle" | "movie" | "oneSeries" | "episodes">;
}

/** The current files of a title in its manager. `folder` is absent for music. */
export interface Held {
  files: HeldFile[];
  /** Path on this machine of the manager's folder for the title. */
  folder?: string;
}

const TrackFile = z.object({
  path: z.string(),
  size: z.number(),
  quality: z.object({ quality: z.object({ name: z.string() }) }).nullish(),
});

/** Returns the current files of a title in its manager. For a series, returns only the files of the job's episodes. */
export async function heldFiles(
  deps: HeldDeps,
  manager: ManagerClient<LibraryKind>,
  { arrId = 0, episodeIds }: JobSource,
): Promise<Held> {
  const { library } = deps;
  const { kind } = manager;
  if (kind === "music") {
    const files = await manager.get("/trackfile", z.array(TrackFile), { query: { artistId: arrId } });
    return {
      files: await Promise.all(files.map(async ({ path, size, quality }) => ({
        path: await entry(deps, localOf(deps, "music", path)),
        sizeBytes: size,
        quality: quality?.quality.name ?? "",
        isRemux: false,
      }))),
    };
  }
  await library.refreshTitle(kind, arrId);
  if (kind === "movie") {
    const { file, path } = await library.movie(arrId);
    return { files: file ? [await held(deps, file)] : [], folder: await real(deps, localOf(deps, "movie", path)) };
  }
  const [{ path }, episodes] = await Promise.all([library.oneSeries(arrId), library.episodes(arrId)]);
  const files = new Map(
    episodes.filter(({ id }) => episodeIds === undefined || episodeIds.includes(id))
      .flatMap(({ file }) => file ? [[file.id, file] as const] : []),
  );
  return {
    files: await Promise.all([...files.values()].map((file) => held(deps, file))),
    folder: await real(deps, localOf(deps, "series", path)),
  };
}

const held = async (
  deps: Pick<HeldDeps, "disks">,
  { localPath, size, quality, isRemux }: MediaFile,
): Promise<HeldFile> => ({
  path: await entry(deps, localPath),
  sizeBytes: size,
  quality,
  isRemux,
});

/** Jobs identify files by their real folder, but a path mapping may contain a link. Throws `upstream_timeout`. */
const entry = async (deps: Pick<HeldDeps, "disks">, path: string): Promise<string> =>
  answered(path, await deps.disks.read(path, () => entryPlace(path)));

/** Returns the real path of the folder of a title. Throws `upstream_timeout`. */
const real = async (deps: Pick<HeldDeps, "disks">, path: string): Promise<string> =>
  answered(path, await deps.disks.read(path, () => Deno.realPath(path).catch(() => path)));
