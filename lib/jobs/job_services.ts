import { join } from "node:path";
import { agentRepository } from "../../db/farm/agents.ts";
import { outcomeRepository } from "../../db/jobs/estimate_outcomes.ts";
import { jobRepository } from "../../db/jobs/jobs.ts";
import { findingRepository } from "../../db/library/findings.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { District } from "../platform/core.ts";
import type { PlatformBusEvents } from "../platform/events/bus_events.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import { leftoversProbe } from "../platform/health/upkeep.ts";
import type { Notify } from "../platform/notifications/service.ts";
import type { CrashPoint } from "./delivery/crash_points.ts";
import type { JobsDeps } from "./deps.ts";
import { keepWhileRunning } from "../kit/async.ts";
import { later } from "../kit/lazy.ts";
import { createEstimates, type EstimateService } from "./estimates/estimates.ts";
import { createEstimateHistory } from "./decision/estimate_history.ts";
import { createKeptPieces } from "./estimates/kept_pieces.ts";
import { createMeasurementRuns, createRunTurns } from "./estimates/runs.ts";
import { createSamples } from "./estimates/samples.ts";
import { recordJobEvents } from "./events/job_events.ts";
import { createDecisionContext, type DecisionContext, type DecisionContextDeps } from "./decision/decision_context.ts";
import { findSource } from "./intake/source_file.ts";
import { createJobClips, type JobClips } from "./previews/job_clips.ts";
import { createPreviewService, type PreviewService } from "./previews/previews.ts";
import type { PreviewClip } from "./previews/schema.ts";
import { createJobs, type RunningJobs } from "./create_jobs.ts";
import { createReports, type Reports } from "./reports/service.ts";
import type { Failures, RecordedFailures } from "./failures/service.ts";
import { createEncodeSlots } from "./capacity/encode_slots.ts";
import { sampleCards } from "./capacity/sample_cards.ts";
import type { RemoteMachines } from "./capacity/remote_machines.ts";
import type { JobBusEvents } from "./service.ts";
import { cleanTranscodes } from "./delivery/clean_transcodes.ts";
import { QUIET_HOUR } from "../platform/tasks/runner.ts";

/** The encode queue, and the estimates, previews and reports of encodes. */
export interface JobServices {
  jobs: RunningJobs;
  estimates: EstimateService;
  previews: PreviewService;
  jobClips: JobClips;
  reports: Reports;
  failures: Failures;
  decisionContext: DecisionContext;
}

/** Services outside the core that the jobs district needs. */
export interface JobUpstream {
  profiles: Profiles;
  events: EventLog;
  notify: Notify;
  /** Looks up files and titles of the managers. */
  managerFiles: JobsDeps["managerFiles"];
  managerFilesAt: JobsDeps["managerFilesAt"];
  managerAlbum: JobsDeps["managerAlbum"];
  titleFacts: DecisionContextDeps["titleFacts"];
  /** Returns the jobs of a policy run, or undefined if there is no such run. Absent if there are no policies. */
  jobsOfRun?: JobsDeps["jobsOfRun"];
  /** True while the machine is being kept awake. */
  keptAwake: () => boolean;
  remoteMachines: RemoteMachines;
  /** Entry script of the worker thread that runs a job. */
  workerUrl: URL;
  /** Called at each crash point (see `CrashPoint`). Set only in test builds. */
  crashPoint?: (point: CrashPoint) => void;
}

/** Creates the jobs district. No job runs before `jobs.start` is called. */
export function createJobServices(
  core: MediaCore<JobBusEvents & PlatformBusEvents>,
  upstream: JobUpstream,
): District<JobServices> {
  const { settings, storage, store, disks, bus, clock, programSearch: search } = core;
  const { titleFacts, ...jobDeps } = upstream;
  const findings = findingRepository(store);
  const outcomes = outcomeRepository(store);
  const history = createEstimateHistory(outcomes);
  const decisionContext = createDecisionContext({ settings, history, titleFacts, search });
  const source = (path: string) => {
    const { mediaRoots } = settings.current().general.security;
    return findSource({ kind: "file", localPath: path }, { mediaRoots, storage, disks });
  };
  const pieces = createKeptPieces({ folder: join(storage.folders.transcodes, "previews"), clock });
  const encodeSlots = createEncodeSlots(settings);
  const onCard = sampleCards(encodeSlots);
  const shared = {
    encodeSlots,
    onCard,
    ...core,
    ...jobDeps,
    findings,
    history,
    decisionContext,
    source,
    pieces,
    search,
  };
  // A sample encode uses all CPU cores, so only one measurement or preview runs at a time.
  const turns = createRunTurns();
  const estimates = createEstimates({
    ...shared,
    outcomes,
    samples: createSamples({ findings, pieces, folder: storage.folders.transcodes, clock, onCard }),
    runs: createMeasurementRuns({ clock, turns, changed: (estimate) => bus.publish("estimate", { estimate }) }),
  });
  const clipRuns = createMeasurementRuns<{ clips: PreviewClip[] }>({ clock });
  const previews = createPreviewService({ ...shared, runs: createMeasurementRuns({ clock, turns }), clipRuns });
  const jobs = createJobs({ ...shared, machineName: agentRepository(store).trustedName });
  const jobClips = createJobClips({ ...shared, jobs, runs: clipRuns });
  const reports = createReports({ ...shared, jobs: jobRepository(store) });
  const failures = later<RecordedFailures, keyof RecordedFailures>(
    async () => (await import("./failures/service.ts")).createFailures({ ...shared, jobs }),
    ["groups", "retry", "of", "report", "record"],
  );
  const recording = new Set<Promise<unknown>>();
  const stopRecordingFailures = bus.on("job-ended", ({ job: { id, status } }) => {
    if (status !== "failed" && status !== "publish_failed") return;
    const failed = (error: unknown) =>
      core.log("warn", "A failure could not be recorded.", { job: id, error: String(error) });
    keepWhileRunning(recording, failures.calls.record(id).catch(failed));
  });
  const stopRecording = recordJobEvents({ ...core, ...upstream });
  const stopTrimming = [
    bus.on("job-ended", ({ job }) => job.originalKeptAt !== undefined && jobs.trimBins()),
    bus.on("original-replaced", () => jobs.trimBins()),
  ];
  return {
    services: { jobs, estimates, previews, jobClips, reports, failures: failures.calls, decisionContext },
    probes: [leftoversProbe({ jobs }), jobs.binProbe],
    tasks: [{
      id: "clean-transcodes",
      name: "Clean transcode cache",
      schedule: () => ({ daily: QUIET_HOUR }),
      run: () => cleanTranscodes({ storage, jobs, previews }),
    }],
    async close() {
      await previews.stop();
      await estimates.stop();
      await reports.checks.stop();
      await jobs.stop();
      stopRecordingFailures();
      await Promise.allSettled(recording);
      stopRecording();
      for (const stop of stopTrimming) stop();
    },
  };
}
