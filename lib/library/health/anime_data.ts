import { type Clock, DAY_MS } from "../../kit/clock.ts";
import type { AnimeStatus } from "../anime/model.ts";
import type { HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** Maximum age in days. The data is refreshed weekly, so three refreshes have failed at this age. */
const MAX_AGE_DAYS = 21;

/** Checks that anime data is up to date while it is enabled. */
export const animeProbe = (
  { anime, settings, clock }: {
    anime: { status(): Promise<AnimeStatus> };
    settings: Pick<SettingsService, "current">;
    clock: Clock;
  },
): HealthProbe => ({
  source: "animedb",
  fine: "No problems with anime data.",
  async check() {
    if (!settings.current().animedb.enabled) return [];
    const { updatedAt, error, loading } = await anime.status();
    const days = updatedAt === undefined ? undefined : (clock.now().getTime() - Date.parse(updatedAt)) / DAY_MS;
    const isOld = days !== undefined && days > MAX_AGE_DAYS;
    const isAbsent = days === undefined && error !== undefined && !loading;
    if (!isOld && !isAbsent) return [];
    const age = days === undefined
      ? "Anime data has never been fully refreshed."
      : `Anime data was last refreshed ${Math.floor(days)} days ago.`;
    return [{
      id: "animedb",
      type: "warning",
      code: "anime_data_old",
      message: `${age} ${error ?? 'The task "Refresh anime data" reloads it.'}`,
      link: "/settings/library#metadata-services",
    }];
  },
});
