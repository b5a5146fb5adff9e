import { join } from "node:path";
import { agentRepository } from "../../../db/farm/agents.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { outcomeRepository } from "../../../db/jobs/estimate_outcomes.ts";
import type { findingRepository } from "../../../db/library/findings.ts";
import type { Store } from "../../../db/store.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { CrashPoint } from "../../jobs/delivery/crash_points.ts";
import { createEstimates, type EstimateService } from "../../jobs/estimates/estimates.ts";
import { createEstimateHistory } from "../../jobs/estimates/history.ts";
import { createKeptPieces } from "../../jobs/estimates/kept_pieces.ts";
import { createMeasurementRuns, createRunTurns } from "../../jobs/estimates/runs.ts";
import { createSamples } from "../../jobs/estimates/samples.ts";
import { createDecisionContext, type DecisionContext } from "../../jobs/intake/decision_context.ts";
import { findSource } from "../../jobs/intake/source_file.ts";
import { createJobs, type RunningJobs } from "../../jobs/queue/queue.ts";
import { createPreviewService, type PreviewService } from "../../jobs/previews/previews.ts";
import type { RemoteMachines } from "../../jobs/segments/remote_machines.ts";
import { createReports, type Reports } from "../../jobs/reports/service.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Log } from "../../kit/log.ts";
import type { MusicLibrary } from "../../library/music/music_service.ts";
import type { Library } from "../../library/video/service.ts";
import type { Media } from "../../media/probe/service.ts";
import type { ToolSearch } from "../../media/tools/tools.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { SleepInhibitor } from "../status/sleep_inhibitor.ts";

/** What encodes, and what is said of encodes before and after. */
export interface JobServices {
  jobs: RunningJobs;
  estimates: EstimateService;
  previews: PreviewService;
  reports: Reports;
  decisionContext: DecisionContext;
}

/** What the queue, its workers and their reports are built from; `crashPoint` only in test builds. */
export interface JobServiceDeps {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  findings: ReturnType<typeof findingRepository>;
  profiles: Profiles;
  media: Media;
  programSearch: ToolSearch;
  library: Library;
  music: MusicLibrary;
  sleep: SleepInhibitor;
  remoteMachines: RemoteMachines;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  /** Script of the thread of one job. */
  workerUrl: URL;
  crashPoint?: (point: CrashPoint) => void;
}

/** Builds the district of jobs. Nothing runs before `jobs.start`. */
export function createJobServices(deps: JobServiceDeps): JobServices {
  const { settings, storage, store, findings, profiles, media, programSearch, library, bus, clock, disks } = deps;
  const outcomes = outcomeRepository(store);
  const history = createEstimateHistory(outcomes);
  const decisionContext = createDecisionContext({
    settings,
    history,
    titleFacts: library.titleFacts,
    search: programSearch,
  });
  const source = (path: string) => {
    const { mediaRoots } = settings.current().general.security;
    return findSource({ kind: "file", localPath: path }, { mediaRoots, storage, disks });
  };
  const pieces = createKeptPieces({ folder: join(storage.folders.transcodes, "previews"), clock });
  // An encode of a piece keeps every core busy: one measurement or preview at a time.
  const turns = createRunTurns();
  const estimates = createEstimates({
    media,
    profiles,
    history,
    decisionContext,
    outcomes,
    samples: createSamples({ findings, pieces, folder: storage.folders.transcodes, clock }),
    source,
    runs: createMeasurementRuns({ clock, turns, changed: (estimate) => bus.publish("estimate", { estimate }) }),
  });
  const previews = createPreviewService({
    media,
    profiles,
    decisionContext,
    findings,
    pieces,
    source,
    runs: createMeasurementRuns({ clock, turns }),
    clipRuns: createMeasurementRuns({ clock }),
  });
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
    log: deps.log,
    workerUrl: deps.workerUrl,
    crashPoint: deps.crashPoint,
    managerFiles: library.files,
    managerFilesAt: library.filesAt,
    managerAlbum: deps.music.albumFiles,
    search: programSearch,
    remoteMachines: deps.remoteMachines,
    machineName: agentRepository(store).trustedName,
    keptAwake: () => deps.sleep.reason() !== undefined,
  });
  const reports = createReports({ store, findings, media, clock, disks, source, jobs: jobRepository(store) });
  return { jobs, estimates, previews, reports, decisionContext };
}
