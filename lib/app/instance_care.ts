import { eventRepository } from "../../db/platform/events.ts";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { loginFailureRepository } from "../../db/platform/login_failures.ts";
import { sessionRepository } from "../../db/platform/sessions.ts";
import type { Store } from "../../db/store.ts";
import { taskRunRepository } from "../../db/platform/task_runs.ts";
import { createAuth } from "../platform/auth/auth.ts";
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
import { randomHex } from "../kit/id.ts";
import { VERSION } from "../kit/version.ts";
import type { Media } from "../media/probe/service.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import type { EncodertoolService } from "../media/audio/encodertool_service.ts";
import { withTimeout } from "../kit/async.ts";
import { createNotify, type Notify } from "../platform/notifications/service.ts";
import type { Managers } from "../library/managers/managers.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import { type ConnectionStates, createConnectionStates } from "./health/connection_states.ts";
import { createEventLog, type EventLog } from "../platform/events/event_log.ts";
import { managersProbe, pathsProbe } from "./health/connections.ts";
import { oddRecordsProbe } from "./health/odd_records.ts";
import { defaultsProbe, encodertoolProbe, ffmpegProbe, hardwareProbe, ripperProbe } from "./health/programs.ts";
import { securityProbe, type Sightings } from "../platform/health/security.ts";
import { createHealth, type Health } from "../platform/health/service.ts";
import { diskSpaceProbe, programDataProbe } from "../platform/health/storage.ts";
import { backupProbe, leftoversProbe, notificationProbe } from "./health/upkeep.ts";
import { chronicleJobs } from "./events/job_chronicle.ts";
import { createLogFiles, type LogFiles } from "../platform/logs/log_files.ts";
import { currentRedactor } from "../platform/logs/log_setup.ts";
import { createMetrics, type Metrics } from "./status/metrics.ts";
import { createPaths } from "../platform/storage/paths.ts";
import { ruleFacts } from "./status/rule_facts.ts";
import { createSettingsChange, type SettingsChange } from "./status/settings_change.ts";
import type { SleepInhibitor } from "./status/sleep_inhibitor.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { createTasks, type Tasks } from "../platform/tasks/runner.ts";
import { taskTable } from "./table.ts";
import type { InstallKind } from "../platform/updates/install_text.ts";
import { createUpdates, type Updates } from "../platform/updates/service.ts";

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
  const { settings, storage, store, env, kind, http, managers, media, programs, jobs, sleep, bus, clock, log } =
    options;
  const startedAt = clock.now();
  const memory = keyValueRepository(store);
  const redact = currentRedactor(settings.secrets);
  const events = createEventLog({ repository: eventRepository(store), bus, clock, log, redact });
  const sightings: Sightings = {};
  const broken = new Map<string, { name: string; detail: string }>();

  const notify = createNotify({
    settings,
    http,
    clock,
    version: VERSION,
    judgeScript: options.programSearch.judge,
    onOutcome: ({ id, name }, message, outcome) => {
      if (outcome.ok) return void broken.delete(id);
      broken.set(id, { name, detail: outcome.detail });
      events.record({
        level: "warning",
        source: "notify",
        message: `${name} was not told: ${message.title}`,
        details: outcome.detail,
      });
    },
  });
  const secret = await secretOf(memory, options.endSessions);
  if (options.endSessions) await sessionRepository(store).removeOthers();
  const auth = await createAuth({
    settings,
    sessions: sessionRepository(store),
    failures: loginFailureRepository(store),
    secret,
    clock,
    passwords: options.passwords,
    onFailure: (what, { address }, username) => {
      const who = username === undefined ? "" : ` as ${JSON.stringify(username.slice(0, 100))}`;
      events.record({
        level: "warning",
        source: "auth",
        message: `A wrong ${what} was refused.`,
        details: `From ${address}${who}`,
      });
      log("warn", `A wrong ${what} was refused.`, { address });
    },
    onError: (error) => log("warn", "A login's bookkeeping failed.", { error }),
  });
  const programsLocked = env.SERVICE_LOCK_PROGRAMS === "1";
  const backups = createBackups({
    store,
    settings,
    storage,
    clock,
    version: VERSION,
    migrations: options.migrations,
    local: options.local,
    importWorkerUrl: options.importWorkerUrl,
    programs,
    programsLocked,
  });
  const updates = createUpdates({
    settings,
    http,
    clock,
    current: VERSION,
    kind,
    memory,
    url: options.releasesUrl,
    onNewer: ({ version, name }) => {
      events.record({ level: "info", source: "update", message: `Version ${version} is available.`, details: name });
      notify.tell({
        event: "update.available",
        title: `Lathe ${version} is available`,
        message: `This instance runs ${VERSION}. How to update is said under System, Updates.`,
        failed: false,
        at: clock.now().toISOString(),
      });
    },
  });
  const images = createImages({ folder: storage.folders.images, settings, http, media });
  const health = createHealth({
    probes: [
      ffmpegProbe(options),
      hardwareProbe(options),
      encodertoolProbe(options),
      ripperProbe(options),
      defaultsProbe(options),
      managersProbe({ settings, managers, clock }),
      pathsProbe({ settings, managers, disks: options.disks, unseen: () => connected.mappings.unseen() }),
      oddRecordsProbe({ state: (kind) => kind === "music" ? options.music.state() : options.library.state(kind) }),
      programDataProbe({ storage, clock }),
      diskSpaceProbe({ storage, clock }),
      securityProbe({
        settings,
        sightings,
        clock,
        asRoot: Deno.build.os !== "windows" && Deno.uid() === 0,
        inDocker: kind === "docker",
      }),
      backupProbe({ backups, settings, clock, startedAt }),
      leftoversProbe({ jobs }),
      notificationProbe(broken),
    ],
    bus,
    clock,
    log,
  });
  const { closeConnected, ...connected } = createConnected({ ...options, facts: memory, events, images });
  const tasks = createTasks({
    definitions: taskTable({ health, media, settings, updates, backups, images, storage, jobs, clock, ...connected }),
    repository: taskRunRepository(store),
    bus,
    clock,
    log,
  });
  const metrics = createMetrics({
    bus,
    queue: () => jobs.queueState(),
    tasks: tasks.list,
    speeds: () => jobs.speeds(),
    version: VERSION,
    startedAt,
  });
  const stopChronicle = chronicleJobs({ bus, events, notify, clock });
  const stopOdd = bus.on(
    "library-odd",
    ({ sentence }) => events.record({ level: "warning", source: "import", message: sentence }),
  );
  const stopSleep = bus.on("queue", ({ running }) => {
    const wanted = settings.current().preventSleep && running > 0;
    sleep.keep(wanted ? `${running} encode${running === 1 ? "" : "s"} running` : undefined);
  });
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
    settingsChange: createSettingsChange({
      settings,
      auth,
      events,
      programs,
      facts: ruleFacts({ profiles: options.profiles, configDir: storage.configDir }),
      programsLocked,
    }),
    ...connected,
    sightings,
    kind,
    startedAt,
    async closeCare() {
      await backups.stop();
      await tasks.stop();
      await closeConnected();
      stopChronicle();
      stopSleep();
      stopOdd();
      metrics.close();
      await sleep.close();
      // Targets that hang keep nobody from ending.
      await withTimeout(LAST_MESSAGES_MS, notify.settled());
      await events.settled();
    },
  };
}

/** How long the end of the program waits for messages that are on their way. */
const LAST_MESSAGES_MS = 15_000;

/** What signs this instance's cookies; made once, and anew when asked. */
async function secretOf(memory: ReturnType<typeof keyValueRepository>, anew: boolean): Promise<string> {
  const known = anew ? undefined : await memory.get("auth.secret");
  if (typeof known === "string" && known.length === 64) return known;
  const secret = randomHex(32);
  await memory.set("auth.secret", secret);
  return secret;
}
