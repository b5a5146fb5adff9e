import type { Clock } from "../../kit/clock.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import type { ManagerKind } from "../../platform/managers/kinds.ts";

/** Requests that a manager's client sends. */
type ManagerHttp = Pick<HttpClient, "send" | "open">;

/** The start of each outage of a manager, recorded from the requests to it. */
export interface Outages {
  /** Returns an HTTP client that records the outcome of requests to a manager. */
  watch(kind: ManagerKind, http: ManagerHttp): ManagerHttp;
  /** Returns the time of the first failed request since the last successful one. */
  since(kind: ManagerKind): Date | undefined;
  /** Removes all outages, because the addresses have changed. */
  clear(): void;
}

/** HTTP status codes of a reverse proxy whose manager is down. */
const PROXY_STATUS = [502, 503, 504];

/** Creates the record of outages, which is empty before the first request. */
export function createOutages(clock: Pick<Clock, "now">): Outages {
  let started = new Map<ManagerKind, Date>();
  return {
    since: (kind) => started.get(kind),
    clear: () => void (started = new Map()),
    watch(kind, http) {
      const own = started;
      const record = async <T extends { status: number }>(request: Promise<T>): Promise<T> => {
        // A request that its caller has aborted does not show whether the manager is down.
        const isDown = await request.then(
          ({ status }) => PROXY_STATUS.includes(status),
          (error) => error instanceof HttpProblem ? error.reason !== "too_large" : undefined,
        );
        if (isDown === false) own.delete(kind);
        else if (isDown && !own.has(kind)) own.set(kind, clock.now());
        return await request;
      };
      return { send: (request) => record(http.send(request)), open: (request) => record(http.open(request)) };
    },
  };
}
