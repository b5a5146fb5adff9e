import type { Core } from "./core.ts";
import { VERSION } from "../kit/version.ts";
import type { InstallKind } from "./updates/install_text.ts";
import { createUpdates, type Updates } from "./updates/service.ts";
import type { MessageServices } from "./message_services.ts";

/** Core services used by the release check. `url` is set by tests only. */
export interface UpdateWatchDeps
  extends Pick<Core<never>, "settings" | "http" | "keyValues" | "clock">, Pick<MessageServices, "events" | "notify"> {
  kind: InstallKind;
  /** URL of the release list. */
  url?: string;
}

/** Creates the release check. Each newer version is announced once. */
export function createUpdateWatch(
  { settings, http, keyValues, kind, events, notify, clock, url }: UpdateWatchDeps,
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
        message: `This instance runs ${VERSION}. See System, Updates for how to update.`,
        failed: false,
        at: clock.now().toISOString(),
      });
    },
  });
}
