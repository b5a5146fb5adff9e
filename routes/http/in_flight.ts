import type { App } from "./serve.ts";

/** Tracker of requests in progress, even if their client has disconnected. */
export interface InFlight {
  /** Tracks the requests of an application and returns it. */
  count<A extends App>(app: A): A;
  /** Resolves when no request is in progress, or after `limitMs`. Returns the number of requests in progress. */
  settled(limitMs: number): Promise<number>;
}

export interface InFlightOptions {
  /** Wraps every handler, because the server does not pass on the async context of the code that calls `count`. */
  around?: <T>(work: () => T) => T;
}

/**
 * Creates the tracker. A handler continues after its connection has closed, so its services may be closed only after
 * the handler has finished. Response bodies that are still being sent are not counted.
 */
export function createInFlight({ around = (work) => work() }: InFlightOptions = {}): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    count(app) {
      const { fetch: handle } = app;
      app.fetch = (...request) => {
        const answer = around(() => handle(...request));
        if (!(answer instanceof Promise)) return answer;
        running.add(answer);
        const ended = () => void running.delete(answer);
        answer.then(ended, ended);
        return answer;
      };
      return app;
    },
    async settled(limitMs) {
      const { promise: late, resolve } = Promise.withResolvers<"late">();
      const timer = setTimeout(resolve, limitMs, "late");
      // More requests may have arrived while waiting.
      while (running.size > 0 && await Promise.race([late, Promise.allSettled(running)]) !== "late");
      clearTimeout(timer);
      return running.size;
    },
  };
}
