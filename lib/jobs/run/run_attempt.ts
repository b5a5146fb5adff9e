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
import { encodeFile } from "./encode_step.ts";
import { identityOf, isUnchanged, removeOwnFile, removePartial } from "../delivery/file_moves.ts";
import { type EncodedFile, finishEncode } from "./finish.ts";
import { afterHardwareFailure, fallbackWarnings, withoutCard } from "./hardware_failure.ts";
import type { Journal } from "../delivery/journal.ts";
import type { OutputPaths } from "../intake/output_paths.ts";
import { claimOutputPaths, reserveSpace } from "./claim_output.ts";
import { type PreparedEncode, prepareEncode } from "./prepare_encode.ts";
import { recipeOfJob } from "../intake/job_recipe.ts";
import { withKnownSample } from "../decision/sample_findings.ts";
import type { Inspection } from "../workers/messages.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { deviceFor, holdSlot } from "../attempt/card_slot.ts";
import { ATTEMPT_ENDED, type JobRecord } from "../attempt/job_record.ts";

/** Runs one attempt of a leased job in the state `probing`, from the source to the published file. */
export async function runAttempt(attempt: Attempt): Promise<void> {
  const { record, jobStore, deps, token } = attempt;
  const { row } = record;
  const identity = await sourceIdentity(row.sourcePath);
  if (row.sourceIdentity && !sameContent(identity, row.sourceIdentity)) {
    throw new JobFailure(
      "source_changed",
      `${row.sourcePath} is not the file that was queued: it has since been changed or replaced. Retry to encode its current version.`,
    );
  }
  const finished = await finishedBefore(identity, record);
  if (finished) {
    await record.advance("probed", { message: "Continuing with the finished encode.", childToken: token });
    await record.advance("toolExited", { phase: "verify" });
    return await finishEncode(finished.encoded, finished.journal, attempt);
  }
  await jobStore.journals.clear(row.id);
  if (row.tempPath) await removePartial(row.tempPath, row.id);
  const { recipe, hash } = await recipeOfJob(row, jobStore.jobs, deps.profiles);
  const read = { recipeHash: hash, inputSizeBytes: identity.sizeBytes, sourceIdentity: identity };
  await record.patch({ ...read, childToken: token });
  const encoded = await encode(recipe, identity, attempt);
  if (encoded) await finishEncode(encoded, await record.openJournal(), attempt);
}

/**
 * Plans and runs the tool. If the hardware fails, runs it again on another GPU or on the CPU. Returns undefined if
 * nothing would change.
 */
async function encode(
  chosen: AnyRecipe,
  identity: SourceIdentity,
  attempt: Attempt,
): Promise<EncodedFile | undefined> {
  const { deps, record, crashPoint, encodeSlots } = attempt;
  const refused: string[] = [];
  const capabilities = await deps.media.capabilities();
  for (;;) {
    const inspected = await inspect(chosen, capabilities, attempt);
    const { probe, plan, recipe } = inspected;
    const estimate = await withKnownSample(inspected.estimate, deps.findings, { identity, plan, capabilities });
    if (plan.nothingToDo) {
      await endWithNothingToDo(plan, attempt);
      return undefined;
    }
    if (!holdSlot(plan, refused, attempt)) {
      await withoutCard(plan, recipe, attempt);
      continue;
    }
    const device = deviceFor(plan, attempt);
    const place = await claimOutputPaths(recipe, inspected.outputName, attempt);
    const inParts = reasonForOneProcess(probe, plan, recipe.output.segments) === undefined ||
      await isOnePart(plan, probe, attempt);
    await reserveSpace(estimate.bytes, identity, place, { inParts }, attempt);
    await recordPlan({ probe, plan, estimate }, device, record);
    crashPoint("probed");
    let ready: PreparedEncode | undefined;
    try {
      ready = await prepareEncode({ probe, plan, recipe, capabilities }, attempt);
      await encodeFile({ probe, ...ready, place, identity, capabilities, segments: recipe.output.segments }, attempt);
      if (device !== undefined) encodeSlots.recordSuccess(device);
      return { probe, plan: ready.plan, place, identity };
    } catch (error) {
      await afterHardwareFailure(error, { plan, recipe, refused }, attempt);
      await removeOwnFile(place.partial);
    } finally {
      await ready?.clean();
    }
  }
}

/** Reads the source in the worker and plans the encode. */
async function inspect(
  chosen: AnyRecipe,
  capabilities: Capabilities,
  { deps, record: { row }, handle }: Pick<Attempt, "deps" | "record" | "handle">,
): Promise<Inspection> {
  const { sourcePath: path, audioOnly, software, overrides, source: { arr, arrId } } = row;
  const around = await deps.decisionContext({ path, arr, arrId });
  const options = {
    audioOnly,
    software,
    overrides: overrides ?? undefined,
    ...around,
    known: { ...knownOf(row), ...around.known },
  };
  return await handle.worker().call(
    "inspect",
    { path, known: await deps.media.knownProbe(path), recipe: chosen, capabilities, options },
    handle.signal,
  );
}

async function endWithNothingToDo(
  { summary }: Plan,
  { record, deps }: Pick<Attempt, "record" | "deps">,
): Promise<void> {
  await record.advance("nothingToDo", {
    ...ATTEMPT_ENDED,
    finishedAt: deps.clock.now().getTime(),
    message: summary[0] ?? "Nothing would change.",
  });
}

/** Stores the plan of the job and changes its state to `encoding`. */
async function recordPlan(
  { probe, plan, estimate }: Pick<Inspection, "probe" | "plan" | "estimate">,
  device: string | undefined,
  record: JobRecord,
): Promise<void> {
  await record.saveDetails({
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
    device: device ?? null,
    estimatedBytes: estimate.bytes,
    warnings: [...fallbackWarnings(record.row), ...plan.warnings],
  };
  if (record.row.status === "probing") await record.advance("probed", facts);
  else await record.patch(facts);
}

/** Returns facts about the title that are stored with the job and not contained in the file. */
const knownOf = ({ source }: JobRow): KnownFacts => ({
  ...(source.kind === "movie" ? { mediaType: "movie" } : source.kind === "episode" ? { mediaType: "tv" } : {}),
  ...(source.arr ? { arr: source.arr } : {}),
});

/** Returns an encode that an earlier start of the program finished, if the encode and its source are unchanged. */
async function finishedBefore(
  identity: SourceIdentity,
  record: JobRecord,
): Promise<{ encoded: EncodedFile; journal: Journal } | undefined> {
  const journal = await record.openJournal();
  const place = journal.intent<OutputPaths>("encoded");
  const was = journal.result<SourceIdentity>("encoded");
  const { row } = record;
  const details = await record.details();
  if (!place || !was || !details?.plan || !row.sourceIdentity || !sameContent(identity, row.sourceIdentity)) {
    return undefined;
  }
  if (!isUnchanged(await identityOf(place.partial), was)) return undefined;
  return { encoded: { probe: details.probe as Probe, plan: details.plan as Plan, place, identity }, journal };
}
