import type { DataPart, Store } from "./store.ts";

/** Answers the same question once; `ask` is asked again after the part it is about was written to. */
export type KeptAnswers = <T>(question: readonly unknown[], ask: () => Promise<T>) => Promise<T>;

/** More different questions than anybody asks of one state of the data. */
const MOST = 200;

/**
 * Keeps answers for which a whole table is read, such as counts, until the part that they are about is written to.
 * A question names what it asks for first, so that two kinds of answers never meet.
 */
export function keepAnswers(store: Pick<Store, "revision">, part: DataPart): KeptAnswers {
  const kept = new Map<string, Promise<unknown>>();
  let revision = store.revision(part);
  return <T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
    if (revision !== store.revision(part)) kept.clear();
    revision = store.revision(part);
    const key = JSON.stringify(question);
    const known = kept.get(key);
    // The first word of the question says of which kind its answer is.
    if (known !== undefined) return known as Promise<T>;
    if (kept.size >= MOST) kept.clear();
    const answer = ask();
    kept.set(key, answer);
    answer.catch(() => kept.get(key) === answer && kept.delete(key));
    return answer;
  };
}
