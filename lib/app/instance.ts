import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { profileRepository, smartProfileRepository } from "../../db/encode/profiles.ts";
import { findingRepository } from "../../db/library/findings.ts";
import { jobRepository } from "../../db/jobs/jobs.ts";
import { outcomeRepository } from "../../db/jobs/estimate_outcomes.ts";
import { openStore, type Store } from "../../db/store.ts";
import { createEstimateRuns } from "../jobs/estimates/runs.ts";
import { createEstimates, type EstimateService } from "../jobs/estimates/estimates.ts";
import { createSamples } from "../jobs/estimates/samples.ts";
import { findSource } from "../jobs/intake/source_file.ts";
import { createDecisionContext, type DecisionContext } from "../jobs/intake/decision_context.ts";
import { createHardware, type Hardware } from "../encode/hardware/service.ts";
import { createEstimateHistory } from "../jobs/estimates/history.ts";
import { createJobs, type RunningJobs } from "../jobs/queue/queue.ts";
import type { CrashPoint } from "../jobs/delivery/crash_points.ts";
import { createDiskReads, type DiskReads } from "../kit/disk/disk_reads.ts";
import type { Log } from "../kit/log.ts";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { musicCatalogueRepository } from "../../db/library/music_catalogue.ts";
import { markRepository } from "../../db/library/library_marks.ts";
import { type Care, createCare } from "./instance_care.ts";
import { createMqaListening, type MqaListening } from "../library/music/music_mqa.ts";
import { createMusicLibrary, type MusicLibrary } from "../library/music/music_service.ts";
import { createLibrary, type Library } from "../library/video/service.ts";
import { removeBackupLeftovers } from "../platform/backup/leftovers.ts";
import { applyStagedRestore, confirmRestore, type RestoreMarker, rollBackRestore } from "./backup/staging.ts";
import type { PasswordOptions } from "../platform/auth/password.ts";
import { type Bus, createBus } from "../kit/bus.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import { findDynamicHdrTools } from "../media/tools/dynamic_hdr_tools.ts";
import { createMedia, type Media } from "../media/probe/service.ts";
import { createEncodertool, type EncodertoolService } from "../media/audio/encodertool_service.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import { createProfiles } from "../encode/profiles/store.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import { programJudge, type ProgramRules } from "../platform/settings/program_rules.ts";
import { createReports, type Reports } from "../jobs/reports/service.ts";
import { openSettings, type StoredSettings } from "../platform/settings/store.ts";
import { createOutgoing, type OutgoingOptions } from "../platform/http_client/client.ts";
import type { Outgoing } from "../platform/http_client/model.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import { createSleepInhibitor, type SleepInhibitor } from "./status/sleep_inhibitor.ts";
import { checkStart, noteStarted } from "../platform/storage/start_check.ts";
import { openStorage, type Storage } from "../platform/storage/storage.ts";
import { VERSION } from "../kit/version.ts";
import type { InstallKind } from "../platform/updates/install_text.ts";

