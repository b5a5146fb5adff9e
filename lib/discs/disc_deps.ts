import type { Profiles } from "../encode/profiles/service.ts";
import type { EstimateService } from "../jobs/estimates/estimates.ts";
import type { RunningJobs } from "../jobs/create_jobs.ts";
import type { LibraryServices } from "../library/library_services.ts";
import type { TitleServices } from "../library/title_services.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { Notify } from "../platform/notifications/service.ts";
import type { DiscBusEvents } from "./disc_events.ts";
import type { MakemkvEnvironment } from "./rippers/makemkv/setup/environment.ts";

/** Services outside the core that the disc district needs. */
export interface DiscUpstream
  extends
    Pick<TitleServices, "managers" | "library" | "anime" | "music" | "omdb">,
    Pick<LibraryServices, "search" | "musicAdding" | "musicCatalogue"> {
  profiles: Profiles;
  jobs: RunningJobs;
  estimates: EstimateService;
  events: EventLog;
  notify: Notify;
  /** Base URL of the disc catalogue. Set only in tests. */
  discDbUrl?: string;
  /** Environment variables of the container image for building MakeMKV. */
  makemkv?: MakemkvEnvironment;
}

/** The core and the other services that the disc district needs. */
export type DiscDeps = MediaCore<DiscBusEvents> & DiscUpstream;
