import { createHash } from "node:crypto";
import type { ActiveFile } from "../../../db/library/auto_memory.ts";
import { Fault } from "../../kit/fault.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { mapConcurrent } from "../../kit/async.ts";
import type { RemuxFile } from "../video/remuxes.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Candidate, Recallable, Remembered } from "./candidate.ts";
import { contentFingerprint } from "./identity.ts";
import type { AutoItem } from "./model.ts";
import { undecided } from "./recall.ts";

/** Services and options for finding candidates: library, disks, profiles and running jobs. */
export interface CandidateDeps {
  settings: Pick<SettingsService, "current">;
  library: { remuxes(): Promise<RemuxFile[]> };
  disks: Pick<DiskReads, "visible">;
  /** Managers whose files are candidates, by kind. */
  kinds: ReadonlySet<string>;
  profiles: Pick<Profiles, "recipe">;
  /** Files that jobs are processing. */
  activeFiles(): Promise<ActiveFile[]>;
}

/** Options for reading disks. Files on a share that does not respond within this time are considered absent. */
const VISIBILITY_OPTIONS = { patienceMs: 60_000, fresh: true, otherwise: false };

/** Returns the ID of a profile with a hash of its content, so that a changed profile is detected. */
export const profileVersionOf = (id: string, recipe: unknown): string =>
  `${id} ${createHash("sha1").update(JSON.stringify(recipe)).digest("base64url")}`;

/** Returns the managers' remuxes, with all data that a scan needs for its decision. */
export async function findCandidates(
  { settings, library, disks, kinds, profiles, activeFiles }: CandidateDeps,
): Promise<Candidate[]> {
  const { auto, defaultProfiles } = settings.current();
  const profileFor = async (mediaType: AutoItem["mediaType"]) => {
    const id = auto.profiles[mediaType] || defaultProfiles[mediaType];
    try {
      const recipe = await profiles.recipe(id);
      return { profileId: id, profileName: recipe.name, profileVersion: profileVersionOf(id, recipe) };
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  };
  const [found, active, movie, tv, anime] = await Promise.all([
    library.remuxes(),
    activeFiles(),
    profileFor("movie"),
    profileFor("tv"),
    profileFor("anime"),
  ]);
  const chosen = { movie, tv, anime };
  const byPath = new Map(active.map(({ path, jobId }) => [path, jobId]));
  const byFile = new Map(active.map(({ arr, fileId, jobId }) => [`${arr} ${fileId}`, jobId]));
  const files = found.filter(({ arr }) => kinds.has(arr));
  const seen = await disks.visible(files.map(({ localPath }) => localPath), VISIBILITY_OPTIONS);
  return files.map((file, i): Candidate => {
    const jobId = byPath.get(file.localPath) ?? byFile.get(`${file.arr} ${file.fileId}`);
    const visible = seen[i] ?? false;
    return { ...file, ...chosen[file.mediaType], visible, ...(jobId === undefined ? {} : { jobId }) };
  });
}

/** Number of files that are read at the same time. */
const READS = 4;

/**
 * Adds content fingerprints to the candidates that might be mistaken for another file. A file whose disk stops
 * responding is considered absent, because without its content it cannot be distinguished from a file that was already
 * encoded.
 */
export async function withFingerprints<T extends Recallable>(
  candidates: T[],
  memory: Remembered[],
  disks: Pick<DiskReads, "read">,
): Promise<T[]> {
  const silent = new Set<T>();
  const prints = new Map<T, string | undefined>();
  await mapConcurrent(
    undecided(candidates, memory),
    READS,
    async (one) => {
      const read = await disks.read(one.localPath, async (path) => ({ print: await contentFingerprint(path) }));
      if (read === undefined) silent.add(one);
      else prints.set(one, read.print);
    },
  );
  return candidates.map((one) => {
    if (silent.has(one)) return { ...one, visible: false };
    const fingerprint = prints.get(one);
    return fingerprint === undefined ? one : { ...one, fingerprint };
  });
}

/** Returns the public part of a candidate. */
export const itemOf = (
  { visible: _, profileId: __, profileVersion: ___, fingerprint: ____, ...item }: Candidate,
): AutoItem => item;
