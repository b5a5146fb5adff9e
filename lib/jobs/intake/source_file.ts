import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, normalize } from "node:path";
import { answered, type DiskReads } from "../../kit/disk/disk_reads.ts";
import { entryPlace, realPlace } from "../../kit/disk/real_place.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { type SourceIdentity, sourceIdentity } from "../../media/probe/source.ts";
import { isInside, type OwnPlaces, ownPlacesOf, realPlaceOf } from "../../platform/storage/own_places.ts";
import type { JobsDeps, JobStorage } from "../deps.ts";
import type { JobSource } from "../schema.ts";

/** A source that may be encoded, and what it is. */
export interface SourceFile {
  /** Its own name in the real path of its folder; a link where the library has a link. */
  path: string;
  identity: SourceIdentity;
  /** The path that was asked for, where links among its folders make it another one. */
  namedPath?: string;
}

/** Where sources may lie. */
export interface SourceRules {
  /** Empty = anywhere. */
  mediaRoots: string[];
  storage: Pick<JobStorage, "configDir" | "folders">;
  disks: Pick<DiskReads, "read">;
  /** Where the folders of `storage` lead, when many files are judged by one look at them. */
  ownPlaces?: Promise<OwnPlaces>;
}

/** Disks that sleep need up to ten seconds to answer. */
export const SPIN_UP_MS = 15_000;

/** The rules of the settings as they are now. */
export const sourceRules = (
  { settings, storage, disks }: Pick<JobsDeps, "settings" | "storage" | "disks">,
): SourceRules => ({
  mediaRoots: settings.current().general.security.mediaRoots,
  storage,
  disks,
});

/**
 * Finds the file behind a request (safety.md, S-PATH-2, S-PATH-4, S-PATH-6). Throws `invalid`, `path_not_allowed`,
 * `unreadable`, or `upstream_timeout` when its disk does not answer.
 */
export async function findSource({ localPath, fileId }: JobSource, rules: SourceRules): Promise<SourceFile> {
  if (localPath === undefined) {
    const message = fileId === undefined
      ? "Name a file: source.localPath is missing."
      : "The manager's file is not known here. Connect the manager and read its library, or give source.localPath.";
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
  const { path, real, missing } = await look(localPath, rules.disks, () => placesOf(localPath));
  for (const place of new Set([path, real])) await checkMediaPath(place, rules, localPath);
  // Outside of the media folders nobody is told what is there, behind links neither.
  if (missing !== undefined) {
    throw new Fault("unreadable", `${localPath} is not visible on this machine: no such file, or no permission.`, {
      cause: missing,
    });
  }
  try {
    const identity = await look(localPath, rules.disks, () => sourceIdentity(real));
    const named = normalize(localPath);
    return dirname(named) === dirname(path) ? { path, identity } : { path, identity, namedPath: named };
  } catch (error) {
    if (error instanceof JobFailure) throw new Fault("unreadable", error.message, { cause: error });
    throw error;
  }
}

const look = async <T>(path: string, disks: SourceRules["disks"], work: () => Promise<T>): Promise<T> =>
  answered(path, await disks.read(path, work, SPIN_UP_MS));

/** The entry that a path names, where it leads, and why nothing is there if nothing is. */
async function placesOf(path: string): Promise<{ path: string; real: string; missing?: unknown }> {
  const entry = await entryPlace(path);
  return await realpath(entry).then(
    (real) => ({ path: entry, real }),
    async (missing) => ({ path: entry, real: await realPlace(entry), missing }),
  );
}

/** The identity as one text, for the lookup of duplicates. */
export const identityKey = ({ device, inode, sizeBytes, mtimeNs }: SourceIdentity): string =>
  `${device}:${inode}:${sizeBytes}:${mtimeNs}`;

/** Refuses a real path that is none of media; whoever asked is told the path that they named. Throws `path_not_allowed`. */
export async function checkMediaPath(
  path: string,
  { mediaRoots, storage, disks, ownPlaces = ownPlacesOf(storage) }: SourceRules,
  named = path,
): Promise<void> {
  const { rips, others } = await ownPlaces;
  if (!isInside(path, rips) && others.some((folder) => isInside(path, folder))) {
    throw new Fault("path_not_allowed", `${named} lies in a folder of this service, not among media.`);
  }
  // Copies of discs are ours, wherever the media are.
  if (mediaRoots.length === 0 || isInside(path, rips)) return;
  // All links of a real path were followed: what lies below a root by its name needs no look at that root.
  if (mediaRoots.some((root) => isInside(path, normalize(root)))) return;
  const roots = await Promise.all(
    mediaRoots.map(async (root) => await disks.read(root, realPlaceOf, SPIN_UP_MS) ?? normalize(root)),
  );
  if (roots.some((root) => isInside(path, root))) return;
  const isNamedInside = mediaRoots.some((root) => isInside(normalize(named), normalize(root)));
  throw new Fault(
    "path_not_allowed",
    isNamedInside
      ? `${named} leads through a link out of the media folders. Add the folder that the link leads to under Settings, Security, Media roots.`
      : `${named} is outside of the media folders. Add its folder under Settings, Security, Media roots.`,
  );
}
