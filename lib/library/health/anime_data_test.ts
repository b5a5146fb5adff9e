import { deepEqual, equal, match } from "node:assert/strict";
import { DAY_MS } from "../../kit/clock.ts";
import type { AnimeStatus } from "../anime/model.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { animeProbe } from "./anime_data.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * DAY_MS).toISOString();

const check = (status: Partial<AnimeStatus>, enabled = true) => {
  const settings = Settings.parse({ animedb: { enabled } });
  return animeProbe({
    settings: { current: () => settings },
    clock: { now: () => NOW, monotonicMs: () => 0 },
    anime: {
      status: () =>
        enabled
          ? Promise.resolve({ enabled, loaded: true, loading: false, animeCount: 1, mappingCount: 1, ...status })
          : Promise.reject(new Error("nobody is to ask")),
    },
  }).check();
};

for (
  const [name, status, told] of [
    ["data of today is fine", { updatedAt: daysAgo(0) }, undefined],
    ["data of just three weeks is fine", { updatedAt: daysAgo(21), error: "x" }, undefined],
    ["older data is not, with what failed", { updatedAt: daysAgo(22.5), error: "AniDB is down." }, /22 days.*AniDB/],
    ["older data without an error names the task", { updatedAt: daysAgo(30) }, /30 days.*Refresh anime data/],
    ["data that is loaded for the first time is fine", { loaded: false, loading: true }, undefined],
    ["a first load that failed is not", { loaded: false, error: "AniDB is down." }, /never.*AniDB/],
    ["a clock that was set back makes nothing old", { updatedAt: daysAgo(-400) }, undefined],
  ] as [string, Partial<AnimeStatus>, RegExp | undefined][]
) {
  Deno.test(`animeProbe(): ${name}`, async () => {
    const [finding, ...others] = await check(status);
    deepEqual(others, []);
    equal(finding?.type, told && "warning");
    if (told) match(finding?.message ?? "", told);
  });
}

Deno.test("animeProbe() sends no request while anime data is off", async () => {
  deepEqual(await check({}, false), []);
});
