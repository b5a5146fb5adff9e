import { join } from "node:path";
import type { AutoScan } from "../../auto/model.ts";
import { resultOf } from "../../auto/result.ts";
import type { Backups } from "../../backup/service.ts";
import type { Images } from "../../images/service.ts";
import { jobOfLeftover } from "../../jobs/file_names.ts";
import type { RunningJobs } from "../../jobs/queue.ts";
import { isFinished } from "../../jobs/states.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import type { Media } from "../../media/service.ts";
import type { SettingsService } from "../../settings/service.ts";
import type { Updates } from "../../updates/service.ts";
import type { Health } from "../health/service.ts";
import type { Storage } from "../storage.ts";
import type { TaskDefinition } from "./runner.ts";

export interface TaskFacts {
  health: Pick<Health, "look">;
  media: Pick<Media, "capabilities">;
  settings: Pick<SettingsService, "current">;
  updates: Updates;
  backups: Pick<Backups, "take" | "prune">;
  images: Pick<Images, "clean">;
  storage: Pick<Storage, "folders">;
  jobs: Pick<RunningJobs, "get">;
  /** Queues new remuxes; answers what came of it in one line. */
  auto: { scan(reason: "schedule"): Promise<AutoScan> };
  clock: Clock;
}

const DAY_SECONDS = 86_400;
/** The hour when nobody watches. */
const QUIET = "4:10";

/** Everything that happens by itself (interface.txt, Scheduled tasks). */
export const taskTable = (facts: TaskFacts): TaskDefinition[] => [
  {
    id: "health",
    name: "Check health",
    schedule: () => ({ everySeconds: 300 }),
    async run() {
      const wrong = (await facts.health.look()).filter(({ type }) => type !== "ok").length;
      return wrong === 0 ? "Everything is well" : `${count(wrong, "thing")} to look at`;
    },
  },
  {
    id: "ffmpeg",
    name: "Detect FFmpeg encoders",
    schedule: () => "on-change",
    async run() {
      const { version, videoEncoders, audioEncoders } = await facts.media.capabilities();
      return `ffmpeg ${version}: ${videoEncoders.length} video and ${audioEncoders.length} audio encoders`;
    },
  },
  {
    id: "auto",
    name: "Auto transcode new remuxes",
    schedule: () => ({ everySeconds: facts.settings.current().auto.scanIntervalMinutes * 60 }),
    disabled: () => facts.settings.current().auto.enabled ? undefined : "Auto transcode is off.",
    run: async () => resultOf(await facts.auto.scan("schedule")),
  },
  {
    id: "updates",
    name: "Check for updates",
    schedule: () => ({ everySeconds: 12 * 3600 }),
    async run() {
      const { available, error } = await facts.updates.status({ refresh: true }).catch((failure) => {
        // Somebody asked a moment ago: what they got is as good.
        if (failure instanceof Fault && failure.code === "throttled") return facts.updates.status();
        throw failure;
      });
      if (error !== undefined) throw new Error(error);
      return available === undefined ? "This is the newest version" : `Version ${available} is available`;
    },
  },
  {
    id: "backup",
    name: "Backup configuration",
    schedule: () => ({ everySeconds: facts.settings.current().general.backups.intervalDays * DAY_SECONDS }),
    async run() {
      const { name } = await facts.backups.take("scheduled");
      const removed = await facts.backups.prune();
      return removed === 0 ? name : `${name}; ${count(removed, "old one")} removed`;
    },
  },
  {
    id: "clean-transcodes",
    name: "Clean transcode cache",
    schedule: () => ({ daily: QUIET }),
    run: () => cleanTranscodes(facts),
  },
  {
    id: "clean-images",
    name: "Clean image cache",
    schedule: () => ({ daily: QUIET }),
    async run() {
      const removed = await facts.images.clean(facts.clock.now());
      return removed === 0 ? "Nothing to remove" : `${count(removed, "picture")} removed`;
    },
  },
];

/** Removes what jobs that are over left in the transcodes folder; what is no job's is somebody else's and stays. */
async function cleanTranscodes({ storage, jobs }: TaskFacts): Promise<string> {
  let removed = 0;
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
    await Deno.remove(join(storage.folders.transcodes, name), { recursive: true });
    removed++;
  }
  return removed === 0 ? "Nothing to remove" : `${count(removed, "leftover")} removed`;
}
