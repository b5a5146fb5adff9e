import { withKeys } from "../../kit/async.ts";
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { activeJobsWith } from "../../../db/jobs/job_insert.ts";
import { endOtherReviews } from "../../../db/jobs/reviews.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { DAY_MS } from "../../kit/clock.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { randomHex } from "../../kit/id.ts";
import type { Probe } from "../../media/probe/model.ts";
import { binEntry, type Delivery, freesSpace } from "../delivery/delivery.ts";
import { identityOf, isUnchanged, linkCount } from "../delivery/file_moves.ts";
import { binPath } from "../delivery/file_names.ts";
import { type Journal, openJournal } from "../delivery/journal.ts";
import { isLink } from "../delivery/linked_file.ts";
import { deleteRetiredNow, moveSidecars, retireOriginal } from "../delivery/retire.ts";
import { strayFolderOf, strayFolderText } from "../intake/linked_folder.ts";
import { findSource, sourceRules } from "../intake/source_file.ts";
import { existingJob } from "../job_store.ts";
import { besideOriginal, originalReplaced } from "../review.ts";
import type { JobVerification } from "../schema.ts";
import { startEncodeWorker } from "../workers/encode_client.ts";
import type { Verification } from "../workers/messages.ts";
import type { ActionDeps } from "./job_actions.ts";

/**
 * Replaces the original of a finished job that kept both files. Every frame is compared first; then the original is
 * moved to the bin, as if the profile had replaced it, and can be restored. Both phases are journalled.
 */

type ReplaceDeps = Pick<
  ActionDeps,
  "deps" | "jobStore" | "crashPoint" | "jobMutex" | "fileMutex"
>;

const COMPARING = "Every frame is compared before the original is replaced.";

/**
 * Checks that the original may be replaced, and records the intention. Throws `bad_state`, `conflict`,
 * `path_not_allowed`, `unreadable`, `upstream_timeout`.
 */
export const beginReplacement = (runner: ReplaceDeps, id: string): Promise<JobRow> =>
  runner.jobMutex(id, async () => {
    const row = await existingJob(runner.jobStore, id);
    const delivery = await planReplacement(runner, row);
    const journal = await journalOf(runner, id);
    await journal.step("replace-begun", delivery, () => Promise.resolve({ ok: true }));
    const { sizeBytes: original } = delivery.sourceIdentity;
    const columns = besideOriginal("replacing", { original, encode: delivery.verified.sizeBytes });
    const begun = await runner.jobStore.patch(id, { message: COMPARING, ...columns }) ?? row;
    runner.jobStore.changed();
    return begun;
  });

/**
 * Compares every frame and replaces the original. Never throws for a result that differs or files that changed: the
 * job's message contains the reason. If the service stops, throws the signal's reason, and the next start finishes or
 * abandons the replacement. Throws unexpected errors after abandoning the replacement, or immediately if the original
 * has already been moved.
 */
export async function finishReplacement(runner: ReplaceDeps, id: string, signal: AbortSignal): Promise<void> {
  const journal = await journalOf(runner, id);
  try {
    const delivery = journal.intent<Delivery>("replace-begun");
    if (!delivery) return;
    await journal.step("replace-verified", {}, async () => {
      await verifyAll(runner, delivery, signal);
      return { ok: true };
    });
    const paths = [delivery.source, delivery.target];
    await runner.jobMutex(id, () => withKeys(runner.fileMutex, paths, () => replace(runner, delivery, journal)));
  } catch (error) {
    signal.throwIfAborted();
    const isExpected = error instanceof Fault || error instanceof JobFailure;
    // No file was moved, so the replacement is abandoned after an internal error as well.
    if (!isExpected && journal.intent("retired") !== undefined) throw error;
    await keepOriginal(runner, id, isExpected ? error.message : "An internal error occurred; see the log for details.");
    if (!isExpected) throw error;
  }
}

/**
 * Continues a replacement that was interrupted when the service stopped, or abandons it if the comparison had not
 * finished.
 */
export async function resumeReplacement(runner: ReplaceDeps, id: string): Promise<void> {
  const journal = await journalOf(runner, id);
  if (journal.result("replace-verified") === undefined) {
    return await keepOriginal(
      runner,
      id,
      "Lathe was stopped while the files were compared. Start the replacement again.",
    );
  }
  await finishReplacement(runner, id, new AbortController().signal);
}

const journalOf = ({ jobStore, deps, crashPoint }: ReplaceDeps, id: string): Promise<Journal> =>
  openJournal(id, { journals: jobStore.journals, clock: deps.clock, crashPoint });

