import { withKeys } from "../../kit/async.ts";
import { realpath } from "node:fs/promises";
import { DAY_MS } from "../../kit/clock.ts";
import { dirname, join, parse } from "node:path";
import type { JobPatch } from "../../../db/jobs/job_events.ts";
import { endOtherReviews } from "../../../db/jobs/reviews.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import { METRIC_FACTS, scoreText, targetText } from "../../encode/metric.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { lowScore, meanScore } from "../../encode/sampling/score.ts";
import { sourceErrorText } from "../../encode/run/source_errors.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { deliver } from "../delivery/deliver.ts";
import { binEntry, type Delivered, type Delivery, freesSpace } from "../delivery/delivery.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { requireSameSource } from "../attempt/same_source.ts";
import { identityOf, isUnchanged, linkCount, removeOwnFile } from "../delivery/file_moves.ts";
import type { Journal } from "../delivery/journal.ts";
import { isLink } from "../delivery/linked_file.ts";
import { outcomeOfJob } from "../decision/estimate_history.ts";
import { removeSegmentsOf } from "../segments/sweep.ts";
import type { OutputPaths } from "../intake/output_paths.ts";
import { InsufficientSpace } from "./claim_output.ts";
import type { Verification } from "../workers/messages.ts";
import { afterDelivery } from "../review.ts";
import type { JobQuality, JobVerification } from "../schema.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { ATTEMPT_ENDED } from "../attempt/job_record.ts";

/** Finished encode that has not been verified yet. */
export interface EncodedFile {
  probe: Probe;
  plan: Plan;
  place: OutputPaths;
  identity: SourceIdentity;
}

/** Verifies the encode of a `finalizing` job and delivers it, or discards it if it is larger than its source. */
export async function finishEncode(encoded: EncodedFile, journal: Journal, attempt: Attempt): Promise<void> {
  const { plan, place, identity } = encoded;
  const { record, run } = attempt;
  run.encoded = true;
  if (journal.result("verified") === undefined) {
    const { warnings, keepReason } = await verify(encoded, attempt);
    warnings.push(...await measure(encoded, attempt));
    const partial = await identityOf(place.partial);
    if (partial === undefined) throw new JobFailure("internal", "The verified file no longer exists.");
    const larger = partial.sizeBytes >= identity.sizeBytes && encodesSomething(plan);
    // A result that does not replace a file is kept, whatever its size.
    const discarded = larger && place.bin !== undefined && !place.elsewhere;
    if (larger) warnings.push(largerText(partial.sizeBytes, identity.sizeBytes, discarded));
    // A discarded encode is not next to its original, so the message would be wrong.
    if (keepReason && !discarded) warnings.push(`The original was kept: ${keepReason}. The encode is next to it.`);
    if (warnings.length > 0) await record.patch({ warnings: [...record.row.warnings, ...warnings] });
    if (discarded) {
      await discard(place, partial.sizeBytes, attempt);
      await removeSegmentsOf([run.id], attempt);
      return await recordOutcome(plan, attempt);
    }
    await requireSameSource(record.row.sourcePath, identity);
    // After an encode was verified, its segments are no longer needed, and its delivery may need their space.
    await removeSegmentsOf([run.id], attempt);
    const replaces = place.bin !== undefined && !larger && keepReason === undefined;
    const delivery: Delivery = {
      jobId: run.id,
      partial: place.partial,
      verified: partial,
      target: replaces || larger ? place.target : beside(place, record.row.sourcePath),
      source: record.row.sourcePath,
      sourceIdentity: identity,
      sourceLinks: await linkCount(record.row.sourcePath),
      ...(await isLink(record.row.sourcePath) ? { linkTarget: await realpath(record.row.sourcePath) } : {}),
      // An encode that is larger than its source never replaces the original, not even in a separate output folder.
      ...(replaces ? { bin: place.bin } : {}),
      keepDays: place.keepDays,
      keepUntil: attempt.deps.clock.now().getTime() + place.keepDays * DAY_MS,
    };
    await journal.step("verified", delivery, () => Promise.resolve({ ok: true }));
  }
  attempt.handle.signal.throwIfAborted();
  run.publishing = true;
  await publishEncode(journal, attempt);
  await recordOutcome(plan, attempt);
}

