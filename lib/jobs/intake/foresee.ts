import { decide, resolveFor } from "../../encode/plan/decide.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { atMost } from "../../kit/async/patience.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";
import type { JobsDeps } from "../deps.ts";
import type { Ledger } from "../ledger.ts";
import { outputPlace } from "./output_place.ts";
import { refuseTakenOutput } from "./prepare.ts";
import type { SourceFile } from "./source_file.ts";

/** A file that takes longer to read is queued without: only a smart profile has to know what it is. */
const LOOKED_INTO_MS = 3000;

/** What is known of a job before it is made. */
export interface Foreseen {
  /** Why a smart profile would leave the file as it is. */
  nothingToDo?: string;
  /** The place of the result is taken. */
  taken?: Fault;
}

export type Foresee = (recipe: AnyRecipe, file: SourceFile, audioOnly: boolean) => Promise<Foreseen>;

/** Looks into a file before it is queued. One that cannot be read (in time) becomes a job that says so. */
export function foreseer({ deps, ledger }: { deps: JobsDeps; ledger: Ledger }): Foresee {
  const decided = async (recipe: AnyRecipe, file: SourceFile, audioOnly: boolean) => {
    const [probe, capabilities] = await Promise.all([deps.media.probe(file.path), deps.media.capabilities()]);
    const options = { audioOnly, ...await deps.circumstances({ path: file.path }) };
    const resolved = resolveFor(probe, recipe, capabilities, options);
    return { ...decide(probe, resolved, capabilities, options), recipe: resolved.recipe };
  };

  /** Whether something is where the result would go. */
  const takenAt = async (target: string): Promise<Fault | undefined> => {
    try {
      await refuseTakenOutput(target, ledger);
    } catch (error) {
      if (error instanceof JobFailure) return new Fault("output_exists", error.message, { cause: error });
      // A folder that is not there yet is the job's affair.
    }
  };

  return async (recipe, file, audioOnly) => {
    const deciding = decided(recipe, file, audioOnly).catch((error) => {
      if (error instanceof Fault || error instanceof JobFailure) return undefined;
      throw error;
    });
    const found = isSmart(recipe) ? await deciding : await atMost(LOOKED_INTO_MS, deciding);
    if (found === undefined) return {};
    // With a plain profile the job itself says that there was nothing to do.
    if (found.plan.nothingToDo) return isSmart(recipe) ? { nothingToDo: reasonsOf(found.plan) } : {};
    const { target } = outputPlace({
      source: file.path,
      outputName: found.outputName,
      jobId: "",
      recipe: found.recipe,
      settings: deps.settings.current(),
      transcodes: deps.storage.folders.transcodes,
      day: deps.clock.now(),
    });
    return target === file.path ? {} : { taken: await takenAt(target) };
  };
}

function reasonsOf(plan: Plan): string {
  const summary = plan.summary.join(" ");
  const more = (plan.smart?.reasons ?? []).filter((reason) => !summary.toLowerCase().includes(reason.toLowerCase()));
  return [summary, ...more].join(" ");
}
