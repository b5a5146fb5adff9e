/**
 * Runs `work` over `items`, at most `lanes` at a time, and answers in the order of the items. After a failure nothing new
 * is begun; it is thrown when everything that had begun has ended.
 */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const answers = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < items.length && !failed; i = next++) {
      try {
        answers[i] = await work(items[i] as T, i);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return answers;
}
