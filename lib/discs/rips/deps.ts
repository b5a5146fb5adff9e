import type { ReadOffsets } from "../cd/read_offsets.ts";
import type { RipRepository } from "../../../db/discs/rips.ts";
import type { RipRow } from "../../../db/schema/discs.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { EstimateService } from "../../jobs/estimates/estimates.ts";
import type { Jobs } from "../../jobs/service.ts";
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
import type { Rip, RipProgress } from "../rip_schema.ts";
import type { Rippers } from "../rippers/model.ts";

/** What rips say on the bus. */
export interface RipBusEvents {
  /** A rip was added or changed; without its log. */
  rip: { rip: Rip };
  "rip-removed": { id: string };
  /** Delivered, failed or cancelled; once for each time. */
  "rip-ended": { rip: Rip };
  /** How many discs are read, copied or delivered now. */
  "rips-working": { count: number };
}

/** What rips are built from. */
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
  /** Where copies lie until they are delivered, and the room there. */
  storage: { folders: { rips: string }; space: Space };
  /** Sends a disc to the shared index. Throws `CatalogueProblem`, and the signal's reason. */
  contribute: (contribution: SharedContribution, signal: AbortSignal) => Promise<void>;
  bus: Pick<Bus<RipBusEvents>, "publish">;
  clock: Clock;
  log: Log;
  /** Told of a disc that was matched, before anything starts by itself. */
  matched?: (id: string) => Promise<void>;
  /** Opens the drive of a rip; told when its disc is no longer needed. */
  eject?: (rip: RipRow) => Promise<void>;
}

/** A rip that something works on now. */
export interface Working {
  readonly controller: AbortController;
  /** Settles when nothing works on it any more. */
  done: Promise<void>;
  progress?: RipProgress;
  /** Resolves with the next change of the rip; then there is another one. */
  changed: PromiseWithResolvers<void>;
}

/** What the rips hold while they are open. */
export interface RipsState extends RipsDeps {
  /** By the id of the rip. */
  readonly working: Map<string, Working>;
  /** One thing after the other is asked of each rip. */
  readonly mutex: KeyedMutex;
  readonly ending: AbortController;
  /** Failed rips whose delivery was tried again, by the id of the rip. */
  readonly retries: RetryMemory;
}
