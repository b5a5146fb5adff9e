import { Fault } from "../kit/fault.ts";
import { ManagerProblem } from "./managers/request.ts";
import { HttpProblem } from "../platform/http_client/model.ts";
import { MANAGERS } from "../platform/managers/kinds.ts";
import type { SourceError } from "./search_model.ts";

/**
 * Queries several sources at the same time. If a source fails, this is reported, and the results of the others are
 * still returned.
 */

/** Source of results: the kind of a manager, `local` for titles on disk, or `library` for the stored libraries. */
export type Source = SourceError["source"];

/** Display names of the sources. */
export const SOURCE_NAMES: Record<Source, string> = {
  movie: MANAGERS.movie.app,
  series: MANAGERS.series.app,
  music: MANAGERS.music.app,
  indexer: MANAGERS.indexer.app,
  soulseek: MANAGERS.soulseek.app,
  local: "Files on disk",
  library: "Your libraries",
};

/** Results of one or more sources. `errors` contains an entry for each source that failed. */
export interface SourceAnswer<T> {
  found: T[];
  errors: SourceError[];
}

/** Time limit and error handling for a source. */
export interface AskOptions {
  /** Timeout in milliseconds. */
  limitMs: number;
  /** Aborted when the caller no longer needs the result. */
  signal?: AbortSignal | undefined;
  /** Called for unexpected errors. */
  onBug: (source: Source, error: unknown) => void;
}

/** Queries one source. Throws only if the caller's signal is aborted. */
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
    if (limit.aborted) return failed(source, `${SOURCE_NAMES[source]} could not be searched in time.`);
    if (error instanceof ManagerProblem || error instanceof Fault) return failed(source, error.message);
    onBug(source, error);
    return failed(source, `${SOURCE_NAMES[source]} could not be searched. See the log for the reason.`);
  }
}

const failed = (source: Source, message: string) => ({ found: [], errors: [{ source, message }] });

/** Settles with the work, or rejects with the signal's reason even if the work ignores the signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", stop));
}

/** Converts a manager's problem to a `Fault`. */
export function faultOf(problem: ManagerProblem): Fault {
  if (problem.reason === "refused" && problem.status === 400) {
    return new Fault("invalid", problem.message, { cause: problem });
  }
  const late = problem.cause instanceof HttpProblem && problem.cause.reason === "timeout";
  return new Fault(late ? "upstream_timeout" : "upstream_failed", problem.message, { cause: problem });
}
