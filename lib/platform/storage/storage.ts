import { join, resolve } from "node:path";
import type { Machine } from "./boot.ts";
import type { Space } from "./space.ts";
import { openMachine } from "./boot.ts";
import { isNetworkShare } from "./network_share.ts";
import { type ReserveFile, reserveFile } from "./reserve_file.ts";
import { createSpace } from "./space.ts";

/** The folders of the service. Environment variables can set another location for each. */
export const STORAGE_IDS = [
  "cache",
  "images",
  "transcodes",
  "rips",
  "programData",
  "metadata",
  "backups",
  "logs",
] as const;
/** ID of a folder in the API, on the status page and in `Storage.folders`. */
export type StorageId = (typeof STORAGE_IDS)[number];

/** Default location of each folder, and the environment variable that overrides it. */
const FOLDERS: Record<StorageId, { below: string; variable: string }> = {
  cache: { below: "cache", variable: "SERVICE_CACHE_DIR" },
  images: { below: "cache/images", variable: "SERVICE_IMAGE_CACHE_DIR" },
  transcodes: { below: "cache/transcodes", variable: "SERVICE_TRANSCODE_DIR" },
  rips: { below: "cache/rips", variable: "SERVICE_RIP_DIR" },
  programData: { below: "data", variable: "SERVICE_PROGRAM_DATA_DIR" },
  metadata: { below: "data/metadata", variable: "SERVICE_METADATA_DIR" },
  backups: { below: "data/backups", variable: "SERVICE_BACKUP_DIR" },
  logs: { below: "log", variable: "SERVICE_LOG_DIR" },
};

/** Label and description of each folder on the status page. */
export const STORAGE_TEXTS: Record<StorageId, { label: string; description: string }> = {
  cache: { label: "Cache", description: "Everything that can be recreated" },
  images: { label: "Images", description: "Posters and backdrops" },
  transcodes: { label: "Transcodes", description: "Encodes in progress and previews" },
  rips: { label: "Rips", description: "Discs in progress" },
  programData: { label: "Program data", description: "Settings and database" },
  metadata: { label: "Metadata", description: "Anime titles and mappings" },
  backups: { label: "Backups", description: "Copies of settings and database" },
  logs: { label: "Logs", description: "Output of the service and its jobs" },
};

/** Returns the environment variable that sets the location of a folder. */
export const storageVariable = (id: StorageId): string => FOLDERS[id].variable;

/** Parent of each folder that moves with another one: `images` is below `cache`, wherever that is. */
const PARENT: Partial<Record<StorageId, StorageId>> = {
  images: "cache",
  transcodes: "cache",
  rips: "cache",
  metadata: "programData",
  backups: "programData",
};

/**
 * Locations of the program's files as absolute paths, and the services that depend on the machine. Opened once at
 * startup.
 */
export interface Storage {
  configDir: string;
  folders: Record<StorageId, string>;
  /** Folders whose location is set by environment variables. */
  overridden: StorageId[];
  /** Folder of job logs, below `logs`. */
  jobLogs: string;
  space: Space;
  machine: Machine;
  /** Reserved disk space for the database. `release` is passed to the store as `onFull`. */
  reserve: ReserveFile;
  /** True if the database is on a network share, where a write-ahead log does not work (safety.md, S-DB-2). */
  onNetworkShare: boolean;
}

/** Returns all folders for a config folder and environment variables. Pure. */
export function storageFolders(
  configDir: string,
  env: Record<string, string | undefined>,
): Pick<Storage, "configDir" | "folders" | "overridden"> {
  const root = resolve(configDir);
  const overridden = STORAGE_IDS.filter((id) => env[FOLDERS[id].variable]?.trim());
  const place = (id: StorageId): string => {
    const value = env[FOLDERS[id].variable]?.trim();
    if (value) return resolve(root, value);
    const parent = PARENT[id];
    const { below } = FOLDERS[id];
    return parent ? join(place(parent), below.slice(FOLDERS[parent].below.length + 1)) : join(root, below);
  };
  return {
    configDir: root,
    folders: Object.fromEntries(STORAGE_IDS.map((id) => [id, place(id)])) as Record<StorageId, string>,
    overridden,
  };
}

/**
 * Creates the folders with private permissions, and opens the services that depend on the machine. Throws if a folder
 * cannot be created.
 */
export async function openStorage(
  { configDir, env = {} }: { configDir: string; env?: Record<string, string | undefined> },
): Promise<Storage> {
  const places = storageFolders(configDir, env);
  const jobLogs = join(places.folders.logs, "jobs");
  for (const folder of [places.configDir, ...Object.values(places.folders), jobLogs]) {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const { programData } = places.folders;
  return {
    ...places,
    jobLogs,
    space: createSpace(),
    machine: await openMachine(),
    reserve: reserveFile(join(programData, "reserve")),
    onNetworkShare: await isNetworkShare(programData),
  };
}

/** Returns the default config folder, from the environment or the usual location on the platform. */
export function defaultConfigDir(
  env: Record<string, string | undefined>,
  os: typeof Deno.build.os,
  home: string | undefined,
): string {
  const value = env["SERVICE_CONFIG_DIR"]?.trim() || env["SERVICE_DATA_DIR"]?.trim();
  if (value) return resolve(value);
  if (os === "windows") return "C:\\ProgramData\\lathe";
  return home ? join(home, ".config", "lathe") : resolve("data");
}
