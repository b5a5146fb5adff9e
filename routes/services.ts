import type { Log } from "../lib/jobs/deps.ts";
import type { Circumstances } from "../lib/jobs/circumstances.ts";
import type { Hardware } from "../lib/hardware/service.ts";
import type { EstimateService } from "../lib/estimates/service.ts";
import type { JobBusEvents, Jobs } from "../lib/jobs/service.ts";
import type { Bus } from "../lib/kit/bus.ts";
import type { Clock } from "../lib/kit/clock.ts";
import type { Media } from "../lib/media/service.ts";
import type { Reports } from "../lib/reports/service.ts";
import type { EncodertoolService } from "../lib/music/encodertool_service.ts";
import type { Profiles } from "../lib/profiles/service.ts";
import type { StoredSettings } from "../lib/settings/store.ts";
import type { Storage } from "../lib/system/storage.ts";
import type { createEventStream } from "../lib/system/stream.ts";

/** Everything a route may call. Built once in `main.ts`. */
export interface Services {
  settings: StoredSettings;
  profiles: Profiles;
  jobs: Jobs;
  estimates: EstimateService;
  reports: Reports;
  circumstances: Circumstances;
  hardware: Hardware;
  encodertool: EncodertoolService;
  media: Media;
  bus: Bus<JobBusEvents>;
  stream: ReturnType<typeof createEventStream>;
  storage: Pick<Storage, "configDir" | "folders">;
  clock: Clock;
  log: Log;
  /** Hears of every request. */
  requestLog: Log;
  /** What the first-run check remembers. */
  setup: { dismissed(): Promise<boolean>; dismiss(dismissed: boolean): Promise<void> };
  instance: {
    startedAt: Date;
    /** The address and base this start listens on; settings may already say something else. */
    urlBase: string;
    inDocker: boolean;
    /** The environment this start was given. */
    env: Record<string, string | undefined>;
    /** Plain names of browser assets to the hashed ones. */
    assets: Record<string, string>;
    /** Folder of the built browser assets. */
    staticFiles: URL;
    machineName: string;
  };
}
