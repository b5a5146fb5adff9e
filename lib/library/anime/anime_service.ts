import { join } from "node:path";
import type { Clock } from "../../kit/clock.ts";
import { later } from "../../kit/lazy.ts";
import type { Log } from "../../kit/log.ts";
import type { OwnProgram } from "../../kit/process/own_program.ts";
import type { AnimeData } from "./service.ts";
import type { AnimeSource } from "./sources.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";

/** Functions of anime data that other modules use. */
export type AnimeCalls = Omit<AnimeData, "settingsChanged" | "close">;

/** Services and options of anime data. `changed` is called when the set of anime titles has changed. */
export interface AnimeServiceDeps {
  settings: StoredSettings;
  storage: Storage;
  http: HttpClient;
  clock: Clock;
  log: Log;
  program: OwnProgram;
  sources?: readonly AnimeSource[] | undefined;
  changed: () => void;
}

/** Loads the service when it is enabled or first used. */
export function createAnimeService(deps: AnimeServiceDeps): { anime: AnimeCalls; closeAnime(): Promise<void> } {
  const { settings, storage, sources, log, ...rest } = deps;
  const { calls, built } = later<AnimeData, Exclude<keyof AnimeData, "close">>(async () => {
    const { createAnimeData } = await import("./service.ts");
    const folder = join(storage.folders.metadata, "anime");
    return createAnimeData({ ...rest, settings, log, folder, ...(sources ? { sources } : {}) });
  }, ["status", "refresh", "refreshNow", "search", "find", "lookup", "settingsChanged", "settled"]);
  const isOn = () => settings.current().animedb.enabled;
  const stop = settings.onChange((keys) => {
    if (!keys.includes("animedb.enabled")) return;
    calls.settingsChanged().catch((error) =>
      log("error", "Anime data could not be updated after a settings change.", { error: String(error) })
    );
  });
  return {
    anime: {
      ...calls,
      // Called for every refresh of a library and every search. The service is not loaded while anime data is disabled.
      find: async (questions, limit) => isOn() ? await calls.find(questions, limit) : [],
      lookup: async () => isOn() ? await calls.lookup() : undefined,
    },
    async closeAnime() {
      stop();
      await (await built())?.close();
    },
  };
}
