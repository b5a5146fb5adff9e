import type { App } from "./serve.ts";

/** Tracks running requests, even if their client has disconnected. */
export interface InFlight {
  /** Tracks the requests of an application and returns it. */
  count<A extends App>(app: A): A;
  /** Resolves when no request is running or after `limitMs`. Returns the number of running requests. */
  settled(limitMs: number): Promise<number>;
}

export interface InFlightOptions {
  /** Wraps every handler. The context of the caller of `count` is not passed on by the server. */
  around?: <T>(work: () => T) => T;
}

/**
 * Creates the tracker. A handler continues after its connection is cut, so the services it uses may be closed only when
 * it has finished. Bodies that are still being sent are not counted.
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
      // Further requests may have arrived while waiting.
      while (running.size > 0 && await Promise.race([late, Promise.allSettled(running)]) !== "late");
      clearTimeout(timer);
      return running.size;
    },
  };
}
