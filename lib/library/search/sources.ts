import { Fault } from "../../kit/fault.ts";
import { ManagerProblem } from "../managers/request.ts";
import { HttpProblem } from "../../platform/http_client/model.ts";
import type { SourceError } from "./model.ts";

/** Places that are asked at the same time: one that fails is named, and the others answer all the same. */

/** A manager by its kind, `local` for titles on disk, `library` for the stored libraries. */
export type Source = SourceError["source"];

/** What one source or several found; `errors` has an entry for each that failed. */
export interface SourceAnswer<T> {
  found: T[];
  errors: SourceError[];
}

/** How long a source may take, and who is told what went wrong. */
export interface AskOptions {
  /** Milliseconds until it is given up. */
  limitMs: number;
  /** The asker is gone: nothing is worth an answer any more. */
  signal?: AbortSignal | undefined;
  /** Hears of failures that are ours. */
  onBug: (source: Source, error: unknown) => void;
}

/** Asks one place. Throws only when the asker is gone. */
export async function ask<T>(
  source: Source,
  work: (signal: AbortSignal) => Promise<T[]>,
  { limitMs, signal, onBug }: AskOptions,
): Promise<SourceAnswer<T>> {
  const limit = AbortSignal.timeout(limitMs);
  const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    return { found: await orAborted(work(either), either), errors: [] };
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) return failed(source, "It did not answer in time.");
    if (error instanceof ManagerProblem || error instanceof Fault) return failed(source, error.message);
    onBug(source, error);
    return failed(source, "It failed; the log has the details.");
  }
}

const failed = (source: Source, message: string) => ({ found: [], errors: [{ source, message }] });

/** Ends with the work, or with the signal when the work takes no notice of it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", stop));
}

/** A manager's failure as the failure of a request of ours. */
export function faultOf(problem: ManagerProblem): Fault {
  if (problem.reason === "refused" && problem.status === 400) {
    return new Fault("invalid", problem.message, { cause: problem });
  }
  const late = problem.cause instanceof HttpProblem && problem.cause.reason === "timeout";
  return new Fault(late ? "upstream_timeout" : "upstream_failed", problem.message, { cause: problem });
}
