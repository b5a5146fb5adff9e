import { profileRepository } from "../../db/encode/profiles.ts";
import { findingRepository } from "../../db/library/findings.ts";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { type Bus, createBus } from "../kit/bus.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import { createDiskReads, type DiskReads } from "../kit/disk/disk_reads.ts";
import { createSavedViews } from "../library/lists/saved_views.ts";
import { savedViewRepository } from "../../db/library/saved_views.ts";
import type { Store } from "../../db/store.ts";
import type { Log } from "../kit/log.ts";
import type { Media } from "../media/probe/service.ts";
import { VERSION } from "../kit/version.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import { createHttpClient } from "../platform/http_client/client.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { createCare } from "./instance_care.ts";
import type { Care, CareOptions } from "./instance_care_model.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { Instance, InstanceOptions, OpenedInstance } from "./instance_model.ts";
import { createEncodeServices } from "./services/encode.ts";
import { createFarmService } from "./services/farm.ts";
import { createFarmMachines } from "./services/farm_machines.ts";
import { createJobServices, type JobServiceDeps, type JobServices } from "./services/jobs.ts";
import { createLibraryServices, type LibraryServices } from "./services/library.ts";
import { createMediaServices } from "./services/media.ts";
import { identityProblem } from "./status/program_identity.ts";
import { createSleepInhibitor } from "./status/sleep_inhibitor.ts";
import { openToolMarks } from "./tool_marks.ts";

/**
 * Builds every service on what is open, district by district from the bottom up; `opened.closing` gets the end of each.
 * Throws what a service throws that cannot be built.
 */
export async function assembleInstance(
  options: InstanceOptions,
  storage: Storage,
  opened: OpenedInstance,
): Promise<Omit<Instance, "close">> {
  const { clock = systemClock } = options;
  const { settings, store, closing, log: { log, requestLog } } = opened;
  const bus = createBus<InstanceBusEvents>((error) => log("error", "A listener failed.", { error: String(error) }));
  const disks = createDiskReads();
  const sleep = createSleepInhibitor({ os: Deno.build.os, log });
  const toolMarks = await openToolMarks({ keyValues: keyValueRepository(store), machine: storage.machine, clock, log });
  closing.defer(toolMarks.end);
  const http = httpClientOf(options, settings, clock);
  closing.defer(http.close);
  const profileRows = profileRepository(store);
  const programs = programRules(storage, profileRows, options.programFolder);
  const findings = findingRepository(store);

  const { media, encodertool, programSearch } = createMediaServices({
    settings,
    programs,
    capabilities: options.capabilities,
  });
  const { profiles, hardware } = createEncodeServices({ settings, storage, store, profileRows, media, clock });
  const core: Core = { settings, storage, store, http, media, bus, clock, disks, log };
  const { managers, library, music, mqa, anime, closeAnime } = libraryOf(core, options, findings);
  for (const end of [music.close, library.close, closeAnime]) closing.defer(end);
  const machines = createFarmMachines();
  const { jobs, estimates, previews, reports, decisionContext } = jobsOf(core, options, {
    findings,
    profiles,
    programSearch,
    library,
    music,
    sleep,
    remoteMachines: machines,
  });
  const { closeCare, ...care } = await careOf(core, options, opened, {
    managers,
    profiles,
    hardware,
    encodertool,
    programs,
    programSearch,
    jobs,
    estimates,
    previews,
    library,
    music,
    anime,
    sleep,
    // Nobody asks before all is assembled.
    agents: () => farmService.farm.list(),
  });
  const { events } = care;
  const farmService = createFarmService({
    ...{ settings, storage, store, programSearch, media, events, bus, toolMarks, clock, log },
    attach: machines.attach,
  });
  const { farm, closeFarm } = farmService;
  for (const end of [closeCare, closeFarm, jobs.stop, reports.checks.stop, estimates.stop, previews.stop]) {
    closing.defer(end);
  }
  await previews.clean();
  tellOfMigration(opened, care.events);
  closing.defer(followLogSettings(opened));
  return {
    ...care,
    settings,
    storage,
    store,
    http,
    media,
    profiles,
    hardware,
    encodertool,
    programSearch,
    managers,
    library,
    music,
    mqa,
    views: createSavedViews({ repository: savedViewRepository(store), clock }),
    anime,
    jobs,
    farm,
    estimates,
    previews,
    reports,
    decisionContext,
    sleep,
    toolMarks,
    bus,
    clock,
    disks,
    log,
    requestLog,
  };
}

