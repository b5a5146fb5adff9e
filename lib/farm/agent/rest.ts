import { createBusyJudge, isWithin, processorUse, sharesBetween } from "./limits.ts";
import type { AgentOptions } from "./agent_file.ts";
import type { Slot } from "./slot.ts";

/** Determines whether the owner of the machine allows the agent to work at present. */
export interface Rest {
  /** Returns the reason why the agent accepts no parts at present. Undefined if it accepts parts. */
  reason(): string | undefined;
  /** Returns the busy share of the CPU cores, 0 to 1. */
  load(): number;
  end(): void;
}

const CHECK_EVERY_MS = 5_000;

/**
 * Checks the time of day and the CPU use every few seconds. Suspends the tools while other programs need the machine.
 */
export function watchRest(
  { hours, pauseWhenBusy }: AgentOptions,
  slots: readonly Slot[],
  onChange: (reason: string | undefined) => void,
): Rest {
  const isBusy = createBusyJudge();
  let before = processorUse([]);
  let load = 0;
  let reason: string | undefined;
  const update = (busy: boolean) => {
    const next = busy
      ? "The machine is busy with other work."
      : isWithin(hours, new Date())
      ? undefined
      : `It accepts segments from ${hours?.from} to ${hours?.to}.`;
    if (next === reason) return;
    reason = next;
    onChange(reason);
  };
  const check = async () => {
    const [earlier, now] = await Promise.all([before, processorUse(slots.flatMap((slot) => slot.pids()))]);
    before = Promise.resolve(now);
    const shares = sharesBetween(earlier, now);
    load = shares.load;
    const busy = pauseWhenBusy && isBusy(shares.others);
    for (const slot of slots) slot.freeze(busy);
    update(busy);
  };
  update(false);
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  return { reason: () => reason, load: () => load, end: () => clearInterval(timer) };
}
