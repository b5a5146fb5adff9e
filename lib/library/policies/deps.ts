import type { ProfilePace } from "../../../db/jobs/queue_forecast.ts";
import type { PolicyRepository } from "../../../db/library/policies/policies.ts";
import type { PolicyHistoryRepository } from "../../../db/library/policies/policy_history.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { Jobs } from "../../jobs/service.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Baselines, Facts } from "../auto/baselines.ts";
import type { AutoMemory } from "../auto/memory.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { LibraryState } from "../video_model.ts";
import type { Evaluation } from "./decide.ts";
import type { FileFacts } from "./file_facts.ts";
import type { FactReader } from "./reading/read_facts.ts";

/** Returns the decision of a profile about a file. Undefined if the file has not been read. */
export type FindEvaluation = (file: FileFacts) => Evaluation | undefined;

/** Reads the decisions of a profile. */
export type ReadEvaluations = (profileId: string) => Promise<FindEvaluation>;

/** A file and the profile whose decision about it is requested. */
export interface EvaluationRequest {
  file: FileFacts;
  profileId: string;
}

/** Watched states of files by local path. Files that no player knows are absent. */
export interface WatchedStates {
  watched: ReadonlyMap<string, boolean>;
  /** Players that could not be read. */
  errors: string[];
}

/** Services and options of policies. */
export interface PolicyDeps {
  settings: Pick<SettingsService, "current">;
  readFacts: FactReader;
  repository: PolicyRepository;
  history: PolicyHistoryRepository;
  memory: AutoMemory;
  baselines: Pick<Baselines, "addresses" | "standing">;
  facts: Facts;
  profiles: Pick<Profiles, "recipe">;
  jobs: Pick<Jobs, "create"> & { paces(): Promise<ProfilePace[]> };
  library: { refresh(kind: "movie" | "series"): Promise<LibraryState> };
  disks: DiskReads;
  clock: Clock;
  events: { record(event: PolicyEvent): void };
  /** Reads the decisions of a profile about all files that were read. Without this function, no file has been read. */
  evaluations?: ReadEvaluations;
  /** Reads files in the background, so that later plans know the decisions about them. */
  readFiles?: (requests: readonly EvaluationRequest[]) => Promise<void>;
  /** True if a file of local media is being written. Without this function, all files are complete. */
  isUnfinished?: (path: string) => Promise<boolean>;
  /** Returns the watched states of these files. Without this function, no player is connected. */
  watched?: (paths: readonly string[]) => Promise<WatchedStates>;
  /** Returns the other machines that can encode segments now. Without this function, there are none. */
  machines?: (needs: { encoder: string }) => Promise<readonly unknown[]>;
  /** Called after policies were changed. */
  changed?: () => void;
}

/** An entry in the event list. */
export interface PolicyEvent {
  level: "info" | "warning";
  source: "auto";
  message: string;
  details?: string;
}
