import type { App } from "./serve.ts";

/** The requests that are being answered, whether or not somebody still waits for the answer. */
export interface InFlight {
  /** Counts the requests of an application; answers the same application. */
  count<A extends App>(app: A): A;
  /** Resolves when none is left, or after so many milliseconds; answers how many are left. */
  settled(limitMs: number): Promise<number>;
}

export interface InFlightOptions {
  /** What every handler runs within: what the caller of `count` runs within is not passed on by the server. */
  around?: <T>(work: () => T) => T;
}

/**
 * A cut connection ends no handler: what the handlers use may be closed only when they have ended. Bodies that are still
 * being sent are not counted.
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
      // Those that had begun may be followed by one that was on its way.
      while (running.size > 0 && await Promise.race([late, Promise.allSettled(running)]) !== "late");
      clearTimeout(timer);
      return running.size;
    },
  };
}
