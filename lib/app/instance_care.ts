import { keyValueRepository } from "../../db/platform/key_values.ts";
import type { Store } from "../../db/store.ts";
import { taskRunRepository } from "../../db/platform/task_runs.ts";
import type { PasswordOptions } from "../platform/auth/password.ts";
import type { Auth } from "../platform/auth/service.ts";
import type { MusicLibrary } from "../library/music/music_service.ts";
import type { Library } from "../library/video/service.ts";
import { type Backups, createBackups } from "./backup/service.ts";
import type { Hardware } from "../encode/hardware/service.ts";
import { type Connected, createConnected } from "./instance_connected.ts";
import { createImages, type Images } from "../library/artwork/service.ts";
import type { RunningJobs } from "../jobs/queue/queue.ts";
import type { DiskReads } from "../kit/disk/disk_reads.ts";
import type { Log } from "../kit/log.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import { VERSION } from "../kit/version.ts";
import type { Media } from "../media/probe/service.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import type { EncodertoolService } from "../media/audio/encodertool_service.ts";
import { withTimeout } from "../kit/async.ts";
import type { Notify } from "../platform/notifications/service.ts";
import type { Managers } from "../library/managers/managers.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import { type ConnectionStates, createConnectionStates } from "./health/connection_states.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { Sightings } from "../platform/health/security.ts";
import type { Health } from "../platform/health/service.ts";
import { chronicleJobs } from "./events/job_chronicle.ts";
import { createLogFiles, type LogFiles } from "../platform/logs/log_files.ts";
import { createMetrics, type Metrics } from "./status/metrics.ts";
import { createPaths } from "../platform/storage/paths.ts";
import { ruleFacts } from "./status/rule_facts.ts";
import { createSettingsChange, type SettingsChange } from "./status/settings_change.ts";
import type { SleepInhibitor } from "./status/sleep_inhibitor.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { createTasks, type TaskDefinition, type Tasks } from "../platform/tasks/runner.ts";
import { openAuth } from "./services/access.ts";
import { createHealthChecks } from "./services/health.ts";
import { createMessageServices, type MessageServices } from "./services/messages.ts";
import { createUpdateWatch } from "./services/updates.ts";
import { taskTable } from "./table.ts";
import type { InstallKind } from "../platform/updates/install_text.ts";
import type { Updates } from "../platform/updates/service.ts";

/** What looks after an instance: who may come in, what happened, what is wrong, what runs by itself. */
export interface Care extends Connected {
  auth: Auth;
  events: EventLog;
  notify: Notify;
  health: Health;
  tasks: Tasks;
  backups: Backups;
  updates: Updates;
  images: Images;
  logFiles: LogFiles;
  paths: ReturnType<typeof createPaths>;
  metrics: Metrics;
  settingsChange: SettingsChange;
  connectionStates: ConnectionStates;
  sightings: Sightings;
  kind: InstallKind;
  startedAt: Date;
  closeCare(): Promise<void>;
}

/** Services that are built earlier and which backups, health checks, tasks and status need. */
export interface CareOptions {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  /** The database is a file of ours. */
  local: boolean;
  migrations: string;
  env: Record<string, string | undefined>;
  kind: InstallKind;
  http: HttpClient;
  managers: Managers;
  media: Media;
  profiles: Profiles;
  hardware: Hardware;
  encodertool: EncodertoolService;
  programs: ProgramRules;
  programSearch: ToolSearch;
  jobs: RunningJobs;
  library: Library;
  music: MusicLibrary;
  /** Script of the thread that scans local media. */
  localWorkerUrl: URL;
  /** Script of the thread that takes over the database of a backup. */
  importWorkerUrl: URL;
  sleep: SleepInhibitor;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  passwords?: PasswordOptions;
  releasesUrl?: string;
  musicCatalogueUrl?: string;
  /** After a restore: nobody is logged in, and what signed the cookies does so no longer. */
  endSessions: boolean;
}

