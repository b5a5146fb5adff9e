import { usefulOverrides } from "../../encode/plan/overrides.ts";
import { nothingToDoText } from "../../encode/decision/nothing_to_do.ts";
import { type AnyRecipe, isSmart } from "../../encode/profiles/smart/schema.ts";
import { allEnded, withTimeout } from "../../kit/async.ts";
import { Fault, isSystemError, JobFailure } from "../../kit/fault.ts";
import type { JobsDeps } from "../deps.ts";
import { withKnownSample } from "../decision/sample_findings.ts";
import type { JobStore } from "../job_store.ts";
import type { CreateJob } from "../request_schema.ts";
import { refuseExistingOutput } from "./existing_output.ts";
import { strayFolderOf, strayFolderText } from "./linked_folder.ts";
import { linkToSource, linkToSourceText } from "./links_to_source.ts";
import { outputPaths } from "./output_paths.ts";
import type { SourceFile } from "./source_file.ts";

/**
 * Timeout in milliseconds for reading a file. If reading takes longer, the file is queued without being read, because
 * only smart profiles and overrides depend on its contents.
 */
const READ_TIMEOUT_MS = 3000;

/** Facts about a job before it is created. */
export interface Preflight {
  /** Reason why a smart profile would not change the file. */
  nothingToDo?: string;
  /**
   * Reason why the result could not be written to its path: another file exists, or the original must not be replaced.
   */
  refusal?: Fault;
  /** Expected size of the encode. */
  estimatedBytes?: number;
}

interface PreflightDeps {
  deps: JobsDeps;
  jobStore: JobStore;
}

/** Options of a request that affect the plan. */
export type PlannedFor = Pick<CreateJob, "audioOnly" | "overrides">;

/**
 * Reads a file before it is queued. Returns no facts if the file cannot be read in time. If the file cannot be read at
 * all, its job later fails with the reason. Throws `invalid` for overrides that do not fit the file.
 */
export async function preflight(
  { deps, jobStore }: PreflightDeps,
  recipe: AnyRecipe,
  file: SourceFile,
  wanted: PlannedFor,
): Promise<Preflight> {
  const deciding = decideFor(deps, recipe, file, wanted).catch((error) => {
    if (wanted.overrides && error instanceof JobFailure && error.code === "invalid_plan") {
      throw new Fault("invalid", error.message, {
        cause: error,
        fields: [{ path: "overrides", message: error.message }],
      });
    }
    if (error instanceof Fault || error instanceof JobFailure) return undefined;
    throw error;
  });
  // Overrides refer to streams of the file, so the file has to be read. The choice about the original does not require
  // this.
  const changesFile = wanted.overrides && usefulOverrides({ ...wanted.overrides, original: undefined }) !== undefined;
  const found = isSmart(recipe) || changesFile
    ? await deciding
    : await withTimeout(deps.readTimeoutMs ?? READ_TIMEOUT_MS, deciding);
  if (found === undefined) return {};
  // If a plain profile would not change the file, the job is still created, and ends with a message that says so.
  if (found.plan.nothingToDo) return isSmart(recipe) ? { nothingToDo: nothingToDoText(found.plan) } : {};
  const { target, bin } = outputPaths({
    source: file.path,
    outputName: found.outputName,
    jobId: "",
    recipe: found.recipe,
    settings: deps.settings.current(),
    transcodes: deps.storage.folders.transcodes,
    day: deps.clock.now(),
  });
  const stray = bin === undefined ? undefined : await strayFolderOf(file, deps.settings.current());
  const estimatedBytes = Math.round(found.estimate.bytes);
  if (stray !== undefined) return { estimatedBytes, refusal: new Fault("path_not_allowed", strayFolderText(stray)) };
  if (target === file.path) return { estimatedBytes };
  const link = bin === undefined ? undefined : await linkToSource(deps.store, file);
  const refusal = link === undefined
    ? await outputProblem(target, jobStore)
    : new Fault("path_not_allowed", linkToSourceText(file.path, link));
  return { estimatedBytes, refusal };
}

async function decideFor(deps: JobsDeps, recipe: AnyRecipe, file: SourceFile, wanted: PlannedFor) {
  const [probe, capabilities, { decide, resolveFor }] = await allEnded([
    deps.media.probe(file.path),
    deps.media.capabilities(),
    import("../../encode/decision/decide.ts"),
  ]);
  const { audioOnly, overrides } = wanted;
  const options = { audioOnly, overrides, ...await deps.decisionContext({ path: file.path }) };
  const resolved = resolveFor(probe, recipe, capabilities, options);
  const decided = decide(probe, resolved, capabilities, options);
  const subject = { identity: file.identity, plan: decided.plan, capabilities };
  const estimate = await withKnownSample(decided.estimate, deps.findings, subject);
  return { ...decided, estimate, recipe: resolved.recipe };
}

/** Returns the reason why `target` cannot be written, or undefined if it can. */
async function outputProblem(target: string, jobStore: JobStore): Promise<Fault | undefined> {
  try {
    await refuseExistingOutput(target, jobStore);
  } catch (error) {
    if (error instanceof JobFailure) return new Fault("output_exists", error.message, { cause: error });
    // A missing folder is created or refused when the job runs.
    if (!isSystemError(error)) throw error;
  }
}
