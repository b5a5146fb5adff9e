import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { profileRepository, smartProfileRepository } from "../db/profiles.ts";
import { findingRepository } from "../db/findings.ts";
import { jobRepository } from "../db/jobs.ts";
import { outcomeRepository } from "../db/outcomes.ts";
import { openStore, type Store } from "../db/store.ts";
import { createEstimates, type EstimateService } from "./estimates/service.ts";
import { createSamples } from "./estimates/samples.ts";
import { findSource } from "./jobs/source_file.ts";
import { createPool } from "./kit/pool.ts";
import { type Circumstances, createCircumstances } from "./jobs/circumstances.ts";
import { createHardware, type Hardware } from "./hardware/service.ts";
import { createHistory } from "./jobs/outcomes.ts";
import { createJobs, type RunningJobs } from "./jobs/queue.ts";
import type { JobBusEvents } from "./jobs/service.ts";
import type { CrashPoint } from "./jobs/crash_points.ts";
import type { Log } from "./jobs/deps.ts";
import { type Bus, createBus } from "./kit/bus.ts";
import { type Clock, systemClock } from "./kit/clock.ts";
import { createMedia, type Media } from "./media/service.ts";
import { createEncodertool, type EncodertoolService } from "./music/encodertool_service.ts";
import type { Profiles } from "./profiles/service.ts";
import { createProfiles } from "./profiles/store.ts";
import { createReports, type Reports } from "./reports/service.ts";
import { openSettings, type StoredSettings } from "./settings/store.ts";
import { openStorage, type Storage } from "./system/storage.ts";

/** Where the parts of the program lie that are read at run time: beside the sources, or in the unpacked executable. */
export interface ProgramFiles {
  workerUrl: URL;
  migrations: URL;
  /** Folder of the built browser assets. */
  staticFiles: URL;
}

/** A log and the way to close it. */
export interface OpenLog {
  log: Log;
  /** Hears of every request; written down at the levels Debug and Trace. */
  requestLog: Log;
  dispose(): Promise<void>;
}

export interface InstanceOptions {
  configDir: string;
  env: Record<string, string | undefined>;
  files: Pick<ProgramFiles, "workerUrl" | "migrations">;
  /** Opens the log once it is known where it lies and what it must not show. */
  openLog(storage: Storage, settings: StoredSettings): Promise<OpenLog>;
  clock?: Clock;
  /** Test builds end the process at a named point of a delivery. */
  crashPoint?: (point: CrashPoint) => void;
}

/** Every service of one Lathe, built once and handed down. */
export interface Instance {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  profiles: Profiles;
  media: Media;
  jobs: RunningJobs;
  estimates: EstimateService;
  reports: Reports;
  circumstances: Circumstances;
  hardware: Hardware;
  encodertool: EncodertoolService;
  bus: Bus<JobBusEvents>;
  clock: Clock;
  log: Log;
  requestLog: Log;
  /** Hands running jobs back to the queue and closes the store. */
  close(): Promise<void>;
}

/** Builds the services on a config folder that the caller has claimed. Starts nothing. */
export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const { configDir, env, files, clock = systemClock, crashPoint } = options;
  const storage = await openStorage({ configDir, env });
  const { programData, backups } = storage.folders;
  const early: string[] = [];
  const settings = await openSettings({
    path: join(programData, "settings.json"),
    env,
    warn: (message) => early.push(message),
  });
  const { log, requestLog, dispose } = await options.openLog(storage, settings);
  for (const message of early) log("warn", message);
  const url = env.SERVICE_DATABASE_URL?.trim() || undefined;
  const store = await openStore({
    ...(url === undefined ? { path: join(programData, "lathe.db") } : { url, authToken: env.SERVICE_DATABASE_TOKEN }),
    backups,
    onFull: () => storage.reserve.release(),
    writeAheadLog: !storage.onNetworkShare,
    migrationsFolder: fileURLToPath(files.migrations),
  });
  const bus = createBus<JobBusEvents>((error) => log("error", "A listener failed.", { error: String(error) }));
  const encodertool = createEncodertool({ settings });
  const media = createMedia({
    settings,
    encodertool: async () => {
      const { available, path, encoders } = await encodertool.status();
      return available && path !== undefined ? { path, encoders } : undefined;
    },
  });
  const profiles = createProfiles({
    repository: profileRepository(store),
    smartRepository: smartProfileRepository(store),
    settings,
    media,
    clock,
  });
  const outcomes = outcomeRepository(store);
  const history = createHistory(outcomes);
  const circumstances = createCircumstances({ settings, history });
  const findings = findingRepository(store);
  const source = (path: string) =>
    findSource({ kind: "file", localPath: path }, {
      mediaRoots: settings.current().general.security.mediaRoots,
      storage,
    });
  const samples = createSamples({
    findings,
    folder: storage.folders.transcodes,
    clock,
    pool: createPool({ running: 1, waiting: 16 }),
  });
  const estimates = createEstimates({ media, profiles, history, circumstances, outcomes, samples, source });
  const { workerUrl } = files;
  const jobs = createJobs({
    store,
    history,
    circumstances,
    findings,
    settings,
    profiles,
    media,
    storage,
    bus,
    clock,
    log,
    workerUrl,
    crashPoint,
  });
  const reports = createReports({ store, findings, media, clock, source, jobs: jobRepository(store) });
  return {
    settings,
    storage,
    store,
    profiles,
    media,
    jobs,
    estimates,
    reports,
    circumstances,
    encodertool,
    hardware: createHardware({ media }),
    bus,
    clock,
    log,
    requestLog,
    async close() {
      await reports.checks.stop();
      await jobs.stop();
      await store.close();
      await dispose();
    },
  };
}
