/** The slots of all machines, counted over all films that are encoded at once. */

/** A machine as far as its slots go. */
export interface Slotted {
  readonly id: string;
  readonly slots: number;
}

/** What one film has of the slots. */
export interface SlotShare {
  /** Takes a slot; call the answer to give it back. Undefined when none is free, or when another film has fewer. */
  take(machine: Slotted): (() => void) | undefined;
  /** Forgets what was refused: the film looks at all machines again. */
  restart(): void;
  leave(): void;
}

/** Shared by all films of this program. */
export interface MachineSlots {
  /** `wake` is called, later, when a slot that was refused may be had. */
  join(wake: () => void): SlotShare;
}

interface Holder {
  wake(): void;
  held: number;
  /** Machines whose slots it would have taken. */
  readonly wanted: Set<string>;
}

/** Makes the count. */
export function createMachineSlots(): MachineSlots {
  const used = new Map<string, number>();
  const holders = new Set<Holder>();
  const wake = (holder: Holder) => queueMicrotask(() => holders.has(holder) && holder.wake());
  const poorer = (mine: Holder, id: string) =>
    [...holders].find((other) => other !== mine && other.wanted.has(id) && other.held < mine.held);
  return {
    join(wakeMe) {
      const mine: Holder = { wake: wakeMe, held: 0, wanted: new Set() };
      holders.add(mine);
      return {
        take({ id, slots }) {
          const other = poorer(mine, id);
          const taken = used.get(id) ?? 0;
          if (taken >= slots || other) {
            mine.wanted.add(id);
            if (taken < slots && other) wake(other);
            return undefined;
          }
          mine.wanted.delete(id);
          used.set(id, taken + 1);
          mine.held++;
          let given = false;
          return () => {
            if (given) return;
            given = true;
            mine.held--;
            used.set(id, (used.get(id) ?? 1) - 1);
            for (const holder of holders) if (holder !== mine && holder.wanted.has(id)) wake(holder);
          };
        },
        restart: () => mine.wanted.clear(),
        leave: () => void holders.delete(mine),
      };
    },
  };
}
