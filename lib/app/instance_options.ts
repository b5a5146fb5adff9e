import type { OwnProgram } from "../kit/process/own_program.ts";
import type { Store } from "../../db/store.ts";
import type { CrashPoint } from "../jobs/delivery/crash_points.ts";
import type { Log } from "../kit/log.ts";
import type { AnimeSource } from "../library/anime/sources.ts";
import type { PasswordOptions } from "../platform/auth/password.ts";
import type { Clock } from "../kit/clock.ts";
import type { createCapabilities } from "../media/tools/capabilities.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { HttpClientOptions } from "../platform/http_client/client.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { InstallKind } from "../platform/updates/install_text.ts";

/** Where the parts of the program lie that are read at run time: beside the sources, or in the unpacked executable. */
export interface ProgramFiles {
  workerUrl: URL;
  localWorkerUrl: URL;
  importWorkerUrl: URL;
  migrations: URL;
  /** Folder of the built browser assets. */
  staticFiles: URL;
  /** Folder of the documentation, in Markdown. */
  docs: URL;
  /** How the program starts itself for work that leaves much behind in memory. */
  ownProgram?: OwnProgram;
  /** The same for making the file of anime titles, which is done nowhere else. */
  animeProgram: OwnProgram;
  /** The program is one executable, not a folder of sources. */
  bundled: boolean;
}

/** A log and the way to close it. */
export interface OpenLog {
  log: Log;
  /** Hears of every request; written down at the levels Debug and Trace. */
  requestLog: Log;
  /** Follows the settings of the log. */
  change(to: { level: "info" | "debug" | "trace"; sizeLimitMb: number }): void;
  dispose(): Promise<void>;
}

/** What the process gives an instance; only `configDir`, `env`, `files` and `openLog` are required. */
export interface InstanceOptions {
  configDir: string;
  env: Record<string, string | undefined>;
  files: Pick<
    ProgramFiles,
    "workerUrl" | "localWorkerUrl" | "animeProgram" | "importWorkerUrl" | "migrations" | "ownProgram"
  >;
  /** Opens the log once it is known where it lies and what it must not show. */
  openLog(storage: Storage, settings: StoredSettings): Promise<OpenLog>;
  clock?: Clock;
  kind?: InstallKind;
  /** Ports that this process listens on, as they are now. */
  ownPorts?: () => number[];
  /** How other machines are reached; tests reroute. */
  network?: Partial<Pick<HttpClientOptions, "resolve" | "reroute">>;
  releasesUrl?: string;
  /** Of the music release database. */
  musicCatalogueUrl?: string;
  /** Of the catalogue of discs. */
  discDbUrl?: string;
  /** Of anime data. */
  animeSources?: readonly AnimeSource[];
  /** Of the database of products that barcodes are looked up in. */
  productsUrl?: string;
  passwords?: PasswordOptions;
  /** Tests only: what ffmpeg can do, when other tests have asked it. */
  capabilities?: ReturnType<typeof createCapabilities>;
  /** Tests only: permissions of this folder and of those above are not looked at when programs are judged. */
  programFolder?: string;
  /** Test builds end the process at a named point of a delivery. */
  crashPoint?: (point: CrashPoint) => void;
}

/** What an instance is built on, once it is open. */
export interface OpenedInstance {
  /** How what is open ends, the last first. */
  closing: AsyncDisposableStack;
  settings: StoredSettings;
  store: Store;
  /** The database is a file of ours. */
  local: boolean;
  migrations: string;
  log: OpenLog;
  endSessions: boolean;
  /** The database was brought to the newest layout, with the copy from before. */
  migrated: { copy?: string } | undefined;
}
