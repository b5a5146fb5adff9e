import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, normalize } from "node:path";
import { answered, type DiskReads } from "../../kit/disk/disk_reads.ts";
import { entryPlace, realPlace } from "../../kit/disk/real_place.ts";
import { Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import { type SourceIdentity, sourceIdentity } from "../../media/probe/source.ts";
import { isInside, type OwnPlaces, ownPlacesOf, realPlaceOf } from "../../platform/storage/own_places.ts";
import type { JobsDeps, JobStorage } from "../deps.ts";
import type { JobSource } from "../schema.ts";

/** Source that may be encoded, and its identity. */
export interface SourceFile {
  /** Real path of the folder, joined with the name of the file, which may be a symbolic link. */
  path: string;
  identity: SourceIdentity;
  /** Requested path, if it differs because some of its folders are links. */
  namedPath?: string;
}

/** Allowed locations of sources. */
export interface SourceRules {
  /** Media folders, in which sources must be. If the list is empty, any location is allowed. */
  mediaRoots: string[];
  storage: Pick<JobStorage, "configDir" | "folders">;
  disks: Pick<DiskReads, "read">;
  /** Real paths of the folders in `storage`, which are shared when several files are checked. */
  ownPlaces?: Promise<OwnPlaces>;
}

/** Timeout in milliseconds. Disks that are asleep need up to ten seconds to respond. */
export const SPIN_UP_MS = 15_000;

/** Returns the rules according to the current settings. */
export const sourceRules = (
  { settings, storage, disks }: Pick<JobsDeps, "settings" | "storage" | "disks">,
): SourceRules => ({
  mediaRoots: settings.current().general.security.mediaRoots,
  storage,
  disks,
});

/**
 * Finds the file of a request (safety.md, S-PATH-2, S-PATH-4, S-PATH-6). Throws `invalid`, `path_not_allowed`,
 * `unreadable`, or `upstream_timeout` if its disk does not respond.
 */
export async function findSource({ localPath, fileId }: JobSource, rules: SourceRules): Promise<SourceFile> {
  if (localPath === undefined) {
    const message = fileId === undefined
      ? "Specify a file: source.localPath is missing."
      : "The manager's file is unknown. Connect the manager and sync its library, or specify source.localPath.";
    throw new Fault("invalid", message, { fields: [{ path: "source.localPath", message }] });
  }
  if (!isAbsolute(localPath) || localPath.includes("\0")) {
    throw new Fault("invalid", `${JSON.stringify(localPath)} is not an absolute path.`, {
      fields: [{ path: "source.localPath", message: "not an absolute path" }],
    });
  }
  if (localPath.includes("\ufffd")) {
    throw new Fault("unreadable", "The name of this file is not valid text (UTF-8); rename it first.");
  }
  const { path, real, missing } = await readDisk(localPath, rules.disks, () => placesOf(localPath));
  for (const place of new Set([path, real])) await checkMediaPath(place, rules, localPath);
  // A missing file is reported only after its path was checked, so that the existence of files outside the media
  // folders is never revealed, not even through links.
  if (missing !== undefined) {
    throw new Fault(
      "unreadable",
      `${localPath} is not accessible on this server: ${missingText(missing)}.`,
      { cause: missing },
    );
  }
  try {
    const identity = await readDisk(localPath, rules.disks, () => sourceIdentity(real));
    const named = normalize(localPath);
    return dirname(named) === dirname(path) ? { path, identity } : { path, identity, namedPath: named };
  } catch (error) {
    if (error instanceof JobFailure) throw new Fault("unreadable", error.message, { cause: error });
    throw error;
  }
}

/** True for an error of `findSource` about a file that does not exist, but not about a file that cannot be read. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const { cause } = error;
  return isSystemError(cause)
    ? cause.code === "ENOENT"
    : cause instanceof JobFailure && cause.code === "source_missing";
}

/** Returns why a file cannot be opened. */
function missingText(error: unknown): string {
  if (isSystemError(error) && error.code === "ENOENT") return "it does not exist";
  if (isSystemError(error) && error.code === "EACCES") return "permission is denied";
  return "it does not exist, or permission is denied";
}

const readDisk = async <T>(path: string, disks: SourceRules["disks"], work: () => Promise<T>): Promise<T> =>
  answered(path, await disks.read(path, work, SPIN_UP_MS));

/** Returns the entry at a path, its target, and the error if there is none. */
async function placesOf(path: string): Promise<{ path: string; real: string; missing?: unknown }> {
  const entry = await entryPlace(path);
  return await realpath(entry).then(
    (real) => ({ path: entry, real }),
    async (missing) => ({ path: entry, real: await realPlace(entry), missing }),
  );
}

/** Throws `path_not_allowed` for real paths outside the media folders. The error contains the requested path. */
export async function checkMediaPath(
  path: string,
  { mediaRoots, storage, disks, ownPlaces = ownPlacesOf(storage) }: SourceRules,
  named = path,
): Promise<void> {
  const { rips, others } = await ownPlaces;
  if (!isInside(path, rips) && others.some((folder) => isInside(path, folder))) {
    throw new Fault("path_not_allowed", `${named} is in one of Lathe's own folders, not in a media folder.`);
  }
  // Disc rips are always allowed, regardless of the media folders.
  if (mediaRoots.length === 0 || isInside(path, rips)) return;
  // A real path contains no links, so it can be compared with the root by name, without accessing the disk.
  if (mediaRoots.some((root) => isInside(path, normalize(root)))) return;
  const roots = await Promise.all(
    mediaRoots.map(async (root) => await disks.read(root, realPlaceOf, SPIN_UP_MS) ?? normalize(root)),
  );
  if (roots.some((root) => isInside(path, root))) return;
  const isNamedInside = mediaRoots.some((root) => isInside(normalize(named), normalize(root)));
  throw new Fault(
    "path_not_allowed",
    isNamedInside
      ? `${named} is outside the media folders because of a link in its path. Add the link's target folder in Settings > Security > Media folders.`
      : `${named} is outside the media folders. Add its folder in Settings > Security > Media folders.`,
  );
}
