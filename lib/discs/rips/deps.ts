import type { ReadOffsets } from "../cd/read_offsets.ts";
import type { RipRepository } from "../../../db/discs/rips.ts";
import type { RipRow } from "../../../db/schema/discs.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { EstimateService } from "../../jobs/estimates/estimates.ts";
import type { JobBusEvents, Jobs } from "../../jobs/service.ts";
import type { KeyedMutex } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Log } from "../../kit/log.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Space } from "../../platform/storage/space.ts";
import type { Cds } from "../cd/work/model.ts";
import type { Delivery } from "../delivery/model.ts";
import type { RetryMemory } from "../delivery/retry_memory.ts";
import type { SharedContribution } from "../identify/catalogues/sharedb_contribution.ts";
import type { Identifier } from "../identify/model.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";
import type { RipProgress } from "../rip_schema.ts";
import type { Rippers } from "../ripper_model.ts";

/** Services and options for rips. */
export interface RipsDeps {
  repository: RipRepository;
  rippers: Rippers;
  /** Reads, names and copies audio CDs. */
  cds: Cds;
  /** Read offsets of drives. */
  offsets: Pick<ReadOffsets, "of">;
  identifier: Identifier;
  delivery: Delivery;
  jobs: Pick<Jobs, "create" | "get" | "cancel">;
  profiles: Pick<Profiles, "get">;
  estimates: Pick<EstimateService, "forecast">;
  settings: Pick<SettingsService, "current">;
  /** Location of copies until they are delivered, and its free space. */
  storage: { folders: { rips: string }; space: Space };
  /** Submits a disc to the shared index. Throws `CatalogueProblem`, or the signal's reason. */
  contribute: (contribution: SharedContribution, signal: AbortSignal) => Promise<void>;
  bus: Pick<Bus<RipBusEvents & Pick<JobBusEvents, "files-changed">>, "publish">;
  clock: Clock;
  log: Log;
  /** Called after a disc was identified, before any automatic start. */
  matched?: (id: string) => Promise<void>;
  /** Opens the drive of a rip. Called when its disc is no longer needed. */
  eject?: (rip: RipRow) => Promise<void>;
}

/** A rip that is being processed. */
export interface Working {
  readonly controller: AbortController;
  /** Settles when processing has ended. */
  done: Promise<void>;
  progress?: RipProgress;
  /** A promise that resolves at the next change of the rip, and is then replaced with a new one. */
  changed: PromiseWithResolvers<void>;
}

/** State of the service for rips. */
export interface RipsState extends RipsDeps {
  /** Rips that are being processed, by ID. */
  readonly working: Map<string, Working>;
  /** Mutex for the requests of each rip. */
  readonly mutex: KeyedMutex;
  readonly ending: AbortController;
  /** Failed rips whose delivery is being retried, by rip ID. */
  readonly retries: RetryMemory;
}