/** What most services are built on. */
interface Core {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  http: HttpClient;
  media: Media;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
}

const libraryOf = (
  { settings, storage, store, http, media, bus, clock, disks, log }: Core,
  { files: { animeProgram }, animeSources }: InstanceOptions,
  findings: ReturnType<typeof findingRepository>,
): LibraryServices =>
  createLibraryServices({
    settings,
    storage,
    store,
    findings,
    http,
    media,
    bus,
    clock,
    disks,
    log,
    animeProgram,
    animeSources,
  });

const jobsOf = (
  { settings, storage, store, media, bus, clock, disks, log }: Core,
  { files: { workerUrl }, crashPoint }: InstanceOptions,
  { findings, profiles, programSearch, library, music, sleep, remoteMachines }: Pick<
    JobServiceDeps,
    "findings" | "profiles" | "programSearch" | "library" | "music" | "sleep" | "remoteMachines"
  >,
): JobServices =>
  createJobServices({
    settings,
    storage,
    store,
    findings,
    profiles,
    media,
    programSearch,
    library,
    music,
    sleep,
    remoteMachines,
    bus,
    clock,
    disks,
    log,
    workerUrl,
    crashPoint,
  });

const careOf = (
  { settings, storage, store, http, media, bus, clock, disks, log }: Core,
  options: InstanceOptions,
  { local, migrations, endSessions }: OpenedInstance,
  made: Pick<
    CareOptions,
    | "managers"
    | "profiles"
    | "hardware"
    | "encodertool"
    | "programs"
    | "programSearch"
    | "jobs"
    | "estimates"
    | "previews"
    | "library"
    | "music"
    | "anime"
    | "sleep"
    | "agents"
  >,
): Promise<Care> =>
  createCare({
    settings,
    storage,
    store,
    local,
    migrations,
    endSessions,
    env: options.env,
    kind: options.kind ?? "source",
    http,
    managers: made.managers,
    media,
    profiles: made.profiles,
    hardware: made.hardware,
    encodertool: made.encodertool,
    programs: made.programs,
    programSearch: made.programSearch,
    jobs: made.jobs,
    estimates: made.estimates,
    previews: made.previews,
    library: made.library,
    music: made.music,
    anime: made.anime,
    agents: made.agents,
    sleep: made.sleep,
    bus,
    clock,
    disks,
    log,
    localWorkerUrl: options.files.localWorkerUrl,
    importWorkerUrl: options.files.importWorkerUrl,
    ownProgram: options.files.ownProgram,
    passwords: options.passwords,
    releasesUrl: options.releasesUrl,
    musicCatalogueUrl: options.musicCatalogueUrl,
    discDbUrl: options.discDbUrl,
    productsUrl: options.productsUrl,
  });

const httpClientOf = (
  { ownPorts, network }: InstanceOptions,
  settings: StoredSettings,
  clock: Clock,
): HttpClient =>
  createHttpClient({
    settings,
    clock,
    ownPorts: ownPorts ?? (() => [settings.current().general.host.port]),
    userAgent: `Lathe/${VERSION}`,
    resolve: network?.resolve,
    reroute: network?.reroute,
  });

/** Programs lie neither where Lathe writes nor where encodes go: what is written there would be run. */
const programRules = (
  { configDir, folders }: Storage,
  profileRows: ReturnType<typeof profileRepository>,
  ownFolder: string | undefined,
): ProgramRules => ({
  identityProblem,
  writtenFolders: [configDir, ...Object.values(folders)],
  outputFolders: async () =>
    (await profileRows.list()).map(({ profile }) => profile.output.directory).filter((folder) => folder !== ""),
  ownFolder,
});

function tellOfMigration({ migrated }: OpenedInstance, events: EventLog): void {
  if (migrated === undefined) return;
  events.record({
    level: "info",
    source: "storage",
    message: "The database was brought to the layout of this version.",
    ...(migrated.copy === undefined ? {} : { details: `A copy from before is at ${migrated.copy}` }),
  });
}

/** Lets the log follow its settings. Answers how to end that. */
const followLogSettings = ({ settings, log }: OpenedInstance): () => void =>
  settings.onChange((keys) => {
    const { level, sizeLimitMb } = settings.current().general.logging;
    if (keys.some((key) => key.startsWith("general.logging."))) log.change({ level, sizeLimitMb });
  });