/** Stores the accuracy of the estimate. A failure does not affect the finished job. */
async function recordOutcome(
  plan: Plan,
  { record, deps, log }: Pick<Attempt, "record" | "deps" | "log">,
): Promise<void> {
  const { row } = record;
  try {
    const estimate = (await record.details())?.estimate as SizeEstimate | null | undefined;
    const { outputSizeBytes: bytes, durationSeconds: seconds, finishedAt } = row;
    if (!estimate || bytes === null || seconds === null) return;
    const outcome = outcomeOfJob(row, plan, estimate, { bytes, seconds, finishedAt });
    if (outcome) await deps.history.record(outcome);
  } catch (error) {
    log("warn", "An estimate could not be compared with its result.", { job: row.id, error: String(error) });
  }
}

/** Performs the delivery of a job in the state `finalizing`, using the journal. */
export async function publishEncode(
  journal: Journal,
  { record, deps, jobStore, crashPoint, fileMutex }: Pick<
    Attempt,
    "record" | "deps" | "jobStore" | "crashPoint" | "fileMutex"
  >,
): Promise<void> {
  const delivery = journal.intent<Delivery>("verified");
  if (delivery === undefined) throw new JobFailure("internal", "There is no delivery to continue.");
  await record.patch({ phase: "publish", error: null, errorCode: null });
  // After the first file was changed, the journal contains the previous state. Before that, the source must be
  // unchanged.
  if (journal.intent("published") === undefined && journal.intent("kept") === undefined) {
    if (!isUnchanged(await identityOf(delivery.source), delivery.sourceIdentity)) {
      await requireSameSource(delivery.source, delivery.sourceIdentity);
    }
  }
  let delivered: Delivered;
  try {
    delivered = await withKeys(
      fileMutex,
      [delivery.source, delivery.target],
      () => deliver(delivery, journal, crashPoint),
    );
  } catch (error) {
    if (isDiskFull(error)) {
      const needs = [{ path: dirname(delivery.target), bytes: delivery.verified.sizeBytes }];
      const short = await deps.storage.space.shortage(needs);
      throw new InsufficientSpace(
        needs,
        short ?? { path: dirname(delivery.target), needed: delivery.verified.sizeBytes, free: 0 },
      );
    }
    throw error;
  }
  crashPoint("delivered");
  const { outputPath, outputSizeBytes, originalStays, originalKeptAt, originalKeptUntil } = delivered;
  await record.advance("published", {
    ...finished(deps),
    outputPath,
    outputSizeBytes,
    originalKeptAt: originalKeptAt ?? null,
    originalKeptUntil: originalKeptUntil ?? null,
    ...afterDelivery({
      source: delivery.source,
      target: outputPath,
      original: delivery.sourceIdentity.sizeBytes,
      encode: outputSizeBytes,
      originalStays,
      frees: freesSpace(delivery),
      isRip: record.row.ripId !== null,
    }),
    warnings: [...new Set([...record.row.warnings, ...delivered.warnings])],
  }, { closeJournal: true });
  if (!originalStays) await deps.store.write((tx) => endOtherReviews(tx, record.row));
  // With a retention of 0 days, the original was deleted at once. After a crash, the next pruning removes its entry.
  if (!originalStays && !originalKeptAt && delivery.bin) {
    await jobStore.journals.forgetDeleted(binEntry(delivery, delivery.bin));
  }
  // The encodes of a rip are in its cache until the rip is delivered.
  if (record.row.ripId !== null) return;
  deps.bus.publish("files-changed", originalStays ? { to: outputPath } : { from: delivery.source, to: outputPath });
}

/**
 * Verifies the encode. Throws `verification_failed` with the differences. Returns the warnings, and the reason if an
 * original that was to be replaced must be kept.
 */
