import type { Auth } from "./auth/service.ts";
import type { Oidc } from "./auth/oidc/service.ts";
import { openAuth, openOidc } from "./open_auth.ts";
import type { PasswordOptions } from "./auth/password.ts";
import type { Core, District } from "./core.ts";
import type { PlatformBusEvents } from "./events/bus_events.ts";
import { type SecurityObservations, securityProbe } from "./health/security.ts";
import { mediaFoldersProbe } from "./health/media_folders.ts";
import { diskSpaceProbe, programDataProbe } from "./health/storage.ts";
import { notificationProbe } from "./health/upkeep.ts";
import { createLogFiles, type LogFiles } from "./logs/log_files.ts";
import { createMessageServices, type MessageServices } from "./message_services.ts";
import { programJudge, type ProgramRules } from "./settings/program_rules.ts";
import { createPaths } from "./storage/paths.ts";
import type { InstallKind } from "./updates/install_text.ts";
import { createUpdates, type Updates } from "./updates/service.ts";
import { VERSION } from "../kit/version.ts";
import { Fault } from "../kit/fault.ts";
import type { TaskDefinition } from "./tasks/runner.ts";

/** Services that most self-hosted applications have. */
export interface PlatformServices extends Pick<MessageServices, "events" | "notify"> {
  auth: Auth;
  oidc: Oidc;
  updates: Updates;
  logFiles: LogFiles;
  paths: ReturnType<typeof createPaths>;
  securityObservations: SecurityObservations;
}

/** Properties of the installation that the platform needs. */
export interface PlatformOptions {
  kind: InstallKind;
  programs: ProgramRules;
  passwords?: PasswordOptions;
  releasesUrl?: string;
  endSessions: boolean;
}

/** Creates the platform district. Nothing is started. */
export async function createPlatformServices(
  core: Core<PlatformBusEvents>,
  { kind, programs, passwords, releasesUrl: url, endSessions }: PlatformOptions,
): Promise<District<PlatformServices>> {
  const { settings, storage, clock, disks } = core;
  const { failedTargets, ...messages } = createMessageServices({
    ...core,
    judgeScript: programJudge(settings, programs),
  });
  const { events } = messages;
  const updates = createUpdateWatch({ ...core, ...messages, kind, url });
  const securityObservations: SecurityObservations = {};
  const auth = await openAuth({ ...core, events, passwords, endSessions });
  return {
    services: {
      ...messages,
      auth,
      oidc: openOidc({ ...core, events, auth }),
      updates,
      logFiles: createLogFiles(storage.folders.logs),
      paths: createPaths({ storage, clock }),
      securityObservations,
    },
    probes: [
      programDataProbe({ storage, clock }),
      diskSpaceProbe({ storage, clock }),
      securityProbe({
        settings,
        securityObservations,
        clock,
        asRoot: Deno.build.os !== "windows" && Deno.uid() === 0,
        inDocker: kind === "docker",
      }),
      mediaFoldersProbe({ settings, disks }),
      notificationProbe(failedTargets),
    ],
    tasks: [updateTask(updates)],
  };
}

/** Services that the check for updates needs. Only tests set `url`. */
interface UpdateWatchDeps
  extends Pick<Core<never>, "settings" | "http" | "keyValues" | "clock">, Pick<MessageServices, "events" | "notify"> {
  kind: InstallKind;
  /** URL of the list of releases. */
  url?: string;
}

/** Creates the check for updates. Each newer version is reported once. */
function createUpdateWatch(
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
        message: `This instance runs ${VERSION}. See System > Updates for how to update.`,
        failed: false,
        at: clock.now().toISOString(),
      });
    },
  });
}

/** Creates the task that checks for a newer version. */
export const updateTask = (updates: Updates): TaskDefinition => ({
  id: "updates",
  name: "Check for updates",
  schedule: () => ({ everySeconds: 12 * 3600 }),
  async run() {
    const { available, error } = await updates.status({ refresh: true }).catch((failure) => {
      // The list of releases was read less than a minute ago, so the cached status is recent enough.
      if (failure instanceof Fault && failure.code === "throttled") return updates.status();
      throw failure;
    });
    if (error !== undefined) throw new Error(error);
    return available === undefined ? "This is the latest version" : `Version ${available} is available`;
  },
});
