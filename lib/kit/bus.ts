/** A typed in-process event bus: whoever knows something says it here, whoever cares listens. */
export interface Bus<Events> {
  /** Calls every listener now, in order of subscription. A listener that throws never stops the others. */
  publish<K extends keyof Events>(type: K, payload: Events[K]): void;
  /** Listens to one type; the answer stops listening. */
  on<K extends keyof Events>(type: K, listener: (payload: Events[K]) => void): () => void;
}

/** Makes a bus. `onError` hears what a listener threw. */
export function createBus<Events>(onError: (error: unknown) => void): Bus<Events> {
  const listeners = new Map<keyof Events, Set<(payload: never) => void>>();
  return {
    publish(type, payload) {
      for (const listener of listeners.get(type) ?? []) {
        try {
          listener(payload as never);
        } catch (error) {
          onError(error);
        }
      }
    },
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set.add(listener));
      return () => set.delete(listener);
    },
  };
}
