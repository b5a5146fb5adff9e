import { profileRepository, smartProfileRepository } from "../../db/encode/profiles.ts";
import { keyValueRepository } from "../../db/platform/key_values.ts";
import { findingRepository } from "../../db/library/findings.ts";
import { jobRepository } from "../../db/jobs/jobs.ts";
import { outcomeRepository } from "../../db/jobs/estimate_outcomes.ts";
import { createEstimateRuns } from "../jobs/estimates/runs.ts";
import { createEstimates } from "../jobs/estimates/estimates.ts";
import { createSamples } from "../jobs/estimates/samples.ts";
import { findSource } from "../jobs/intake/source_file.ts";
import { createDecisionContext } from "../jobs/intake/decision_context.ts";
import { createHardware } from "../encode/hardware/service.ts";
import { createEstimateHistory } from "../jobs/estimates/history.ts";
import { createJobs } from "../jobs/queue/queue.ts";
import { createDiskReads } from "../kit/disk/disk_reads.ts";
import { catalogueRepository } from "../../db/library/catalogue.ts";
import { musicCatalogueRepository } from "../../db/library/music_catalogue.ts";
import { markRepository } from "../../db/library/library_marks.ts";
import { createCare } from "./instance_care.ts";
import { createMqaListening } from "../library/music/music_mqa.ts";
import { createMusicLibrary } from "../library/music/music_service.ts";
import { createLibrary } from "../library/video/service.ts";
import { createBus } from "../kit/bus.ts";
import { systemClock } from "../kit/clock.ts";
import { findDynamicHdrTools } from "../media/tools/dynamic_hdr_tools.ts";
import { createMedia } from "../media/probe/service.ts";
import { createEncodertool } from "../media/audio/encodertool_service.ts";
import { createProfiles } from "../encode/profiles/store.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import { programJudge, type ProgramRules } from "../platform/settings/program_rules.ts";
import { createReports } from "../jobs/reports/service.ts";
import { createManagers } from "../library/managers/managers.ts";
import { createHttpClient } from "../platform/http_client/client.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import { createSleepInhibitor } from "./status/sleep_inhibitor.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { openToolMarks } from "./tool_marks.ts";
import { VERSION } from "../kit/version.ts";
import type { Instance, InstanceOptions, OpenedInstance } from "./instance_model.ts";

/** Builds every service on what is open. Throws what a service throws that cannot be built. */
export async function assembleInstance(
  options: InstanceOptions,
  storage: Storage,
  opened: OpenedInstance,
): Promise<Instance> {
  const { env, files, clock = systemClock, crashPoint } = options;
  const { settings, store, local, migrations, endSessions, migrated } = opened;
  const { log, requestLog, change, dispose } = opened.log;
  const bus = createBus<InstanceBusEvents>((error) => log("error", "A listener failed.", { error: String(error) }));
  const disks = createDiskReads();
  const toolMarks = await openToolMarks({
    keyValues: keyValueRepository(store),
    machine: storage.machine,
    clock,
    log,
  });
  const sleep = createSleepInhibitor({ os: Deno.build.os, log });
  const http = createHttpClient({
    settings,
    clock,
    ownPorts: options.ownPorts ?? (() => [settings.current().general.host.port]),
    userAgent: `Lathe/${VERSION}`,
    ...options.network,
  });
  const managers = createManagers({ http, settings });
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
      disks,
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
  const mqa = createMqaListening({ findings, media, settings, storage, disks, clock });
  const music = createMusicLibrary({
    settings,
    managers,
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
    managers,
    repository: titles,
    music,
    marks: markRepository(store),
    disks,
    clock,
    log,
    changed: (kind) => bus.publish("library", { kind }),
    onOdd: (kind, sentence) => bus.publish("library-odd", { kind, sentence }),
  });
  const { workerUrl, localWorkerUrl, importWorkerUrl } = files;
  const jobs = createJobs({
    store,
    history,
    decisionContext,
    findings,
    settings,
    profiles,
    media,
    storage,
    disks,
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
    http,
    managers,
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
    importWorkerUrl,
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
    http,
    managers,
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
    toolMarks,
    async close() {
      stopFollowing();
      await estimates.stop();
      await reports.checks.stop();
      await jobs.stop();
      await closeCare();
      await library.close();
      await music.close();
      await http.close();
      await toolMarks.end();
      await store.close();
      await dispose();
    },
  };
}
