import type { JobRow } from "../../../db/schema/jobs.ts";
import { randomHex } from "../../kit/id.ts";
import { withChildEnvironment } from "../../kit/process/process.ts";
import { CHILD_TOKEN } from "../../platform/storage/boot.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { RunStopped } from "../attempt/failure.ts";
import { createJobRecord } from "../attempt/job_record.ts";
import type { Run, RunnerDeps } from "../attempt/run.ts";
import { createRunHandle, type ToolControl } from "./create_run_handle.ts";
import { settleAttempt } from "./settle_attempt.ts";

/**
 * Starts one attempt of a leased job in the state `probing`. Never throws, because the row contains the outcome. The
 * code for planning and encoding is loaded with the first attempt, so that it does not delay the start of the service.
 */
export const startRun = (row: JobRow, beside: boolean, runner: RunnerDeps): Run =>
  launch(row, beside, runner, async (attempt) => {
    const { runAttempt } = await import("./run_attempt.ts");
    await runAttempt(attempt);
  });

/** Finishes the delivery of a leased job in the state `finalizing`, using the journal, without a slot or a tool. */
export function startDelivery(row: JobRow, runner: RunnerDeps): Run {
  const run = launch(row, true, runner, async (attempt) => {
    const { publishEncode } = await import("./finish.ts");
    await publishEncode(await attempt.record.openJournal(), attempt);
  });
  run.encoded = run.publishing = true;
  return run;
}

function launch(row: JobRow, beside: boolean, runner: RunnerDeps, work: (attempt: Attempt) => Promise<void>): Run {
  const ended = Promise.withResolvers<void>();
  const { attempt, tools } = createAttempt(row, beside, runner, ended.promise);
  void (async () => {
    try {
      await withChildEnvironment({ [CHILD_TOKEN]: attempt.token }, () => work(attempt));
    } catch (error) {
      await settleAttempt(error, attempt);
    } finally {
      tools.terminate();
      runner.deps.storage.space.release(row.id);
      ended.resolve();
    }
  })();
  return attempt.run;
}

function createAttempt(
  row: JobRow,
  beside: boolean,
  runner: RunnerDeps,
  ended: Promise<void>,
): { attempt: Attempt; tools: ToolControl } {
  const stopped = new AbortController();
  const ending = new AbortController();
  const run: Run = {
    id: row.id,
    beside,
    inputBytes: row.inputSizeBytes,
    notes: [],
    preview: false,
    encoded: false,
    publishing: false,
    pids: new Set(),
    ended,
    stop(why) {
      stopped.abort(new RunStopped(why));
      if (why === "shutdown") ending.abort();
    },
    suspend: (suspension) => tools.suspend(suspension),
  };
  const token = randomHex(16);
  const record = createJobRecord(row, stopped.signal, runner);
  const signals = { signal: stopped.signal, ending: ending.signal };
  const tools = createRunHandle({ ...signals, token, run, record }, runner);
  return { attempt: { ...runner, token, run, record, handle: tools.handle }, tools };
}
