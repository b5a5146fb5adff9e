import { keyValueRepository } from "../../db/platform/key_values.ts";
import { taskRunRepository } from "../../db/platform/task_runs.ts";
import { type Backups, createBackups } from "./backup/service.ts";
import { type Connected, type ConnectedOptions, createConnected } from "./instance_connected.ts";
import { createImages, type Images } from "../library/artwork/service.ts";
import { VERSION } from "../kit/version.ts";
import { withTimeout } from "../kit/async.ts";
import { createConnectionStates } from "./health/connection_states.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { Sightings } from "../platform/health/security.ts";
import type { Health } from "../platform/health/service.ts";
import { chronicleJobs } from "./events/job_chronicle.ts";
import { chronicleRips } from "./events/rip_chronicle.ts";
import { keepAwake } from "./status/keep_awake.ts";
import { createLogFiles } from "../platform/logs/log_files.ts";
import { createMetrics } from "./status/metrics.ts";
import { createPaths } from "../platform/storage/paths.ts";
import { ruleFacts } from "./status/rule_facts.ts";
import { createSettingsChange } from "./status/settings_change.ts";
import { createFirstStarts } from "../platform/tasks/first_starts.ts";
import { createTasks, type TaskDefinition } from "../platform/tasks/runner.ts";
import { openAuth } from "./services/access.ts";
import { createBarcodeServices } from "./services/barcodes.ts";
import { createDiscServices, type DiscServices } from "./services/discs.ts";
import { createHealthChecks, type HealthDeps } from "./services/health.ts";
import { createMessageServices, type MessageServices } from "./services/messages.ts";
import { createLaterOmdb } from "./services/omdb.ts";
import { createUpdateWatch } from "./services/updates.ts";
import { taskTable } from "./table.ts";
import type { Care, CareOptions } from "./instance_care_model.ts";

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
  const omdb = createLaterOmdb({ settings, store, keyValues, http, events, clock });
  const { closeConnected, ...connected } = connectedOf(options, keyValues, events, images, {
    omdb,
    discsFound: (found) => discDownloads.take(found),
    discObstacle: () => discDownloads.obstacle(),
  });
  const { openDiscs, closeDiscs, discdb, ...discs } = discsOf(options, { ...connected, omdb });
  const barcodes = createBarcodeServices({
    ...{ settings, store, keyValues, http, managers, discdb, bus, clock, productsUrl: options.productsUrl },
    ...connected,
  });
  const { discDownloads } = discs;
  const firstStarts = createFirstStarts({ facts: keyValues, clock, log });
  const health = healthOf(options, {
    ...{ mappings: connected.mappings, backups, failedTargets, sightings },
    firstStart: async () => (await firstStarts.of([BACKUP_TASK])).get(BACKUP_TASK) ?? startedAt,
    drives: discs.drives,
  });
  const tasks = createTasks({
    definitions: tasksOf(options, connected, { health, updates, backups, images, ...discs }),
    repository: taskRunRepository(store),
    firstStarts,
    bus,
    clock,
    log,
  });
  const { queueState: queue, speeds, parts } = jobs;
  const { agents } = options;
  const metrics = createMetrics({ bus, queue, tasks: tasks.list, speeds, parts, agents, version: VERSION, startedAt });
  const stopFollowing = followBus(options, messages);
  const facts = ruleFacts({ profiles: options.profiles, configDir: storage.configDir });
  const programsLocked = areProgramsLocked(options);
  return {
    // Its schemas are those of features that are off by default.
    metadataState: async () =>
      await (await import("../library/metadata/metadata_state.ts"))
        .readMetadataState({ settings, anime: options.anime, keyValues, clock }),
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
    settingsChange: createSettingsChange({ settings, auth, events, programs, facts, programsLocked, bus }),
    ...connected,
    ...discs,
    ...barcodes,
    openDiscs,
    sightings,
    kind,
    startedAt,
    async closeCare() {
      await backups.stop();
      await tasks.stop();
      await closeDiscs();
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

/** The task that health asks after. */
const BACKUP_TASK = "backup";

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
    ownProgram: options.ownProgram,
    programs: options.programs,
    programsLocked: areProgramsLocked(options),
  });

const discsOf = (
  options: CareOptions,
  { search, musicAdding, musicCatalogue, omdb }:
    & Pick<Connected, "search" | "musicAdding" | "musicCatalogue">
    & Pick<ConnectedOptions, "omdb">,
): DiscServices =>
  createDiscServices({
    settings: options.settings,
    storage: options.storage,
    store: options.store,
    http: options.http,
    media: options.media,
    managers: options.managers,
    library: options.library,
    anime: options.anime,
    search,
    music: options.music,
    musicAdding,
    musicCatalogue,
    omdb,
    profiles: options.profiles,
    jobs: options.jobs,
    estimates: options.estimates,
    programSearch: options.programSearch,
    bus: options.bus,
    clock: options.clock,
    disks: options.disks,
    log: options.log,
    discDbUrl: options.discDbUrl,
  });

const connectedOf = (
  options: CareOptions,
  facts: ReturnType<typeof keyValueRepository>,
  events: EventLog,
  images: Images,
  other: Pick<ConnectedOptions, "discsFound" | "discObstacle" | "omdb">,
): ReturnType<typeof createConnected> =>
  createConnected({
    settings: options.settings,
    store: options.store,
    facts,
    http: options.http,
    managers: options.managers,
    media: options.media,
    profiles: options.profiles,
    jobs: options.jobs,
    library: options.library,
    anime: options.anime,
    music: options.music,
    storage: options.storage,
    images,
    localWorkerUrl: options.localWorkerUrl,
    events,
    bus: options.bus,
    clock: options.clock,
    disks: options.disks,
    log: options.log,
    musicCatalogueUrl: options.musicCatalogueUrl,
    ...other,
  });

const healthOf = (
  options: CareOptions,
  { mappings, backups, drives, failedTargets, sightings, firstStart }: Pick<
    HealthDeps,
    "mappings" | "backups" | "drives" | "failedTargets" | "sightings" | "firstStart"
  >,
): Health =>
  createHealthChecks({
    settings: options.settings,
    storage: options.storage,
    media: options.media,
    profiles: options.profiles,
    hardware: options.hardware,
    encodertool: options.encodertool,
    programSearch: options.programSearch,
    managers: options.managers,
    library: options.library,
    music: options.music,
    mappings,
    jobs: options.jobs,
    backups,
    anime: options.anime,
    drives,
    failedTargets,
    sightings,
    kind: options.kind,
    firstStart,
    bus: options.bus,
    clock: options.clock,
    disks: options.disks,
    log: options.log,
    agents: options.agents,
  });

const tasksOf = (
  { anime, media, settings, storage, jobs, previews, clock }: CareOptions,
  { auto, grab, afterEncode, cueSplits, local }: Connected,
  { health, updates, backups, images, drives, rips }: Pick<
    Care,
    "health" | "updates" | "backups" | "images" | "drives" | "rips"
  >,
): TaskDefinition[] =>
  taskTable({
    anime,
    health,
    media,
    settings,
    updates,
    backups,
    images,
    storage,
    jobs,
    previews,
    auto,
    grab,
    afterEncode,
    cueSplits,
    local,
    drives,
    rips,
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
    chronicleRips({ bus, events, notify, clock }),
    keepAwake({ bus, settings, sleep }),
  ];
  return () => stop.forEach((off) => off());
}