/** Builds what looks after an instance. Starts nothing. */
export async function createCare(options: CareOptions): Promise<Care> {
  const { settings, storage, store, kind, http, managers, media, programs, jobs, bus, clock, log } = options;
  const startedAt = clock.now();
  const keyValues = keyValueRepository(store);
  const sightings: Sightings = {};
  const messages = messagesOf(options);
  const { events, notify, failedTargets } = messages;
  const { passwords, endSessions } = options;
  const auth = await openAuth({ settings, store, keyValues, events, clock, log, passwords, endSessions });
  const backups = backupsOf(options);
  const updates = createUpdateWatch({ settings, http, keyValues, kind, messages, clock, url: options.releasesUrl });
  const images = createImages({ folder: storage.folders.images, settings, http, media });
  const { closeConnected, ...connected } = createConnected({ ...options, facts: keyValues, events, images });
  const { mappings } = connected;
  const health = createHealthChecks({ ...options, mappings, backups, failedTargets, sightings, startedAt });
  const tasks = createTasks({
    definitions: tasksOf(options, connected, { health, updates, backups, images }),
    repository: taskRunRepository(store),
    bus,
    clock,
    log,
  });
  const { queueState: queue, speeds } = jobs;
  const metrics = createMetrics({ bus, queue, tasks: tasks.list, speeds, version: VERSION, startedAt });
  const stopFollowing = followBus(options, messages);
  const facts = ruleFacts({ profiles: options.profiles, configDir: storage.configDir });
  const programsLocked = areProgramsLocked(options);
  return {
    auth,
    events,
    notify,
    health,
    tasks,
    backups,
    updates,
    images,
    logFiles: createLogFiles(storage.folders.logs),
    paths: createPaths({ storage, clock }),
    metrics,
    connectionStates: createConnectionStates({ settings, managers }),
    settingsChange: createSettingsChange({ settings, auth, events, programs, facts, programsLocked }),
    ...connected,
    sightings,
    kind,
    startedAt,
    async closeCare() {
      await backups.stop();
      await tasks.stop();
      await closeConnected();
      stopFollowing();
      metrics.close();
      await options.sleep.close();
      // Targets that hang keep nobody from ending.
      await withTimeout(LAST_MESSAGES_MS, notify.settled());
      await events.settled();
    },
  };
}

const areProgramsLocked = ({ env }: CareOptions): boolean => env.SERVICE_LOCK_PROGRAMS === "1";

const messagesOf = ({ settings, store, http, programSearch, bus, clock, log }: CareOptions): MessageServices =>
  createMessageServices({ settings, store, http, programSearch, bus, clock, log });

const backupsOf = (options: CareOptions): Backups =>
  createBackups({
    store: options.store,
    settings: options.settings,
    storage: options.storage,
    clock: options.clock,
    version: VERSION,
    migrations: options.migrations,
    local: options.local,
    importWorkerUrl: options.importWorkerUrl,
    programs: options.programs,
    programsLocked: areProgramsLocked(options),
  });

const tasksOf = (
  { media, settings, storage, jobs, clock }: CareOptions,
  { auto, grab, afterEncode, local }: Connected,
  { health, updates, backups, images }: Pick<Care, "health" | "updates" | "backups" | "images">,
): TaskDefinition[] =>
  taskTable({
    health,
    media,
    settings,
    updates,
    backups,
    images,
    storage,
    jobs,
    auto,
    grab,
    afterEncode,
    local,
    clock,
  });

/** How long the end of the program waits for messages that are on their way. */
const LAST_MESSAGES_MS = 15_000;

/** Lets events, notifications and the machine's sleep follow what happens. Answers how to end that. */
function followBus(
  { bus, clock, settings, sleep }: CareOptions,
  { events, notify }: MessageServices,
): () => void {
  const stop = [
    chronicleJobs({ bus, events, notify, clock }),
    bus.on(
      "library-odd",
      ({ sentence }) => events.record({ level: "warning", source: "import", message: sentence }),
    ),
    bus.on("queue", ({ running }) => {
      const wanted = settings.current().preventSleep && running > 0;
      sleep.keep(wanted ? `${running} encode${running === 1 ? "" : "s"} running` : undefined);
    }),
  ];
  return () => stop.forEach((off) => off());
}
