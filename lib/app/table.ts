import { join } from "node:path";
import type { AutoScan } from "../library/auto/model.ts";
import { resultOf } from "../library/auto/result.ts";
import type { GrabRound } from "../library/downloads/model.ts";
import type { AnimeCalls } from "./services/anime.ts";
import type { Backups } from "./backup/service.ts";
import type { CueSplits } from "../library/music/cue_splits/service.ts";
import type { Images } from "../library/artwork/service.ts";
import { jobOfLeftover } from "../jobs/delivery/file_names.ts";
import type { RunningJobs } from "../jobs/queue/queue.ts";
import { isFinished } from "../jobs/states.ts";
import type { Clock } from "../kit/clock.ts";
import { Fault } from "../kit/fault.ts";
import { count } from "../kit/format.ts";
import type { LocalMedia } from "../library/local/service.ts";
import type { Media } from "../media/probe/service.ts";
import { driveTask } from "../discs/drives/drive_task.ts";
import type { RunningDrives } from "../discs/drives/service.ts";
import type { Rips } from "../discs/rips/service.ts";
import type { PreviewService } from "../jobs/previews/previews.ts";
import type { SettingsService } from "../platform/settings/service.ts";
import type { Updates } from "../platform/updates/service.ts";
import type { Health } from "../platform/health/service.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { TaskDefinition } from "../platform/tasks/runner.ts";

/** What the scheduled tasks call. */
export interface TaskFacts {
  /** Downloads the titles of anime; answers how many there are in one line. */
  anime: Pick<AnimeCalls, "refreshNow">;
  health: Pick<Health, "look">;
  media: Pick<Media, "capabilities">;
  settings: Pick<SettingsService, "current">;
  updates: Updates;
  backups: Pick<Backups, "take" | "prune">;
  images: Pick<Images, "clean">;
  previews: Pick<PreviewService, "clean">;
  storage: Pick<Storage, "folders">;
  jobs: Pick<RunningJobs, "get" | "cleanSegments">;
  /** Queues new remuxes; answers what came of it in one line. */
  auto: { scan(reason: "schedule"): Promise<AutoScan> };
  /** Looks after releases that were grabbed, and tells managers of finished encodes. */
  grab: { followOnce(): Promise<GrabRound> };
  afterEncode: { look(): Promise<number> };
  /** Takes up images with cue sheets in Lidarr's queue. */
  cueSplits: Pick<CueSplits, "followOnce">;
  /** Looks through the folders of local media; answers what is there in one line. */
  local: Pick<LocalMedia, "refresh">;
  /** Looks into the drives; has imported what is left in the rip folder. */
  drives: Pick<RunningDrives, "poll">;
  rips: Pick<Rips, "importLeft">;
  clock: Clock;
}

const DAY_SECONDS = 86_400;
const SWEEP_SECONDS = 600;
/** The hour when nobody watches. */
const QUIET = "4:10";

/** Everything that happens by itself. */
export const taskTable = (facts: TaskFacts): TaskDefinition[] => [
  ...checkTasks(facts),
  ...mediaTasks(facts),
  ...discTasks(facts),
  ...upkeepTasks(facts),
];

/** What looks at the state of things. */
const checkTasks = ({ health, media }: TaskFacts): TaskDefinition[] => [
  {
    id: "health",
    name: "Check health",
    schedule: () => ({ everySeconds: 300 }),
    async run() {
      const wrong = (await health.look()).filter(({ type }) => type !== "ok").length;
      return wrong === 0 ? "Everything is well" : `${count(wrong, "thing")} to look at`;
    },
  },
  {
    id: "ffmpeg",
    name: "Detect FFmpeg encoders",
    schedule: () => "on-change",
    async run() {
      const { version, videoEncoders, audioEncoders } = await media.capabilities();
      return `ffmpeg ${version}: ${videoEncoders.length} video and ${audioEncoders.length} audio encoders`;
    },
  },
];

/** What looks for new media and for what managers did with them. */
const mediaTasks = ({ afterEncode, anime, auto, cueSplits, grab, local, settings }: TaskFacts): TaskDefinition[] => [
  {
    id: "auto",
    name: "Auto transcode new remuxes",
    schedule: () => ({ everySeconds: settings.current().auto.scanIntervalMinutes * 60 }),
    disabled: () => settings.current().auto.enabled ? undefined : "Auto transcode is off.",
    run: async () => resultOf(await auto.scan("schedule")),
  },
  {
    id: "animedb",
    name: "Refresh anime data",
    schedule: () => ({ everySeconds: 7 * DAY_SECONDS }),
    disabled: () => settings.current().animedb.enabled ? undefined : "Anime titles are off.",
    run: (signal) => anime.refreshNow(signal),
  },
  {
    id: "local-scan",
    name: "Refresh local media",
    schedule: () => ({ everySeconds: Math.max(1, settings.current().localMedia.rescanHours) * 3600 }),
    disabled() {
      const { enabled, rescanHours } = settings.current().localMedia;
      if (!enabled) return "The index of local media is off.";
      return rescanHours === 0 ? "The settings say by hand only." : undefined;
    },
    run: (signal) => local.refresh(signal),
  },
  {
    id: "waiting-jobs",
    name: "Check managers' imports for waiting jobs",
    schedule: () => ({ everySeconds: settings.current().pollIntervalSeconds }),
    async run() {
      const [round, untold] = await Promise.all([grab.followOnce(), afterEncode.look(), cueSplits.followOnce()]);
      return roundText(round, untold);
    },
  },
];

