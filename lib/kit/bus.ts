/** A typed event bus within the process, which decouples publishers from listeners. */
export interface Bus<Events> {
  /**
   * Calls all listeners synchronously, in the order of subscription. If a listener throws, the others are still called.
   */
  publish<K extends keyof Events>(type: K, payload: Events[K]): void;
  /** Subscribes to an event type. Returns a function that unsubscribes. */
  on<K extends keyof Events>(type: K, listener: (payload: Events[K]) => void): () => void;
}

/** Creates a bus. `onError` receives the errors thrown by listeners. */
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
