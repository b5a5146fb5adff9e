import { dirname, join } from "node:path";
import { Clock } from "./clock.ts";
import { type History, type HistoryKind, historyOf } from "./history.ts";
import { type ArrOptions, DURATIONS, type Durations } from "./options.ts";
import { type Paths, pathsOf } from "./paths.ts";
import { type Profile, profilesOf } from "./profiles.ts";
import type { AppName, Fields } from "./types.ts";
import { type Webhooks, webhooksOf } from "./webhooks.ts";

/** State shared by all parts of one manager. */
export interface Desk extends AsyncDisposable {
  app: AppName;
  options: ArrOptions;
  version: string;
  clock: Clock;
  durations: Durations;
  paths: Paths;
  /** Root folder as the manager sees it, without a trailing slash. */
  root: string;
  /** Folders on this disk. */
  rootOnDisk: string;
  downloadsOnDisk: string;
  profiles: Profile[];
  tags: { id: number; label: string }[];
  history: History;
  webhooks: Webhooks;
  /** Log of the manager. Many failures appear only here. */
  log: string[];
  profile(id: number): Profile | undefined;
  /** Stops all activity, unless the clock is shared. */
  stop(): Promise<void>;
  /** Returns the common fields of every webhook payload. */
  event(eventType: string): Fields;
}

const VERSIONS: Record<AppName, string> = {
  Radarr: "5.28.0.10274",
  Sonarr: "4.0.16.2944",
  Lidarr: "2.14.5.4836",
  Prowlarr: "2.0.5.5160",
};

/** Prepares the folders and the clock of a manager. */
export async function openDesk(
  app: AppName,
  options: ArrOptions,
  history: HistoryKind,
): Promise<Desk> {
  const temporary = options.root === undefined ? await Deno.makeTempDir({ prefix: "lathe_fake_" }) : undefined;
  const rootOnDisk = (options.root ?? join(temporary ?? "", "library")).replace(/(?<=.)\/+$/, "");
  const downloadsOnDisk = options.downloads ?? join(dirname(rootOnDisk), `${app.toLowerCase()}-downloads`);
  await Deno.mkdir(rootOnDisk, { recursive: true });
  const root = (options.remoteRoot ?? rootOnDisk).replace(/(?<=.)[\\/]+$/, "");
  const clock = options.clock ?? new Clock({ speed: options.speed ?? 1 });
  const profiles = profilesOf(app);
  const version = options.version ?? VERSIONS[app];
  return {
    app,
    options,
    version,
    clock,
    durations: { ...DURATIONS, ...options.durations },
    paths: pathsOf([{ remote: root, local: rootOnDisk }, ...options.mounts ?? []], options.windows),
    root,
    rootOnDisk,
    downloadsOnDisk,
    profiles,
    tags: [],
    history: historyOf({ clock, ...history }),
    webhooks: webhooksOf(`${app}/${version} (alpine 3.22.1)`, options.webhooks),
    log: [],
    profile: (id) => profiles.find((profile) => profile.id === id),
    event: (eventType) => ({ eventType, instanceName: options.instanceName ?? app, applicationUrl: "" }),
    stop: async () => options.clock === undefined ? await clock.stop() : undefined,
    async [Symbol.asyncDispose]() {
      if (temporary !== undefined) await Deno.remove(temporary, { recursive: true });
    },
  };
}
