/** A test file and its expected cost. */
export interface Costed {
  path: string;
  /** CPU time in the last run, or an estimate, in milliseconds. */
  costMs: number;
}

/** Maximum number of files per process, because a process retains the modules of its files in memory. */
const MAX_BATCH_FILES = 150;

/** Minimum expected cost of a batch in milliseconds, because a process takes up to 3 s to load the modules. */
const MIN_BATCH_MS = 6000;

/** Estimated costs of files that have not run on this machine, from browser tests to pure tests. */
const GUESSES: [pattern: RegExp, costMs: number][] = [
  [/^tests\/e2e\//, 20_000],
  [/^(tests|lib\/jobs|lib\/encode|lib\/discs)\//, 5_000],
  [/^(lib\/media|lib\/farm|lib\/app|routes)\//, 3_000],
];

/** Returns the estimated CPU milliseconds of a file, by its folder. */
export const guessCost = (path: string): number => GUESSES.find(([pattern]) => pattern.test(path))?.[1] ?? 800;

/**
 * Takes the files for the next free process from the front of `waiting`, which is sorted by descending cost. Early
 * batches are large because each process has a start cost. Late batches are small, so that all processes end at about
 * the same time.
 */
export function takeBatch(waiting: Costed[], processes: number): Costed[] {
  const total = waiting.reduce((sum, { costMs }) => sum + costMs, 0);
  const share = Math.max(MIN_BATCH_MS, total / (processes * 2));
  let sum = 0;
  let count = 0;
  do sum += waiting[count++]?.costMs ?? 0; while (count < Math.min(waiting.length, MAX_BATCH_FILES) && sum < share);
  return waiting.splice(0, count);
}