async function verify(
  { probe, plan, place }: EncodedFile,
  attempt: Attempt,
): Promise<{ warnings: string[]; keepReason?: string }> {
  const { deps, record, handle, run } = attempt;
  const { ffmpegPath, ffprobePath } = await deps.media.capabilities();
  const { verify: wanted } = deps.settings.current().transcoding;
  // All frames of the successor are checked before an original is retired (safety.md, S-FILE-3).
  const mode = place.bin !== undefined ? "full" : wanted;
  const request = { tools: { ffmpegPath, ffprobePath }, path: place.partial, probe, plan, mode };
  const verdict = await handle.worker().call("verify", request, handle.signal);
  const known = (await record.details())?.verification as JobVerification | null | undefined;
  const { ok, problems, checks, seconds } = verdict;
  const keepReason = ok && place.bin !== undefined ? reasonToKeep(verdict, known, place) : undefined;
  const verification: JobVerification = {
    ...known,
    mode,
    seconds,
    checks,
    ...(keepReason ? { originalKept: keepReason } : {}),
  };
  await record.saveDetails({ verification });
  if (!ok) {
    // The segments are removed, because another attempt would join them into an identical file.
    await removeSegmentsOf([run.id], attempt);
    throw new JobFailure("verification_failed", `The encode does not match the plan: ${problems.join("; ")}`);
  }
  const damage = known?.sourceErrors && sourceErrorText(known.sourceErrors);
  const warnings = [
    ...(damage ? [damage] : []),
    ...verdict.warnings.filter((warning) => !damage || !warning.startsWith("The source is damaged")),
    ...verdict.unmade.map((text) => `Not checked: ${text}`),
  ];
  return { warnings, keepReason };
}

/**
 * Returns the reason why the original must be kept. It is retired only if all checks were run and the source is not
 * damaged, unless the profile allows more.
 */
function reasonToKeep(
  { unmade, sourceErrors }: Verification,
  known: JobVerification | null | undefined,
  { replaceDamaged = false }: OutputPaths,
): string | undefined {
  if (unmade.length > 0) return "not every check of the encode could be run";
  const damaged = (known?.sourceErrors?.count ?? 0) > 0 || sourceErrors.length > 0;
  return damaged && !replaceDamaged ? "it is damaged, so the encode is damaged too" : undefined;
}

/** Returns another name for an encode that was to replace the original. */
function beside({ target }: OutputPaths, source: string): string {
  if (target !== source) return target;
  const { dir, name, ext } = parse(target);
  return join(dir, `${name} (encode)${ext}`);
}

const MEASURED_PLACES = 12;
/**
 * Maximum deviation from the target as a multiple of the search tolerance, because other scenes are measured than in
 * the search.
 */
const ALLOWED_TOLERANCES = 6;

/** Scores an encode that has a quality target. If this fails, a warning is added. */
async function measure(
  { probe, plan, place }: EncodedFile,
  { deps, record, handle }: Pick<Attempt, "deps" | "record" | "handle">,
): Promise<string[]> {
  const { target } = plan.video ?? {};
  if (!target) return [];
  try {
    const { ffmpegPath, ffprobePath } = await deps.media.capabilities();
    const scores = await handle.worker().call("score", {
      tools: { ffmpegPath, ffprobePath },
      probe,
      plan,
      path: place.partial,
      metric: target.metric,
      vmafModel: target.vmafModel,
      places: MEASURED_PLACES,
    }, handle.signal);
    const measured = lowScore(scores);
    const quality = (await record.details())?.quality as JobQuality | null | undefined;
    await record.saveDetails({ quality: { ...quality, measured, measuredMean: meanScore(scores) } });
    const far = Math.abs(measured - target.score) > ALLOWED_TOLERANCES * METRIC_FACTS[target.metric].tolerance;
    const texts = `${targetText(target.metric, measured)}; the target was ${scoreText(target.metric, target.score)}`;
    return far ? [`In the encode, ${texts}.`] : [];
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return [error.message];
  }
}

/** Removes an encode that is larger than its source. The job ends with a warning. */
async function discard(
  place: OutputPaths,
  sizeBytes: number,
  { record, deps }: Pick<Attempt, "record" | "deps">,
): Promise<void> {
  await removeOwnFile(place.partial);
  await record.advance("published", { ...finished(deps), outputSizeBytes: sizeBytes }, { closeJournal: true });
}

const finished = ({ clock }: Attempt["deps"]): JobPatch => ({
  ...ATTEMPT_ENDED,
  finishedAt: clock.now().getTime(),
  error: null,
  errorCode: null,
  tempPath: null,
  plannedOutput: null,
  spaceNeeds: null,
});

/** True if something is encoded. The purpose of a copy is its container, not its size. */
const encodesSomething = ({ video, audio }: Plan): boolean =>
  (video !== undefined && video.encoder !== "copy") || audio.some((stream) => stream.encoder !== "copy");

const largerText = (output: number, source: number, discarded: boolean): string =>
  `larger_than_source: the encode (${output} bytes) is not smaller than its source (${source} bytes)` +
  (discarded ? "; it was discarded and the original kept." : "; the original was left in place.");
