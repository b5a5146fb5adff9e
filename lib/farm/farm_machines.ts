import type { RemoteMachines } from "../jobs/capacity/remote_machines.ts";

/** Agents that the queue can use. Empty until the farm is connected. */
export interface FarmMachines extends RemoteMachines {
  /** Connects the farm once it has been created. */
  attach(machines: RemoteMachines): void;
}

/** Creates an empty set of machines. The queue is created before the farm, and the farm only when agents are used. */
export function createFarmMachines(): FarmMachines {
  const listeners = new Set<() => void>();
  let attached: RemoteMachines | undefined;
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    available: async (needs) => await attached?.available(needs) ?? [],
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    recordDone: (id, figures) => attached?.recordDone(id, figures),
    reject: (id, reason) => attached?.reject(id, reason),
    attach(machines) {
      attached = machines;
      machines.onChange(changed);
      changed();
    },
  };
}
