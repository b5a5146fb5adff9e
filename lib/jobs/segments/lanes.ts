/** Runs parts side by side, as many at once as the machine has room for. */

/** What decides how many run at once. */
export interface LaneRules {
  /** Never more than this. */
  atMost: number;
  /** Resolves when it is time to look at the machine again; rejects never. */
  pause(signal: AbortSignal): Promise<void>;
  /** Whether the machine could take one more beside those that run. Measured, not guessed. */
  hasRoom(): Promise<boolean>;
}

/**
 * Gives every item to `work`, in order, beginning with one at a time; another lane is added whenever there is room. The
 * first error stops all and is thrown once they have ended. `lane` numbers those that run at the same time.
 */
export async function runInLanes<T>(
  items: readonly T[],
  work: (item: T, lane: number, signal: AbortSignal) => Promise<void>,
  { atMost, pause, hasRoom }: LaneRules,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...items];
  const failed = new AbortController();
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const lanes: Promise<void>[] = [];
  const runLane = async (lane: number) => {
    for (let item = waiting.shift(); item !== undefined && !stop.aborted; item = waiting.shift()) {
      try {
        await work(item, lane, stop);
      } catch (error) {
        if (!failed.signal.aborted) failed.abort(error);
      }
    }
  };
  const grow = async () => {
    while (lanes.length < atMost && waiting.length > 0 && !stop.aborted) {
      await pause(AbortSignal.any([stop, ended.signal]));
      if (ended.signal.aborted || stop.aborted || waiting.length === 0) return;
      if (await hasRoom()) lanes.push(runLane(lanes.length));
    }
  };
  lanes.push(runLane(0));
  const growing = grow();
  for (let i = 0; i < lanes.length; i++) await lanes[i];
  ended.abort();
  await growing;
  for (const lane of lanes) await lane;
  signal.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
}
