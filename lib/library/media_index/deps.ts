import type { FindingRepository } from "../../../db/library/findings.ts";
import type { MediaIndexRepository } from "../../../db/library/media_index.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import type { DecisionContext } from "../../jobs/decision/decision_context.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Media } from "../../media/service.ts";
import type { DecisionMachine, KeyedRecipe } from "./recipe_keys.ts";

/** Services for reading and evaluating files. */
export interface MediaIndexDeps {
  repository: MediaIndexRepository;
  media: Pick<Media, "readProbe" | "capabilities">;
  profiles: Pick<Profiles, "recipe">;
  decisionContext: DecisionContext;
  /** Returns the managers' facts about the title of a file. */
  titleFacts(file: { path: string }): Promise<KnownFacts | undefined>;
  disks: Pick<DiskReads, "read">;
  clock: Pick<Clock, "now">;
  /** Without it, no file is measured. */
  scenes?: SceneSampling;
  /** Keys of the recipes whose evaluations are kept, least recently used first. */
  recentKeys: Set<string>;
}

/** Recipe with which files are evaluated on this machine. */
export interface EvaluatedWith {
  recipe: KeyedRecipe;
  machine: DecisionMachine;
}

/** Services for measurements. */
export interface SceneSampling {
  findings: Pick<FindingRepository, "beginningWith" | "save">;
  /** Folder for temporary samples. */
  folder: string;
  /** True if no job is running or waiting, and encodes may start now. */
  isIdle(): Promise<boolean>;
}
