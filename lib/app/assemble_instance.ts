import { profileRepository } from "../../db/encode/profiles.ts";
import { findingRepository } from "../../db/library/findings.ts";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { createBus } from "../kit/bus.ts";
import { type Clock, systemClock } from "../kit/clock.ts";
import { createDiskReads } from "../kit/disk/disk_reads.ts";
import { VERSION } from "../kit/version.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import { createHttpClient } from "../platform/http_client/client.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { createCare } from "./instance_care.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { Instance, InstanceOptions, OpenedInstance } from "./instance_model.ts";
import { createEncodeServices } from "./services/encode.ts";
import { createJobServices } from "./services/jobs.ts";
import { createLibraryServices } from "./services/library.ts";
import { createMediaServices } from "./services/media.ts";
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
  const { env, files, clock = systemClock } = options;
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

  const { media, encodertool, programSearch } = createMediaServices({ settings, programs });
  const { profiles, hardware } = createEncodeServices({ settings, store, profileRows, media, clock });
  const shared = { settings, storage, store, http, media, bus, clock, disks, log };
  const { managers, library, music, mqa } = createLibraryServices({ ...shared, findings });
  closing.defer(music.close);
  closing.defer(library.close);
  const made = { ...shared, profiles, programSearch, library, music, sleep };
  const jobServices = createJobServices({
    ...made,
    findings,
    workerUrl: files.workerUrl,
    crashPoint: options.crashPoint,
  });
  const { jobs, estimates, reports } = jobServices;
  const { closeCare, ...care } = await createCare({
    ...made,
    local: opened.local,
    migrations: opened.migrations,
    endSessions: opened.endSessions,
    env,
    kind: options.kind ?? "source",
    managers,
    hardware,
    encodertool,
    programs,
    jobs,
    localWorkerUrl: files.localWorkerUrl,
    importWorkerUrl: files.importWorkerUrl,
    passwords: options.passwords,
    releasesUrl: options.releasesUrl,
    musicCatalogueUrl: options.musicCatalogueUrl,
  });
  closing.defer(closeCare);
  closing.defer(jobs.stop);
  closing.defer(reports.checks.stop);
  closing.defer(estimates.stop);
  tellOfMigration(opened, care.events);
  closing.defer(followLogSettings(opened));
  return { ...made, ...jobServices, ...care, managers, mqa, encodertool, hardware, requestLog, toolMarks };
}

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
