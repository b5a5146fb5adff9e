import type { JobPatch } from "../../../db/jobs/job_events.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { reasonForOneProcess } from "../../encode/plan/segment_choice.ts";
import { isOnePart } from "../segments/one_part.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { sameContent, type SourceIdentity, sourceIdentity } from "../../media/probe/source.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import { encodeFile, mayRetryOnCpu } from "./encode_step.ts";
import { identityOf, isUnchanged, removeOwnFile, removePartial } from "../delivery/file_moves.ts";
import { type EncodedFile, finishEncode } from "./finish.ts";
import { jobName } from "../job_name.ts";
import type { Journal } from "../delivery/journal.ts";
import type { OutputPaths } from "../intake/output_paths.ts";
import { claimOutputPaths, reserveSpace } from "./claim_output.ts";
import { type PreparedEncode, prepareEncode } from "./prepare_encode.ts";
import { recipeOfJob } from "../intake/job_recipe.ts";
import { withKnownSample } from "../estimates/sample_findings.ts";
import type { Inspection } from "../workers/messages.ts";
import { advance, ATTEMPT_ENDED, openRunJournal, patchRun, type RunContext } from "../attempt/run_context.ts";

/** Runs one attempt at a leased job in `probing`, from the source to the published file. */
export async function runAttempt(context: RunContext): Promise<void> {
  const { row, jobStore, deps } = context;
  const identity = await sourceIdentity(row.sourcePath);
  if (row.sourceIdentity && !sameContent(identity, row.sourceIdentity)) {
    throw new JobFailure(
      "source_changed",
      `${row.sourcePath} is not the file that was queued: it has since been changed or replaced. Retry to encode its current version.`,
    );
  }
  const finished = await finishedBefore(row, identity, context);
  if (finished) {
    await advance(context, "probed", { message: "Continuing with the finished encode.", childToken: context.token });
    await advance(context, "toolExited", { phase: "verify" });
    return await finishEncode(finished.encoded, finished.journal, context);
  }
  await jobStore.journals.clear(row.id);
  if (row.tempPath) await removePartial(row.tempPath, row.id);
  const { recipe, hash } = await recipeOfJob(row, jobStore.jobs, deps.profiles);
  const read = { recipeHash: hash, inputSizeBytes: identity.sizeBytes, sourceIdentity: identity };
  await patchRun(context, { ...read, childToken: context.token });
  const encoded = await encode(recipe, identity, context);
  if (encoded) await finishEncode(encoded, await openRunJournal(context, row.id), context);
}

/** Plans and runs the tool, again on the CPU if the hardware failed. Undefined if nothing would change. */
async function encode(
  chosen: AnyRecipe,
  identity: SourceIdentity,
  context: RunContext,
): Promise<EncodedFile | undefined> {
  const { deps, crashPoint } = context;
  const capabilities = await deps.media.capabilities();
  for (;;) {
    const inspected = await inspect(chosen, capabilities, context);
    const { probe, plan, recipe } = inspected;
    const estimate = await withKnownSample(inspected.estimate, deps.findings, { identity, plan, capabilities });
    if (plan.nothingToDo) {
      await endWithNothingToDo(plan, context);
      return undefined;
    }
    const place = await claimOutputPaths(recipe, inspected.outputName, context);
    const inParts = reasonForOneProcess(probe, plan, recipe.output.segments) === undefined ||
      await isOnePart(plan, probe, context);
    await reserveSpace(estimate.bytes, identity, place, { inParts }, context);
    await recordPlan({ probe, plan, estimate }, context);
    crashPoint("probed");
    let ready: PreparedEncode | undefined;
    try {
      ready = await prepareEncode({ probe, plan, recipe, capabilities }, context);
      await encodeFile({ probe, ...ready, place, identity, capabilities, segments: recipe.output.segments }, context);
      return { probe, plan: ready.plan, place, identity };
    } catch (error) {
      if (!mayRetryOnCpu(error, recipe, plan, context)) throw error;
      await removeOwnFile(place.partial);
      await turnToSoftware(plan, error, context);
    } finally {
      await ready?.clean();
    }
  }
}

/** Reads the source in the worker and plans the encode. */
async function inspect(chosen: AnyRecipe, capabilities: Capabilities, context: RunContext): Promise<Inspection> {
  const { deps, row } = context;
  const { sourcePath: path, audioOnly, software, source: { arr, arrId } } = row;
  const around = await deps.decisionContext({ path, arr, arrId });
  const options = { audioOnly, software, ...around, known: { ...knownOf(context.row), ...around.known } };
  return await context.worker().call(
    "inspect",
    { path, known: await deps.media.knownProbe(path), recipe: chosen, capabilities, options },
    context.signal,
  );
}

async function endWithNothingToDo({ summary }: Plan, context: RunContext): Promise<void> {
  await advance(context, "nothingToDo", {
    ...ATTEMPT_ENDED,
    finishedAt: context.deps.clock.now().getTime(),
    message: summary[0] ?? "Nothing would change.",
  });
}

/** Stores the plan of the job and moves it to the encoding state. */
async function recordPlan(
  { probe, plan, estimate }: Pick<Inspection, "probe" | "plan" | "estimate">,
  context: RunContext,
): Promise<void> {
  await context.jobStore.jobs.saveDetails({
    jobId: context.run.id,
    probe,
    plan,
    estimate,
    command: null,
    quality: null,
    ocr: null,
    verification: null,
  });
  const facts: JobPatch = {
    phase: "encode",
    estimatedBytes: estimate.bytes,
    warnings: [...fallbackWarnings(context.row), ...plan.warnings],
  };
  if (context.row.status === "probing") await advance(context, "probed", facts);
  else await patchRun(context, facts);
}

/** Lets the job continue with a software encoder. */
async function turnToSoftware(plan: Plan, error: unknown, context: RunContext): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const warning = `${HARDWARE_WARNING} (${plan.video?.encoder}: ${reason}); encoded on the CPU instead.`;
  await advance(context, "hardwareFailed", { software: true, warnings: [warning] });
  context.jobStore.publish("notice", { level: "warn", message: `${jobName(context.row)}: ${warning}` });
}

/** Returns the facts from the job's source that are not in the file. */
const knownOf = ({ source }: JobRow): KnownFacts => ({
  ...(source.kind === "movie" ? { mediaType: "movie" } : source.kind === "episode" ? { mediaType: "tv" } : {}),
  ...(source.arr ? { arr: source.arr } : {}),
});

const HARDWARE_WARNING = "The hardware encoder failed";

/** Only the CPU fallback warning of an earlier plan is kept. */
const fallbackWarnings = (row: JobRow): string[] =>
  row.software ? row.warnings.filter((warning) => warning.startsWith(HARDWARE_WARNING)) : [];

/** Returns an encode that an earlier start of the program finished, if it and its source are unchanged. */
async function finishedBefore(
  row: JobRow,
  identity: SourceIdentity,
  context: RunContext,
): Promise<{ encoded: EncodedFile; journal: Journal } | undefined> {
  const journal = await openRunJournal(context, row.id);
  const place = journal.intent<OutputPaths>("encoded");
  const was = journal.result<SourceIdentity>("encoded");
  const details = await context.jobStore.jobs.details(row.id);
  if (!place || !was || !details?.plan || !row.sourceIdentity || !sameContent(identity, row.sourceIdentity)) {
    return undefined;
  }
  if (!isUnchanged(await identityOf(place.partial), was)) return undefined;
  return { encoded: { probe: details.probe as Probe, plan: details.plan as Plan, place, identity }, journal };
}
