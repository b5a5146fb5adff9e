import { deepStrictEqual as same } from "node:assert/strict";
import { catalogueRepository } from "../../../../db/library/catalogue.ts";
import { musicCatalogueRepository } from "../../../../db/library/music_catalogue.ts";
import { artistRow, seriesRow } from "../../../../tests/fixtures/catalogue_rows.ts";
import { withStore } from "../../../../tests/fixtures/store.ts";
import type { ManagerClient } from "../../managers/client.ts";
import { createMusicRefresh } from "../../music/music_refresh.ts";
import { Settings } from "../../../platform/settings/schema.ts";
import { createOddCollector } from "./odd_reading.ts";
import { readAllSeries } from "./read_series.ts";

/** Tests that a list does not overwrite titles that were stored while the manager prepared it. */

/** A manager without titles. `meanwhile` runs while it responds. */
const emptyManager = (meanwhile: () => Promise<void>) => ({
  url: "http://127.0.0.1:1",
  get: () => Promise.resolve([]),
  async getList() {
    await meanwhile();
    return [];
  },
});

Deno.test("a series that is added while Sonarr creates its list stays, and a removed one disappears", () =>
  withStore(async (store) => {
    const titles = catalogueRepository(store);
    await titles.putSeries(seriesRow(1), []);
    const manager = emptyManager(() => titles.putSeries(seriesRow(2), [])) as unknown as ManagerClient<"series">;
    const facts = { toLocal: (path: string) => path } as Parameters<typeof readAllSeries>[1]["facts"];
    await readAllSeries(titles, { manager, facts, odd: createOddCollector(), signal: new AbortController().signal });
    same([...(await titles.fingerprints("series")).keys()], [2]);
  }));

Deno.test("an artist that is added while Lidarr creates its list stays, and a removed one disappears", () =>
  withStore(async (store) => {
    const titles = catalogueRepository(store);
    const repository = musicCatalogueRepository(store);
    await repository.putArtist(artistRow(1), [], []);
    const lidarr = emptyManager(() => repository.putArtist(artistRow(2), [], [])) as unknown as ManagerClient<"music">;
    const settings = Settings.parse({ connections: { music: { enabled: true, url: lidarr.url, apiKey: "k" } } });
    const music = createMusicRefresh({
      ...{ titles, repository, settings: { current: () => settings }, log: () => {} },
      managers: { connected: () => lidarr, require: () => lidarr } as unknown as Parameters<
        typeof createMusicRefresh
      >[0]["managers"],
      clock: { now: () => new Date(0), monotonicMs: () => 0 },
    });
    await music.all();
    await music.close();
    same([...(await titles.fingerprints("music")).keys()], [2]);
  }));
