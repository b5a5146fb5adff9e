/** Counts the slots of all machines across all videos that are being encoded. */

/** Machine with its number of slots. */
export interface Slotted {
  readonly id: string;
  readonly slots: number;
}

/** Slots used by one video. */
export interface SlotShare {
  /**
   * Takes a slot and returns a function that releases it. Returns undefined if no slot is free, or if another video has
   * fewer slots.
   */
  acquire(machine: Slotted): (() => void) | undefined;
  /** Clears the list of machines that had no free slot, because the video tries all machines again. */
  restart(): void;
  remove(): void;
}

/** Slot counter that all videos of this program share. */
export interface MachineSlots {
  /** Adds a video. `wake` is called asynchronously when a slot that was refused may be available. */
  join(wake: () => void): SlotShare;
}

interface Holder {
  wake(): void;
  held: number;
  /** Machines that had no free slot for the video. */
  readonly wanted: Set<string>;
}

/** Creates the slot counter. */
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
        acquire({ id, slots }) {
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
        remove: () => void holders.delete(mine),
      };
    },
  };
}
