import type { CatalogueRepository, PlacedFile } from "../../../../db/library/catalogue.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type DiskReads, isFolder } from "../../../kit/disk/disk_reads.ts";
import { similarPath } from "../../../kit/disk/letter_forms.ts";
import { Fault } from "../../../kit/fault.ts";
import { type PathMatch, proposeMappings } from "../../managers/paths/mapping_finder.ts";
import { toLocal } from "../../managers/paths/path_mapping.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { walkFor, type WalkLimits } from "../file_walk.ts";
import type { MappingFind, UnseenFile } from "./mapping_model.ts";

type VideoKind = "movie" | "series";

/** Finds files of managers that cannot be opened on this machine, and suggests path mappings. */
export interface MappingSearch {
  /** Checks a sample in each of the managers' folders. Returns the files that cannot be opened. */
  unseen(): Promise<UnseenFile[]>;
  /**
   * Searches for these files on this machine. Throws `busy` while another search is in progress, or the signal's reason
   * if aborted.
   */
  find(options?: { app?: VideoKind; signal?: AbortSignal }): Promise<MappingFind>;
}

/**
 * Services and options of the search for path mappings. `limits` are those for searching folders. By default, 8 levels,
 * 300,000 entries and 20 seconds.
 */
export interface MappingSearchOptions {
  settings: Pick<SettingsService, "current">;
  repository: Pick<CatalogueRepository, "places" | "filesOf">;
  clock: Clock;
  disks: DiskReads;
  /** Returns folders to search in addition to those in the settings. */
  places?: () => Promise<string[]>;
  limits?: WalkLimits;
}

/** Number of titles per folder that are checked. */
const SAMPLE_SIZE = 5;
const MAX_SAMPLES = 60;
const PATIENCE_MS = 500;
const LIMITS: WalkLimits = { depth: 8, entries: 300_000, ms: 20_000 };

/** A file of a manager, and whether this machine can open it. */
interface SampledFile extends PlacedFile {
  app: VideoKind;
  localPath: string;
  visible: boolean;
  /**
   * Actual path of the file, if it differs only in Unicode form or case. A path mapping would not help in this case.
   */
  actualPath?: string;
}

interface MappingSearchState extends MappingSearchOptions {
  /** True during a search. Only one search can be in progress. */
  searching: boolean;
}

/** Creates the search for path mappings. It reads the database and the disks, but does not query managers. */
export function createMappingSearch(options: MappingSearchOptions): MappingSearch {
  const state: MappingSearchState = { ...options, searching: false };
  return {
    unseen: async () =>
      [...await sampleOf(state, "movie"), ...await sampleOf(state, "series")]
        .filter(({ visible }) => !visible).map(toUnseen),
    find: ({ app, signal } = {}) => searchAlone(state, app, signal),
  };
}

async function searchAlone(
  state: MappingSearchState,
  app: VideoKind | undefined,
  signal: AbortSignal | undefined,
): Promise<MappingFind> {
  if (state.searching) {
    throw new Fault("busy", "The disks are already being searched. Wait for that to finish.", {
      retryAfterSeconds: 10,
    });
  }
  state.searching = true;
  try {
    const apps = app === undefined ? ["movie", "series"] as const : [app];
    return await search(state, (await Promise.all(apps.map((one) => sampleOf(state, one)))).flat(), signal);
  } finally {
    state.searching = false;
  }
}

async function sampleOf({ settings, repository, disks }: MappingSearchState, app: VideoKind): Promise<SampledFile[]> {
  const { connections, pathMappings } = settings.current();
  if (!connections[app].enabled) return [];
  const ids = spread(await repository.places(app));
  const files = (await repository.filesOf(app, ids))
    // The mappings may have changed since the last refresh of the library.
    .map((file) => ({ ...file, localPath: toLocal(file.path, app, pathMappings) }));
  const seen = await disks.visible(files.map(({ localPath }) => localPath), { patienceMs: PATIENCE_MS, fresh: true });
  return await Promise.all(files.map(async (file, i): Promise<SampledFile> => {
    const visible = seen[i] ?? true;
    const actualPath = visible ? undefined : await disks.read(file.localPath, similarPath, PATIENCE_MS);
    return { ...file, app, visible, ...(actualPath === undefined ? {} : { actualPath }) };
  }));
}