/** Where the parts of the program lie that are read at run time: beside the sources, or in the unpacked executable. */
export interface ProgramFiles {
  workerUrl: URL;
  localWorkerUrl: URL;
  migrations: URL;
  /** Folder of the built browser assets. */
  staticFiles: URL;
  /** Folder of the documentation, in Markdown. */
  docs: URL;
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

export interface InstanceOptions {
  configDir: string;
  env: Record<string, string | undefined>;
  files: Pick<ProgramFiles, "workerUrl" | "localWorkerUrl" | "migrations">;
  /** Opens the log once it is known where it lies and what it must not show. */
  openLog(storage: Storage, settings: StoredSettings): Promise<OpenLog>;
  clock?: Clock;
  kind?: InstallKind;
  /** Ports that this process listens on, as they are now. */
  ownPorts?: () => number[];
  /** How other machines are reached; tests reroute. */
  network?: Partial<Pick<OutgoingOptions, "resolve" | "reroute">>;
  releasesUrl?: string;
  /** Of the music release database. */
  musicCatalogueUrl?: string;
  passwords?: PasswordOptions;
  /** Tests only: permissions of this folder and of those above are not looked at when programs are judged. */
  programFolder?: string;
  /** Test builds end the process at a named point of a delivery. */
  crashPoint?: (point: CrashPoint) => void;
}

/** Every service of one Lathe, built once and handed down. */
export interface Instance extends Omit<Care, "closeCare"> {
  outgoing: Outgoing;
  library: Library;
  music: MusicLibrary;
  mqa: MqaListening;
  sleep: SleepInhibitor;
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  profiles: Profiles;
  media: Media;
  jobs: RunningJobs;
  estimates: EstimateService;
  reports: Reports;
  decisionContext: DecisionContext;
  hardware: Hardware;
  encodertool: EncodertoolService;
  /** How programs that the settings name are looked for and judged. */
  programSearch: ToolSearch;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  requestLog: Log;
  /** Hands running jobs back to the queue and closes the store. */
  close(): Promise<void>;
}

/**
 * Builds the services on a config folder that the caller has claimed. Starts nothing. A restore that was decided is
 * finished first; when its state does not open, the one before it comes back. Throws `StoreProblem` when a person has to
 * decide how to go on.
 */
export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const storage = await openStorage(options);
  const { programData } = storage.folders;
  const removed = await removeBackupLeftovers(storage.folders);
  const restored = await applyStagedRestore(programData);
  if (restored === undefined) {
    const { usedBefore } = await checkStart(storage.folders, { local: !options.env.SERVICE_DATABASE_URL?.trim() });
    const instance = await build(options, storage, { mustExist: usedBefore });
    await noteStarted(programData, VERSION);
    for (const problem of removed.problems) instance.log("warn", "A leftover could not be removed.", { problem });
    return instance;
  }
  let instance: Instance | undefined;
  try {
    const { carryOver } = await import("./backup/carry_over.ts");
    const carried = await carryOver({
      programData,
      migrations: fileURLToPath(options.files.migrations),
      writeAheadLog: !storage.onNetworkShare,
      now: (options.clock ?? systemClock).now(),
    });
    instance = await build(options, storage, { endSessions: true });
    recordRestore(instance, restored, carried);
    await instance.auto.restored();
    await instance.events.settled();
    await noteStarted(programData, VERSION);
    await confirmRestore(programData);
    return instance;
  } catch (error) {
    // Its database is open: renaming it away would leave two writers on one file.
    await instance?.close();
    await rollBackRestore(programData);
    const before = await build(options, storage);
    before.events.record({
      level: "error",
      source: "storage",
      message: `The backup ${restored.backup} did not start; everything is as it was before.`,
      details: error instanceof Error ? error.message : String(error),
    });
    return before;
  }
}

function recordRestore({ events }: Instance, { backup, notes }: RestoreMarker, carried: string[]): void {
  const all = [...notes, ...carried];
  events.record({
    level: notes.length === 0 ? "info" : "warning",
    source: "storage",
    message: `Restored from ${backup}.`,
    ...(all.length === 0 ? {} : { details: all.join("\n") }),
  });
}

async function build(
  options: InstanceOptions,
  storage: Storage,
  { endSessions = false, mustExist = false } = {},
): Promise<Instance> {
  const { env, files } = options;
  const { programData, backups } = storage.folders;
  const early: string[] = [];
  const settings = await openSettings({
    path: join(programData, "settings.json"),
    env,
    warn: (message) => early.push(message),
  });
  const { log, requestLog, change, dispose } = await options.openLog(storage, settings);
  for (const message of early) log("warn", message);
  const url = env.SERVICE_DATABASE_URL?.trim() || undefined;
  const migrations = fileURLToPath(files.migrations);
  let migrated: { copy?: string } | undefined;
  const store = await openStore({
    ...(url === undefined ? { path: join(programData, "lathe.db") } : { url, authToken: env.SERVICE_DATABASE_TOKEN }),
    backups,
    onFull: () => storage.reserve.release(),
    writeAheadLog: !storage.onNetworkShare,
    migrationsFolder: migrations,
    mustExist: mustExist && url === undefined,
    onMigrated: (copy) => migrated = { copy },
  }).catch(async (error) => {
    await dispose();
    throw error;
  });
  try {
    return await assemble(options, storage, {
      settings,
      store,
      local: url === undefined,
      migrations,
      log: { log, requestLog, change, dispose },
      endSessions,
      migrated,
    });
  } catch (error) {
    await store.close();
    await dispose();
    throw error;
  }
}

