import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import type { Clock } from "../../kit/clock.ts";
import { VERSION } from "../../kit/version.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { InstallKind } from "../../platform/updates/install_text.ts";
import { createUpdates, type Updates } from "../../platform/updates/service.ts";
import type { MessageServices } from "./messages.ts";

/** What the check for releases is built from; `url` only in tests. */
export interface UpdateDeps {
  settings: StoredSettings;
  http: HttpClient;
  keyValues: KeyValueRepository;
  kind: InstallKind;
  messages: MessageServices;
  clock: Clock;
  /** Of the list of releases. */
  url?: string;
}

/** Builds the watch for newer versions; people are told of each once. */
export function createUpdateWatch(
  { settings, http, keyValues, kind, messages: { events, notify }, clock, url }: UpdateDeps,
): Updates {
  return createUpdates({
    settings,
    http,
    clock,
    current: VERSION,
    kind,
    memory: keyValues,
    url,
    onNewer: ({ version, name }) => {
      events.record({ level: "info", source: "update", message: `Version ${version} is available.`, details: name });
      notify.tell({
        event: "update.available",
        title: `Lathe ${version} is available`,
        message: `This instance runs ${VERSION}. How to update is said under System, Updates.`,
        failed: false,
        at: clock.now().toISOString(),
      });
    },
  });
}
