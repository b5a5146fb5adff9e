import { profileRepository } from "../../db/encode/profiles.ts";
import { policyRepository } from "../../db/library/policies/policies.ts";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { createDashboardServices } from "../dashboards/dashboard_services.ts";
import { createDiscServices } from "../discs/disc_services.ts";
import { makemkvEnvironment } from "../discs/rippers/makemkv/setup/environment.ts";
import { createEncodeServices } from "../encode/encode_services.ts";
import { createFarmMachines } from "../farm/farm_machines.ts";
import { createFarmServices } from "../farm/farm_services.ts";
import { createJobServices } from "../jobs/job_services.ts";
import { openToolMarks } from "../jobs/run/tool_marks.ts";
import { withTimeout } from "../kit/async.ts";
import { createBus } from "../kit/bus.ts";
import { systemClock } from "../kit/clock.ts";
import { createDiskReads } from "../kit/disk/disk_reads.ts";
import { VERSION } from "../kit/version.ts";
import { createBarcodeServices } from "../library/barcode_services.ts";
import { createLibraryServices } from "../library/library_services.ts";
import { createTitleServices } from "../library/title_services.ts";
import { createMediaServices } from "../media/media_services.ts";
import { identityProblem } from "../media/setup/program_identity.ts";
import { createPlayerServices } from "../players/player_services.ts";
import type { Core, District } from "../platform/core.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import { createHttpClient } from "../platform/http_client/client.ts";
import { createPlatformServices } from "../platform/platform_services.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { Instance } from "./instance_model.ts";
import type { InstanceOptions, OpenedInstance } from "./instance_options.ts";
import { createOperations } from "./operations.ts";
import { createSleepInhibitor } from "../jobs/power/sleep_inhibitor.ts";

/** Timeout in milliseconds for notifications that are still being sent when the instance closes. */
const LAST_MESSAGES_MS = 15_000;

/**
 * Creates all services, district by district. The function that closes each district is added to `opened.closing`.
 * Throws the error of a service that cannot be created.
 */
export async function assembleInstance(
  options: InstanceOptions,
  storage: Storage,
  opened: OpenedInstance,
): Promise<Omit<Instance, "close">> {
  const { closing, log: { log, requestLog } } = opened;
  const { files, kind = "source" } = options;
  const base = createCore(options, storage, opened);
  const startedAt = base.clock.now();
  const toolMarks = await openToolMarks({ ...base, machine: storage.machine });
  closing.defer(toolMarks.end);
  closing.defer(base.http.close);
  const programs = programRules(base, options.programFolder);

  const media = createMediaServices(base, { programs, capabilities: options.capabilities });
  const core = { ...base, ...media.services };
  const encode = createEncodeServices(core);
  const platform = await createPlatformServices(core, {
    kind,
    programs,
    passwords: options.passwords,
    releasesUrl: options.releasesUrl,
    endSessions: opened.endSessions,
  });
  const { events, notify } = platform.services;
  const titles = createTitleServices(core, {
    events,
    animeProgram: files.animeProgram,
    animeSources: options.animeSources,
  });
  const { library, music } = titles.services;
  const sleep = createSleepInhibitor({ os: Deno.build.os, log });
  const remoteMachines = createFarmMachines();
  const jobs = createJobServices(core, {
    ...encode.services,
    events,
    notify,
    remoteMachines,
    workerUrl: files.workerUrl,
    crashPoint: options.crashPoint,
    managerFiles: library.files,
    managerFilesAt: library.filesAt,
    managerAlbum: music.albumFiles,
    titleFacts: library.titleFacts,
    keptAwake: () => sleep.reason() !== undefined,
    async jobsOfRun(runId) {
      const jobs = await policyRepository(core.store).jobsOfRuns([runId]);
      return jobs.length === 0 ? undefined : jobs.map(({ jobId }) => jobId);
    },
  });
  const upstream = {
    ...encode.services,
    ...platform.services,
    ...titles.services,
    ...jobs.services,
    localWorkerUrl: files.localWorkerUrl,
    musicCatalogueUrl: options.musicCatalogueUrl,
    discDbUrl: options.discDbUrl,
    makemkv: makemkvEnvironment(options.env),
    productsUrl: options.productsUrl,
  };
  const players = createPlayerServices(core, upstream);
  const libraries = createLibraryServices(core, {
    ...upstream,
    watched: players.services.players.watchedStates,
    discsFound: (found) => discs.services.discDownloads.startRips(found),
    discObstacle: () => discs.services.discDownloads.obstacle(),
    machines: remoteMachines.available,
  });
  const discs = createDiscServices(core, { ...upstream, ...libraries.services });
  const barcodes = createBarcodeServices(core, { ...upstream, ...libraries.services, ...discs.services });
  const farm = createFarmServices(core, { events, toolMarks, attach: remoteMachines.attach });
  const dashboards = createDashboardServices(core, upstream);
  const districts: District<unknown>[] = [
    ...[media, encode, titles, libraries, discs, barcodes, players, dashboards, platform, farm, jobs],
  ];
  const operations = createOperations(core, options, opened, {
    ...upstream,
    ...farm.services,
    programs,
    sleep,
    startedAt,
    probes: districts.flatMap(({ probes = [] }) => probes),
    tasks: districts.flatMap(({ tasks = [] }) => tasks),
  });
  closing.defer(() => settleMessages(platform.services));
  for (const { close } of [titles, libraries, discs, operations, players, dashboards, farm, jobs]) {
    if (close !== undefined) closing.defer(close);
  }
  await jobs.services.previews.clean();
  logMigration(opened, events);
  closing.defer(followLogSettings(opened));
  return {
    ...core,
    ...encode.services,
    ...platform.services,
    ...titles.services,
    ...jobs.services,
    ...libraries.services,
    ...discs.services,
    ...barcodes.services,
    ...players.services,
    ...dashboards.services,
    ...farm.services,
    ...operations.services,
    sleep,
    toolMarks,
    requestLog,
    kind,
    startedAt,
  };
}

