import type { Clock } from "../kit/clock.ts";
import { count } from "../kit/format.ts";
import type { SettingsService } from "../platform/settings/service.ts";
import { DAY_SECONDS, QUIET_HOUR, type TaskDefinition } from "../platform/tasks/runner.ts";
import type { AnimeCalls } from "./anime/anime_service.ts";
import type { Images } from "./artwork/service.ts";
import type { AutoScan } from "./auto/model.ts";
import { resultOf } from "./auto/result.ts";
import type { GrabRound } from "./downloads/model.ts";
import type { LocalMedia } from "./local/service.ts";
import type { EnabledPolicies } from "./policies/running/enabled.ts";
import type { Policies } from "./policies/service.ts";
import type { CueSplits } from "./music/cue_splits/service.ts";

/** Services that the tasks of the library district use. */
export interface LibraryTaskFacts {
  settings: Pick<SettingsService, "current">;
  auto: { scan(reason: "schedule"): Promise<AutoScan> };
  policies: Pick<Policies, "runAll">;
  enabledPolicies: Pick<EnabledPolicies, "any">;
  anime: Pick<AnimeCalls, "refreshNow">;
  local: Pick<LocalMedia, "refresh">;
  grab: { followOnce(): Promise<GrabRound> };
  afterEncode: { report(): Promise<number> };
  cueSplits: Pick<CueSplits, "followOnce">;
  images: Pick<Images, "clean">;
  clock: Clock;
}

/** Returns the tasks that find new media and follow the imports of managers. */
export const libraryTasks = (
  { afterEncode, anime, auto, clock, cueSplits, enabledPolicies, grab, images, local, policies, settings }:
    LibraryTaskFacts,
): TaskDefinition[] => [
  {
    id: "auto",
    name: "Auto transcode new remuxes",
    schedule: () => ({ everySeconds: settings.current().auto.scanIntervalMinutes * 60 }),
    disabled: () => settings.current().auto.enabled ? undefined : "Auto transcode is disabled.",
    run: async () => resultOf(await auto.scan("schedule")),
  },
  {
    id: "policies",
    name: "Policies",
    schedule: () => ({ everySeconds: settings.current().auto.scanIntervalMinutes * 60 }),
    disabled: () => enabledPolicies.any() ? undefined : "No policy is enabled.",
    run: (signal) => policies.runAll(signal),
  },
  {
    id: "animedb",
    name: "Refresh anime data",
    schedule: () => ({ everySeconds: 7 * DAY_SECONDS }),
    disabled: () => settings.current().animedb.enabled ? undefined : "Anime titles are disabled.",
    run: (signal) => anime.refreshNow(signal),
  },
  {
    id: "local-scan",
    name: "Refresh local media",
    schedule: () => ({ everySeconds: Math.max(1, settings.current().localMedia.rescanHours) * 3600 }),
    disabled() {
      const { enabled, rescanHours } = settings.current().localMedia;
      if (!enabled) return "The local media index is disabled.";
      return rescanHours === 0 ? "Scans are set to manual only." : undefined;
    },
    run: (signal) => local.refresh(signal),
  },
  {
    id: "waiting-jobs",
    name: "Check managers' imports for waiting jobs",
    schedule: () => ({ everySeconds: settings.current().pollIntervalSeconds }),
    async run() {
      const [round, unreported] = await Promise.all([grab.followOnce(), afterEncode.report(), cueSplits.followOnce()]);
      return roundText(round, unreported);
    },
  },
  {
    id: "clean-images",
    name: "Clean image cache",
    schedule: () => ({ daily: QUIET_HOUR }),
    async run() {
      const removed = await images.clean(clock.now());
      return removed === 0 ? "Nothing to remove" : `${count(removed, "image")} removed`;
    },
  },
];

function roundText({ waiting, queued, failed, silent }: GrabRound, unreported: number): string {
  const parts = [
    waiting > 0 ? `${count(waiting, "job")} waiting` : "",
    queued > 0 ? `${queued} queued` : "",
    failed > 0 ? `${failed} failed` : "",
    unreported > 0 ? `${count(unreported, "encode")} to report to a manager` : "",
    silent.length > 0 ? `no response from ${silent.join(", ")}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "Nothing is waiting" : parts.join(", ");
}
