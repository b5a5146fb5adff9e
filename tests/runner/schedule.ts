/** A test file and what it is expected to cost. */
export interface Costed {
  path: string;
  /** Milliseconds of processor time of its last run, or a guess. */
  costMs: number;
}

/** Most files of one process: each holds what its files loaded. */
const MAX_BATCH_FILES = 40;

/** Least expected cost of a process, which takes 0.4 s to start. */
const MIN_BATCH_MS = 3000;

/** Costs of files that never ran here: pages in a browser first, pure tests last. */
const GUESSES: [pattern: RegExp, costMs: number][] = [
  [/^tests\/e2e\//, 20_000],
  [/^(tests|lib\/jobs|lib\/encode|lib\/discs)\//, 5_000],
  [/^(lib\/media|lib\/farm|lib\/app|routes)\//, 3_000],
];

/** Milliseconds of processor time that a file may cost, by its folder. */
export const guessCost = (path: string): number => GUESSES.find(([pattern]) => pattern.test(path))?.[1] ?? 800;

/**
 * The files for the next free process, taken from the front of `waiting`, which is in order of falling cost. Early batches
 * are large, as each process costs its start; late ones are small, so that all processes end together.
 */
export function takeBatch(waiting: Costed[], processes: number): Costed[] {
  const total = waiting.reduce((sum, { costMs }) => sum + costMs, 0);
  const share = Math.max(MIN_BATCH_MS, total / (processes * 4));
  let sum = 0;
  let count = 0;
  do sum += waiting[count++]?.costMs ?? 0; while (count < Math.min(waiting.length, MAX_BATCH_FILES) && sum < share);
  return waiting.splice(0, count);
}