async function planReplacement({ deps }: ReplaceDeps, row: JobRow): Promise<Delivery> {
  const { outputPath, outputSizeBytes, sourcePath, sourceIdentity, originalKeptAt } = row;
  if (row.status !== "done" || !outputPath || outputSizeBytes === null || !sourceIdentity) {
    throw new Fault("bad_state", `${row.title} has no finished encode that could replace its original.`);
  }
  if (outputPath === sourcePath || originalKeptAt) {
    throw new Fault("bad_state", `The original of ${row.title} has already been replaced.`);
  }
  if (dirname(outputPath) !== dirname(sourcePath)) {
    throw new Fault("bad_state", `The encode is not in the same folder as the original: ${outputPath}.`);
  }
  if (outputSizeBytes >= sourceIdentity.sizeBytes) {
    throw new Fault("bad_state", "The encode is not smaller than the original, so it does not replace it.");
  }
  const named = await findSource({ kind: "file", localPath: row.source.namedPath ?? sourcePath }, sourceRules(deps));
  const stray = await strayFolderOf(named, deps.settings.current());
  if (stray) throw new Fault("path_not_allowed", strayFolderText(stray));
  const verified = await identityOf(outputPath);
  if (verified?.sizeBytes !== outputSizeBytes) throw changed(outputPath);
  if (!isUnchanged(await identityOf(sourcePath), sourceIdentity)) throw changed(sourcePath);
  if ((await activeJobsWith(deps.store.db, [sourcePath], [row.sourceKey])).length > 0) {
    throw new Fault("conflict", `Another job still needs ${sourcePath}. Wait until that job ends, or cancel it.`);
  }
  const now = deps.clock.now();
  const keepDays = deps.settings.current().transcoding.keepOriginalDays;
  return {
    jobId: row.id,
    partial: outputPath,
    verified,
    target: outputPath,
    source: sourcePath,
    sourceIdentity,
    sourceLinks: await linkCount(sourcePath),
    ...(await isLink(sourcePath) ? { linkTarget: await realpath(sourcePath) } : {}),
    bin: binPath(sourcePath, row.id, "original", now),
    keepDays,
    keepUntil: now.getTime() + keepDays * DAY_MS,
  };
}

const changed = (path: string): Fault =>
  new Fault("conflict", `${path} is gone or has changed since the job ended. Nothing was moved.`);

/** Compares the whole encode with its original. Throws `verification_failed` with the reason to keep the original. */
async function verifyAll(
  { deps, jobStore }: ReplaceDeps,
  { jobId, target, source }: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const details = await jobStore.jobs.details(jobId);
  if (!details?.plan || !details.probe) {
    throw new JobFailure("verification_failed", "The plan of the job is no longer stored, so nothing can be compared.");
  }
  const { ffmpegPath, ffprobePath } = await deps.media.capabilities();
  const worker = startEncodeWorker({ url: deps.workerUrl, name: `replace ${jobId}`, token: randomHex(16) });
  let verdict: Verification;
  try {
    const [probe, plan] = [{ ...details.probe as Probe, path: source }, details.plan as Plan];
    const request = { tools: { ffmpegPath, ffprobePath }, path: target, probe, plan, mode: "full" as const };
    verdict = await worker.call("verify", request, signal);
  } finally {
    worker.terminate();
  }
  const known = details.verification as JobVerification | null;
  const { checks, seconds } = verdict;
  await jobStore.jobs.saveDetails({ jobId, verification: { ...known, mode: "full", seconds, checks } });
  const reason = reasonToKeep(verdict, known);
  if (reason !== undefined) throw new JobFailure("verification_failed", reason);
}

function reasonToKeep(
  { ok, problems, unmade, sourceErrors }: Verification,
  known: JobVerification | null,
): string | undefined {
  if (!ok) return `The encode does not match the plan: ${problems.join("; ")}`;
  if (unmade.length > 0) return `Not every check could be run: ${unmade.join("; ")}`;
  const damaged = sourceErrors.length > 0 || (known?.sourceErrors?.count ?? 0) > 0;
  return damaged ? "The original is damaged, so the encode is damaged too." : undefined;
}

/** Moves the original to the bin. Repeating it after a crash continues at the unfinished step. */
async function replace({ deps, jobStore }: ReplaceDeps, delivery: Delivery, journal: Journal): Promise<void> {
  const { jobId, source, target, verified, sourceIdentity, keepUntil } = delivery;
  const row = await existingJob(jobStore, jobId);
  if (journal.intent("retired") === undefined) {
    if (!isUnchanged(await identityOf(target), verified)) throw changed(target);
    if (!isUnchanged(await identityOf(source), sourceIdentity)) throw changed(source);
  }
  const warnings: string[] = [];
  const kept = await retireOriginal(delivery, delivery.bin ?? "", verified, journal, warnings);
  if (kept === undefined) throw new JobFailure("source_changed", warnings.join(" "));
  await moveSidecars(delivery, journal, warnings);
  const emptied = delivery.keepDays === 0 && await deleteRetiredNow(delivery, kept, verified, journal);
  const frees = freesSpace(delivery);
  const done = await jobStore.journals.close(jobId, {
    originalKeptAt: emptied ? null : kept,
    originalKeptUntil: emptied ? null : keepUntil,
    ...originalReplaced({ original: sourceIdentity.sizeBytes, encode: verified.sizeBytes }, frees),
    message: `The original was replaced.${
      frees ? "" : " This frees no space, because the original has other hard links."
    }`,
    warnings: [...new Set([...row.warnings, ...warnings])],
  });
  if (done === undefined) return;
  if (emptied) await jobStore.journals.forgetDeleted(binEntry(delivery, kept));
  await deps.store.write((tx) => endOtherReviews(tx, done));
  jobStore.announce(done);
  jobStore.publish("files-changed", { from: delivery.source, to: delivery.target });
  jobStore.publish("original-replaced", { id: jobId, at: deps.clock.now().getTime() });
  jobStore.changed();
}

/** Ends a replacement before anything was moved, or after its original turned out to be another file. */
async function keepOriginal({ jobStore }: ReplaceDeps, id: string, reason: string): Promise<void> {
  const row = await jobStore.jobs.get(id);
  const message = `The original was not replaced: ${reason}`;
  const done = await jobStore.journals.close(id, {
    message,
    ...(row?.review === "replacing" ? { review: "undecided" } : {}),
    ...(row ? { warnings: [...new Set([...row.warnings, message])] } : {}),
  });
  if (done === undefined) return;
  jobStore.announce(done);
  jobStore.changed();
}