/** What looks after discs. */
const discTasks = ({ drives, rips, settings }: TaskFacts): TaskDefinition[] => [
  driveTask(drives, settings),
  {
    id: "import-rips",
    name: "Import finished rips",
    schedule: () => ({ everySeconds: SWEEP_SECONDS }),
    disabled() {
      const { enabled, autoImport } = settings.current().disc;
      if (!enabled) return "Disc ripping is off.";
      return autoImport ? undefined : "Finished rips are not imported by themselves.";
    },
    async run() {
      const { files, removedFolders } = await rips.importLeft();
      const imported = files.filter(({ result }) => result === "imported").length;
      const left = files.length - imported;
      const parts = [
        imported > 0 ? `${count(imported, "file")} imported` : "",
        left > 0 ? `${count(left, "file")} left` : "",
        removedFolders > 0 ? `${count(removedFolders, "empty folder")} removed` : "",
      ].filter((part) => part !== "");
      return parts.length === 0 ? "Nothing is left in the rip folder" : parts.join(", ");
    },
  },
];

/** What keeps the service itself up to date, safe and small. */
const upkeepTasks = (
  { backups, clock, images, jobs, previews, settings, storage, updates }: TaskFacts,
): TaskDefinition[] => [
  {
    id: "updates",
    name: "Check for updates",
    schedule: () => ({ everySeconds: 12 * 3600 }),
    async run() {
      const { available, error } = await updates.status({ refresh: true }).catch((failure) => {
        // Somebody asked a moment ago: what they got is as good.
        if (failure instanceof Fault && failure.code === "throttled") return updates.status();
        throw failure;
      });
      if (error !== undefined) throw new Error(error);
      return available === undefined ? "This is the newest version" : `Version ${available} is available`;
    },
  },
  {
    id: "backup",
    name: "Backup configuration",
    schedule: () => ({ everySeconds: settings.current().general.backups.intervalDays * DAY_SECONDS }),
    async run() {
      const { name } = await backups.take("scheduled");
      const removed = await backups.prune();
      return removed === 0 ? name : `${name}; ${count(removed, "old one")} removed`;
    },
  },
  {
    id: "clean-transcodes",
    name: "Clean transcode cache",
    schedule: () => ({ daily: QUIET }),
    run: () => cleanTranscodes({ storage, jobs, previews }),
  },
  {
    id: "clean-images",
    name: "Clean image cache",
    schedule: () => ({ daily: QUIET }),
    async run() {
      const removed = await images.clean(clock.now());
      return removed === 0 ? "Nothing to remove" : `${count(removed, "picture")} removed`;
    },
  },
];

function roundText({ waiting, queued, failed, silent }: GrabRound, untold: number): string {
  const parts = [
    waiting > 0 ? `${count(waiting, "job")} waiting` : "",
    queued > 0 ? `${queued} queued` : "",
    failed > 0 ? `${failed} failed` : "",
    untold > 0 ? `${count(untold, "encode")} to tell a manager of` : "",
    silent.length > 0 ? `no answer from ${silent.join(", ")}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "Nothing is waiting" : parts.join(", ");
}

/** Removes what jobs that are over left in the transcodes folder; what is no job's is somebody else's and stays. */
async function cleanTranscodes(
  { storage, jobs, previews }: Pick<TaskFacts, "storage" | "jobs" | "previews">,
): Promise<string> {
  let removed = await previews.clean() + await jobs.cleanSegments();
  for await (const { name } of Deno.readDir(storage.folders.transcodes)) {
    const id = jobOfLeftover(name);
    if (id === undefined) continue;
    const over = await jobs.get(id).then(
      // What could not be published keeps its encode until somebody decides.
      ({ status }) => isFinished(status) && status !== "publish_failed",
      (error) => {
        if (error instanceof Fault && error.code === "not_found") return true;
        throw error;
      },
    );
    if (!over) continue;
    const gone = await Deno.remove(join(storage.folders.transcodes, name), { recursive: true }).then(
      () => true,
      (error) => {
        // Its job has put it away meanwhile.
        if (error instanceof Deno.errors.NotFound) return false;
        throw error;
      },
    );
    if (gone) removed++;
  }
  return removed === 0 ? "Nothing to remove" : `${count(removed, "leftover")} removed`;
}
