import { releaseAnswerRepository } from "../../../db/library/release_answers.ts";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { Store } from "../../../db/store.ts";
import type { Clock } from "../../kit/clock.ts";
import { later } from "../../kit/lazy.ts";
import type { Omdb } from "./omdb.ts";
import type { EventLog } from "../../platform/events/event_log.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";

/** Dependencies of OMDb lookups. */
export interface OmdbDeps {
  settings: StoredSettings;
  store: Store;
  keyValues: KeyValueRepository;
  http: HttpClient;
  events: EventLog;
  clock: Clock;
}

/** Creates OMDb lookups. The client is loaded with the first request, because OMDb is off by default. */
export function createLaterOmdb({ settings, store, keyValues, http, events, clock }: OmdbDeps): Omdb {
  const { calls } = later<Omdb, "find">(async () => {
    const { createOmdb } = await import("./omdb.ts");
    return createOmdb({ http, settings, answers: releaseAnswerRepository(store), keyValues, events, clock });
  }, ["find"]);
  return {
    isEnabled: () => settings.current().omdb.enabled && settings.current().omdb.apiKey !== "",
    find: calls.find,
  };
}