/** What an instance is built on, once it is open. */
interface Opened {
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

async function assemble(options: InstanceOptions, storage: Storage, opened: Opened): Promise<Instance> {
  const { env, files, clock = systemClock, crashPoint } = options;
  const { settings, store, local, migrations, endSessions, migrated } = opened;
  const { log, requestLog, change, dispose } = opened.log;
  const bus = createBus<InstanceBusEvents>((error) => log("error", "A listener failed.", { error: String(error) }));
  const disks = createDiskReads();
  const sleep = createSleepInhibitor({ os: Deno.build.os, log });
  const outgoing = createOutgoing({
    settings,
    clock,
    ownPorts: options.ownPorts ?? (() => [settings.current().general.host.port]),
    userAgent: `Lathe/${VERSION}`,
    ...options.network,
  });
  const profileRows = profileRepository(store);
  const programs: ProgramRules = {
    writtenFolders: [storage.configDir, ...Object.values(storage.folders)],
    outputFolders: async () =>
      (await profileRows.list()).map(({ profile }) => profile.output.directory)
        .filter((folder) => folder !== ""),
    ownFolder: options.programFolder,
  };
  const programSearch: ToolSearch = { judge: programJudge(settings, programs) };
  const encodertool = createEncodertool({ settings, search: programSearch });
  const media = createMedia({
    settings,
    search: programSearch,
    encodertool: async () => {
      const { available, path, encoders } = await encodertool.status();
      return available && path !== undefined ? { path, encoders } : undefined;
    },
    dynamicHdr: () => findDynamicHdrTools(settings.current(), programSearch),
  });
  const profiles = createProfiles({
    repository: profileRows,
    smartRepository: smartProfileRepository(store),
    settings,
    media,
    clock,
  });
  const outcomes = outcomeRepository(store);
  const history = createEstimateHistory(outcomes);
  const decisionContext = createDecisionContext({
    settings,
    history,
    titleFacts: (about) => library.titleFacts(about),
    search: programSearch,
  });
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
  });
  const estimates = createEstimates({
    media,
    profiles,
    history,
    decisionContext,
    outcomes,
    samples,
    source,
    runs: createEstimateRuns({ clock, changed: (estimate) => bus.publish("estimate", { estimate }) }),
  });
  const titles = catalogueRepository(store);
  const mqa = createMqaListening({ findings, media, settings, storage, clock });
  const music = createMusicLibrary({
    settings,
    outgoing,
    titles,
    repository: musicCatalogueRepository(store),
    mqa,
    disks,
    clock,
    log,
    changed: () => bus.publish("library", { kind: "music" }),
    onOdd: (kind, sentence) => bus.publish("library-odd", { kind, sentence }),
  });
  const library = createLibrary({
    settings,
    outgoing,
    repository: titles,
    music,
    marks: markRepository(store),
    disks,
    clock,
    log,
    changed: (kind) => bus.publish("library", { kind }),
    onOdd: (kind, sentence) => bus.publish("library-odd", { kind, sentence }),
  });
  const { workerUrl, localWorkerUrl } = files;
  const jobs = createJobs({
    store,
    history,
    decisionContext,
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
    managerFiles: library.files,
    managerFilesAt: library.filesAt,
    managerAlbum: music.albumFiles,
    search: programSearch,
    keptAwake: () => sleep.reason() !== undefined,
  });
  const reports = createReports({ store, findings, media, clock, disks, source, jobs: jobRepository(store) });
  const hardware = createHardware({ media });
  const { closeCare, ...care } = await createCare({
    settings,
    storage,
    store,
    local,
    migrations,
    env,
    kind: options.kind ?? "source",
    outgoing,
    media,
    profiles,
    hardware,
    encodertool,
    programs,
    programSearch,
    jobs,
    library,
    music,
    localWorkerUrl,
    sleep,
    bus,
    clock,
    disks,
    log,
    passwords: options.passwords,
    releasesUrl: options.releasesUrl,
    musicCatalogueUrl: options.musicCatalogueUrl,
    endSessions,
  });
  if (migrated !== undefined) {
    care.events.record({
      level: "info",
      source: "storage",
      message: "The database was brought to the layout of this version.",
      ...(migrated.copy === undefined ? {} : { details: `A copy from before is at ${migrated.copy}` }),
    });
  }
  const stopFollowing = settings.onChange((keys) => {
    const { level, sizeLimitMb } = settings.current().general.logging;
    if (keys.some((key) => key.startsWith("general.logging."))) change({ level, sizeLimitMb });
  });
  return {
    ...care,
    outgoing,
    library,
    music,
    mqa,
    sleep,
    settings,
    storage,
    store,
    profiles,
    media,
    jobs,
    estimates,
    reports,
    decisionContext,
    encodertool,
    hardware,
    programSearch,
    bus,
    clock,
    disks,
    log,
    requestLog,
    async close() {
      stopFollowing();
      await estimates.stop();
      await reports.checks.stop();
      await jobs.stop();
      await closeCare();
      await library.close();
      await music.close();
      await outgoing.close();
      await store.close();
      await dispose();
    },
  };
}
