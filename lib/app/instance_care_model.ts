import type { AgentList } from "../farm/agents/model.ts";
import type { OwnProgram } from "../kit/process/own_program.ts";
import type { EstimateService } from "../jobs/estimates/estimates.ts";
import type { PreviewService } from "../jobs/previews/previews.ts";
import type { BarcodeServices } from "./services/barcodes.ts";
import type { DiscServices } from "./services/discs.ts";
import type { Store } from "../../db/store.ts";
import type { PasswordOptions } from "../platform/auth/password.ts";
import type { Auth } from "../platform/auth/service.ts";
import type { MusicLibrary } from "../library/music/music_service.ts";
import type { AnimeCalls } from "./services/anime.ts";
import type { Library } from "../library/video/service.ts";
import type { Backups } from "./backup/service.ts";
import type { Hardware } from "../encode/hardware/service.ts";
import type { Connected } from "./instance_connected.ts";
import type { Images } from "../library/artwork/service.ts";
import type { RunningJobs } from "../jobs/queue/queue.ts";
import type { DiskReads } from "../kit/disk/disk_reads.ts";
import type { Log } from "../kit/log.ts";
import type { Bus } from "../kit/bus.ts";
import type { Clock } from "../kit/clock.ts";
import type { Media } from "../media/probe/service.ts";
import type { ToolSearch } from "../media/tools/tools.ts";
import type { EncodertoolService } from "../media/audio/encodertool_service.ts";
import type { Notify } from "../platform/notifications/service.ts";
import type { Managers } from "../library/managers/managers.ts";
import type { HttpClient } from "../platform/http_client/model.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import type { StoredSettings } from "../platform/settings/store.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { ConnectionStates } from "./health/connection_states.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { Sightings } from "../platform/health/security.ts";
import type { Health } from "../platform/health/service.ts";
import type { LogFiles } from "../platform/logs/log_files.ts";
import type { Metrics } from "./status/metrics.ts";
import { createPaths } from "../platform/storage/paths.ts";
import type { SettingsChange } from "./status/settings_change.ts";
import type { SleepInhibitor } from "./status/sleep_inhibitor.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { MetadataState } from "../library/metadata/metadata_state.ts";
import type { Tasks } from "../platform/tasks/runner.ts";
import type { InstallKind } from "../platform/updates/install_text.ts";
import type { Updates } from "../platform/updates/service.ts";

/** What looks after an instance: who may come in, what happened, what is wrong, what runs by itself. */
export interface Care extends Connected, Omit<DiscServices, "closeDiscs" | "discdb">, BarcodeServices {
  /** How anime data, OMDb and the database of products stand. */
  metadataState(): Promise<MetadataState>;
  auth: Auth;
  events: EventLog;
  notify: Notify;
  health: Health;
  tasks: Tasks;
  backups: Backups;
  updates: Updates;
  images: Images;
  logFiles: LogFiles;
  paths: ReturnType<typeof createPaths>;
  metrics: Metrics;
  settingsChange: SettingsChange;
  connectionStates: ConnectionStates;
  sightings: Sightings;
  kind: InstallKind;
  startedAt: Date;
  closeCare(): Promise<void>;
}

/** Services that are built earlier and which backups, health checks, tasks and status need. */
export interface CareOptions {
  settings: StoredSettings;
  storage: Storage;
  store: Store;
  /** The database is a file of ours. */
  local: boolean;
  migrations: string;
  env: Record<string, string | undefined>;
  kind: InstallKind;
  http: HttpClient;
  managers: Managers;
  media: Media;
  profiles: Profiles;
  hardware: Hardware;
  encodertool: EncodertoolService;
  programs: ProgramRules;
  programSearch: ToolSearch;
  jobs: RunningJobs;
  estimates: EstimateService;
  previews: PreviewService;
  library: Library;
  music: MusicLibrary;
  anime: AnimeCalls;
  /** The machines that encode for this one. */
  agents(): Promise<AgentList>;
  /** Script of the thread that scans local media. */
  localWorkerUrl: URL;
  /** Script of the thread that takes over the database of a backup. */
  importWorkerUrl: URL;
  ownProgram: OwnProgram | undefined;
  sleep: SleepInhibitor;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
  passwords?: PasswordOptions;
  releasesUrl?: string;
  musicCatalogueUrl?: string;
  discDbUrl?: string;
  productsUrl?: string;
  /** After a restore: nobody is logged in, and what signed the cookies does so no longer. */
  endSessions: boolean;
}