function createCore(
  { clock = systemClock, ownPorts, network }: InstanceOptions,
  storage: Storage,
  { settings, store, log: { log } }: OpenedInstance,
): Core<InstanceBusEvents> & { http: { close(): Promise<void> } } {
  const http = createHttpClient({
    ...network,
    settings,
    clock,
    ownPorts: ownPorts ?? (() => [settings.current().general.host.port]),
    userAgent: `Lathe/${VERSION}`,
  });
  return {
    settings,
    storage,
    store,
    keyValues: keyValueRepository(store),
    http,
    bus: createBus<InstanceBusEvents>((error) => log("error", "A bus listener failed.", { error: String(error) })),
    clock,
    disks: createDiskReads(),
    log,
  };
}

/** Programs must be neither in Lathe's own folders nor in output folders. Otherwise written files could be executed. */
const programRules = (
  { storage: { configDir, folders }, store }: Core<InstanceBusEvents>,
  ownFolder: string | undefined,
): ProgramRules => ({
  identityProblem,
  writtenFolders: [configDir, ...Object.values(folders)],
  outputFolders: async () =>
    (await profileRepository(store).list()).map(({ profile }) => profile.output.directory)
      .filter((folder) => folder !== ""),
  ownFolder,
});

/** Waits for the last notifications and events. A target that does not respond does not prevent the shutdown. */
async function settleMessages(
  { notify, events }: { notify: { settled(): Promise<void> }; events: EventLog },
): Promise<void> {
  await withTimeout(LAST_MESSAGES_MS, notify.settled());
  await events.settled();
}

function logMigration({ migrated }: OpenedInstance, events: EventLog): void {
  if (migrated === undefined) return;
  events.record({
    level: "info",
    source: "storage",
    message: "The database was migrated to this version.",
    ...(migrated.copy === undefined ? {} : { details: `A copy of the previous database is at ${migrated.copy}` }),
  });
}

/** Applies changes to the log settings. Returns a function that stops this. */
const followLogSettings = ({ settings, log }: OpenedInstance): () => void =>
  settings.onChange((keys) => {
    const { level, sizeLimitMb } = settings.current().general.logging;
    if (keys.some((key) => key.startsWith("general.logging."))) log.change({ level, sizeLimitMb });
  });
