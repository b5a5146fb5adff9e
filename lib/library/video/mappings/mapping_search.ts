import type { CatalogueRepository, PlacedFile } from "../../../../db/library/catalogue.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type DiskReads, isFolder } from "../../../kit/disk/disk_reads.ts";
import { Fault } from "../../../kit/fault.ts";
import { proposeMappings, type Sighting } from "../../managers/paths/mapping_finder.ts";
import { toLocal } from "../../managers/paths/path_mapping.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { walkFor, type WalkLimits } from "../file_walk.ts";
import type { MappingFind, UnseenFile } from "./mapping_model.ts";
import { mediaPlaces } from "./mapping_roots.ts";

type VideoKind = "movie" | "series";

/** Finds out which files of the managers cannot be opened here, and which mappings would help. */
export interface MappingSearch {
  /** A sample of each folder of the managers; whether these files can be opened now. */
  unseen(): Promise<UnseenFile[]>;
  /** Looks for such files on this machine. Throws `busy` while another search runs, and when `signal` is aborted. */
  find(options?: { app?: VideoKind; signal?: AbortSignal }): Promise<MappingFind>;
}

export interface MappingSearchOptions {
  settings: Pick<SettingsService, "current">;
  repository: Pick<CatalogueRepository, "places" | "filesOf">;
  clock: Clock;
  disks: DiskReads;
  /** Where to look besides the folders of the settings. */
  places?: () => Promise<string[]>;
  limits?: WalkLimits;
}

/** Of each folder that titles lie in. */
const SAMPLE = 5;
const SAMPLES_MOST = 60;
const PATIENCE_MS = 500;
const LIMITS: WalkLimits = { depth: 8, entries: 300_000, ms: 20_000 };

/** A file with whether it can be opened. */
interface Looked extends PlacedFile {
  app: VideoKind;
  localPath: string;
  visible: boolean;
}

export function createMappingSearch(options: MappingSearchOptions): MappingSearch {
  const { settings, repository, clock, disks, places = mediaPlaces, limits = LIMITS } = options;
  let searching = false;

  async function sampleOf(app: VideoKind): Promise<Looked[]> {
    const { connections, pathMappings } = settings.current();
    if (!connections[app].enabled) return [];
    const ids = spread(await repository.places(app));
    const files = (await repository.filesOf(app, ids))
      // Mappings may be newer than what was read.
      .map((file) => ({ ...file, localPath: toLocal(file.path, app, pathMappings) }));
    const seen = await disks.visible(files.map(({ localPath }) => localPath), { patienceMs: PATIENCE_MS, fresh: true });
    return files.map((file, i) => ({ ...file, app, visible: seen[i] ?? true }));
  }

  async function search(sample: Looked[], signal: AbortSignal | undefined): Promise<MappingFind> {
    const { pathMappings, localMedia: { exclude } } = settings.current();
    const started = clock.monotonicMs();
    const hidden = sample.filter(({ visible }) => !visible);
    const roots = hidden.length === 0 ? [] : await rootsToLookIn();
    const names = new Set(hidden.map(({ path }) => nameOf(path)));
    const { found, folders, files, complete } = await walkFor({ roots, names, exclude, limits, clock, signal });
    const sightings = hidden.flatMap(({ app, path, size }): Sighting[] =>
      found.filter((one) => one.size === size && nameOf(one.path) === nameOf(path))
        .map((one) => ({ app, remote: path, local: one.path }))
    );
    const seen = sample.filter(({ visible }) => visible)
      .map(({ app, path, localPath }) => ({ app, remote: path, local: localPath }));
    return {
      proposals: proposeMappings(sightings, { mappings: pathMappings, seen }),
      unseen: hidden.map(toUnseen),
      looked: { roots, folders, files, seconds: Math.round(clock.monotonicMs() - started) / 1000, complete },
    };
  }

  /** Where media may be opened from at all, when that is limited; else known folders first. */
  async function rootsToLookIn(): Promise<string[]> {
    const { general: { security: { mediaRoots } }, pathMappings, localMedia } = settings.current();
    const wanted = mediaRoots.length > 0 ? mediaRoots : [
      ...pathMappings.map(({ local }) => local),
      ...localMedia.folders.map(({ path }) => path),
      ...await places(),
    ];
    const there = await Promise.all(wanted.map((path) => disks.read(path, isFolder)));
    return [...new Set(wanted.filter((_, i) => there[i]))];
  }

  return {
    unseen: async () =>
      [...await sampleOf("movie"), ...await sampleOf("series")].filter(({ visible }) => !visible).map(toUnseen),
    async find({ app, signal } = {}) {
      if (searching) {
        throw new Fault("busy", "The disks are being searched already; wait for that.", { retryAfterSeconds: 10 });
      }
      searching = true;
      try {
        const apps = app === undefined ? ["movie", "series"] as const : [app];
        return await search((await Promise.all(apps.map(sampleOf))).flat(), signal);
      } finally {
        searching = false;
      }
    },
  };
}

const toUnseen = ({ app, title, path, localPath }: Looked): UnseenFile => ({ app, title, path, localPath });

/** A few titles of each folder, from all over it. */
function spread(places: { id: number; localPath: string }[]): number[] {
  const byFolder = Map.groupBy(places, ({ localPath }) => localPath.replace(/[\\/]+[^\\/]*[\\/]*$/, ""));
  const chosen = [...byFolder.values()].flatMap((all) =>
    Array.from(
      { length: Math.min(SAMPLE, all.length) },
      (_, i) => all[Math.floor(i * all.length / Math.min(SAMPLE, all.length))]?.id ?? 0,
    )
  );
  return chosen.slice(0, SAMPLES_MOST);
}

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
