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

/** Locations of program files that are read at run time. They are next to the sources or in the unpacked executable. */
export interface ProgramFiles {
  workerUrl: URL;
  localWorkerUrl: URL;
  importWorkerUrl: URL;
  migrations: URL;
  /** Folder with the built browser assets. */
  staticFiles: URL;
  /** Folder with the documentation in Markdown. */
  docs: URL;
  /** Command that runs this program as a child process, for work that leaves much memory allocated. */
  ownProgram?: OwnProgram;
  /** Command that builds the anime title file, which is always done in a child process. */
  animeProgram: OwnProgram;
  /** True if the program is a single executable, false if it is run from source code. */
  bundled: boolean;
}

/** A log, and the functions that control it. */
export interface OpenLog {
  log: Log;
  /** Logs a request at the levels Debug and Trace. */
  requestLog: Log;
  /** Applies changes to the log settings. */
  change(to: { level: "info" | "debug" | "trace"; sizeLimitMb: number }): void;
  dispose(): Promise<void>;
}

/** Options of an instance, provided by its process. Only `configDir`, `env`, `files` and `openLog` are required. */
export interface InstanceOptions {
  configDir: string;
  env: Record<string, string | undefined>;
  files: Pick<
    ProgramFiles,
    "workerUrl" | "localWorkerUrl" | "animeProgram" | "importWorkerUrl" | "migrations" | "ownProgram"
  >;
  /** Opens the log once its location and the secrets to redact are known. */
  openLog(storage: Storage, settings: StoredSettings): Promise<OpenLog>;
  clock?: Clock;
  kind?: InstallKind;
  /** Returns the ports that this process currently listens on. */
  ownPorts?: () => number[];
  /** Network access. Replaced by tests. */
  network?: Partial<Pick<HttpClientOptions, "resolve" | "reroute">>;
  releasesUrl?: string;
  /** URL of MusicBrainz. */
  musicCatalogueUrl?: string;
  /** URL of TheDiscDb. */
  discDbUrl?: string;
  /** Sources of anime data. */
  animeSources?: readonly AnimeSource[];
  /** URL of the product database in which barcodes are looked up. */
  productsUrl?: string;
  passwords?: PasswordOptions;
  /** Tests only: ffmpeg capabilities that another test has already detected. */
  capabilities?: ReturnType<typeof createCapabilities>;
  /** Tests only: folder for programs. Its permissions and those of its parents are not checked. */
  programFolder?: string;
  /** Test builds only: called at each step of a delivery, to end the process there. */
  crashPoint?: (point: CrashPoint) => void;
}

/** Opened resources that the services of an instance use. */
export interface OpenedInstance {
  /** Functions that close the opened resources. They are called in reverse order. */
  closing: AsyncDisposableStack;
  settings: StoredSettings;
  store: Store;
  /** True if the database is a local file. */
  local: boolean;
  migrations: string;
  log: OpenLog;
  endSessions: boolean;
  /** True if the database was migrated to the newest schema version. `copy` is the backup that was created before. */
  migrated: { copy?: string } | undefined;
}
