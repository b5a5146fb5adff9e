import type { BarcodeServices } from "../library/barcode_services.ts";
import type { DiscServices } from "../discs/disc_services.ts";
import type { EncodeServices } from "../encode/encode_services.ts";
import type { FarmServices } from "../farm/farm_services.ts";
import type { JobServices } from "../jobs/job_services.ts";
import type { LibraryServices } from "../library/library_services.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { Operations } from "./operations.ts";
import type { DashboardServices } from "../dashboards/dashboard_services.ts";
import type { PlayerServices } from "../players/player_services.ts";
import type { PlatformServices } from "../platform/platform_services.ts";
import type { TitleServices } from "../library/title_services.ts";
import type { Log } from "../kit/log.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { ToolMarks } from "../jobs/run/tool_marks.ts";
import type { SleepInhibitor } from "../jobs/power/sleep_inhibitor.ts";
import type { InstallKind } from "../platform/updates/install_text.ts";

/** All services of one Lathe instance, by the district that creates them. */
export interface Instance
  extends
    MediaCore<InstanceBusEvents>,
    EncodeServices,
    PlatformServices,
    TitleServices,
    JobServices,
    LibraryServices,
    Omit<DiscServices, "discdb">,
    BarcodeServices,
    PlayerServices,
    DashboardServices,
    FarmServices,
    Operations {
  sleep: SleepInhibitor;
  /** Environment variables that mark programs started while the instance runs. */
  toolMarks: ToolMarks;
  requestLog: Log;
  kind: InstallKind;
  startedAt: Date;
  /** Returns running jobs to the queue and closes the store. */
  close(): Promise<void>;
}