async function search(
  state: MappingSearchState,
  sample: SampledFile[],
  signal: AbortSignal | undefined,
): Promise<MappingFind> {
  const { settings, clock, limits = LIMITS } = state;
  const { pathMappings, localMedia: { exclude } } = settings.current();
  const started = clock.monotonicMs();
  const hidden = sample.filter(({ visible }) => !visible);
  const elsewhere = hidden.filter(({ actualPath }) => actualPath === undefined);
  const roots = elsewhere.length === 0 ? [] : await searchRoots(state);
  const names = new Set(elsewhere.map(({ path }) => nameOf(path)));
  const { found, folders, files, complete } = await walkFor({ roots, names, exclude, limits, clock, signal });
  const matches = elsewhere.flatMap(({ app, path, size }): PathMatch[] =>
    found.filter((one) => one.size === size && nameOf(one.path) === nameOf(path))
      .map((one) => ({ app, remote: path, local: one.path }))
  );
  const seen = sample.filter(({ visible }) => visible)
    .map(({ app, path, localPath }) => ({ app, remote: path, local: localPath }));
  return {
    proposals: proposeMappings(matches, { mappings: pathMappings, seen }),
    unseen: hidden.map(toUnseen),
    looked: { roots, folders, files, seconds: Math.round(clock.monotonicMs() - started) / 1000, complete },
  };
}

/** Returns the media roots if they are restricted in the settings, otherwise known folders first. */
async function searchRoots({ settings, disks, places = mediaPlaces }: MappingSearchState): Promise<string[]> {
  const { general: { security: { mediaRoots } }, pathMappings, localMedia } = settings.current();
  const wanted = mediaRoots.length > 0 ? mediaRoots : [
    ...pathMappings.map(({ local }) => local),
    ...localMedia.folders.map(({ path }) => path),
    ...await places(),
  ];
  const there = await Promise.all(wanted.map((path) => disks.read(path, isFolder)));
  return [...new Set(wanted.filter((_, i) => there[i]))];
}

const toUnseen = ({ app, title, path, localPath, actualPath }: SampledFile): UnseenFile => ({
  app,
  title,
  path,
  localPath,
  ...(actualPath === undefined ? {} : { actualPath }),
});

/** Returns a few titles from each folder, evenly spaced. */
function spread(places: { id: number; localPath: string }[]): number[] {
  const byFolder = Map.groupBy(places, ({ localPath }) => localPath.replace(/[\\/]+[^\\/]*[\\/]*$/, ""));
  const chosen = [...byFolder.values()].flatMap((all) =>
    Array.from(
      { length: Math.min(SAMPLE_SIZE, all.length) },
      (_, i) => all[Math.floor(i * all.length / Math.min(SAMPLE_SIZE, all.length))]?.id ?? 0,
    )
  );
  return chosen.slice(0, MAX_SAMPLES);
}

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Common locations of media. */
const USUAL = ["/mnt", "/media", "/data", "/srv", "/volume1", "/volume2", "/share", "/Volumes", "/home"];

/** File systems that never contain media. */
const NO_MEDIA =
  /^(proc|sysfs|devpts|tmpfs|devtmpfs|cgroup2?|mqueue|overlay|squashfs|autofs|securityfs|debugfs|tracefs)$/;
const SYSTEM = /^\/(etc|proc|sys|dev|run|boot|usr|bin|lib|sbin|opt|root|tmp|var)(\/|$)/;

/** Returns the folders in which media may be found: the common locations and, on Linux, other mounts. */
async function mediaPlaces(): Promise<string[]> {
  const mounts = await Deno.readTextFile("/proc/self/mounts").catch(() => "");
  return [...USUAL, ...mountedFolders(mounts)];
}

/**
 * Returns the folders in `/proc/self/mounts` that may contain media: shares, disks and the volumes of a container.
 * Pure.
 */
export const mountedFolders = (mounts: string): string[] =>
  mounts.split("\n").flatMap((line) => {
    const [, escaped = "", type = ""] = line.split(" ");
    const path = escaped.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));
    return path.length < 2 || NO_MEDIA.test(type) || SYSTEM.test(path) ? [] : [path];
  });
