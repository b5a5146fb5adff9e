import type { Log } from "../../lib/kit/log.ts";
import { readCertificate } from "../../lib/platform/tls/certificate.ts";
import type { EventLog } from "../../lib/platform/events/event_log.ts";
import type { Settings } from "../../lib/platform/settings/schema.ts";
import { type App, type Listening, serve } from "./serve.ts";

/** Where the service listens, and how it moves. */
export interface Host {
  /** Where it is now. */
  at(): { port: number; urlBase: string; sslPort?: number };
  ports(): number[];
  /** Where a restart would take it. */
  planned(): { port: number; urlBase: string };
  /** Rejects when the first address cannot be had. */
  start(): Promise<void>;
  /**
   * Binds as the settings say now. An address that cannot be had leaves everything where it is and says so. What runs
   * besides goes on; open streams are sent away to come back. Answers whether it is where the settings want it.
   */
  restart(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface HostOptions {
  settings: () => Settings["general"]["host"];
  /** From the command line: in force until the settings say something new. */
  first: { bindAddress?: string; port?: number };
  /** The application below a URL base. */
  appFor: (urlBase: string) => App;
  /** Sends those away who listen to the live stream: they would hold a server open. */
  disconnect: () => void;
  events: Pick<EventLog, "record">;
  log: Log;
}

interface Plan {
  bindAddress: string;
  port: number;
  urlBase: string;
  ssl: Pick<Settings["general"]["host"], "enableSsl" | "sslPort" | "sslCertPath" | "sslKeyPath" | "sslCertPassword">;
}

/** How long running requests may take while the service moves. */
const MOVE_GRACE_MS = 2_000;

export function createHost(options: HostOptions): Host {
  const { settings, first, appFor, disconnect, events, log } = options;
  /** The settings that `plan` follows. */
  let followed = settings();
  let plan: Plan = planOf(first);
  let plain: Listening | undefined;
  let secure: Listening | undefined;
  let turn: Promise<void> = Promise.resolve();

  function planOf(kept: HostOptions["first"]): Plan {
    const now = settings();
    return {
      // What somebody saved since is what they want, whatever the command line said.
      bindAddress: now.bindAddress === followed.bindAddress ? kept.bindAddress ?? now.bindAddress : now.bindAddress,
      port: now.port === followed.port ? kept.port ?? now.port : now.port,
      urlBase: now.urlBase,
      ssl: now,
    };
  }

  const upcoming = (): Plan => planOf({ bindAddress: plan.bindAddress, port: plain?.port ?? plan.port });

  async function openSecure({ bindAddress, urlBase, ssl }: Plan): Promise<Listening | undefined> {
    if (!ssl.enableSsl) return undefined;
    try {
      return await serve({ app: appFor(urlBase), bindAddress, port: ssl.sslPort, tls: await readCertificate(ssl) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log("error", "HTTPS could not be started.", { port: ssl.sslPort, reason });
      events.record({
        level: "error",
        source: "system",
        message: `HTTPS could not be started on port ${ssl.sslPort}; plain HTTP is on.`,
        details: reason,
      });
    }
  }

  async function move(): Promise<boolean> {
    const old = plan;
    const next = upcoming();
    const wanted = settings();
    let moved = true;
    const open = ({ urlBase, bindAddress, port }: Plan) => serve({ app: appFor(urlBase), bindAddress, port });
    disconnect();
    await secure?.stop(MOVE_GRACE_MS);
    secure = undefined;
    const left = plain;
    try {
      if (next.port === left?.port) {
        await left.stop(MOVE_GRACE_MS);
        plain = await open(next);
      } else {
        plain = await open(next);
        await left?.stop(MOVE_GRACE_MS);
      }
      plan = next;
      followed = wanted;
    } catch (error) {
      moved = false;
      // The same port under the old address was ours a moment ago.
      plain = next.port === left?.port ? await open({ ...old, port: next.port }) : left;
      const reason = error instanceof Error ? error.message : String(error);
      log("error", "The new address cannot be used.", { port: next.port, bindAddress: next.bindAddress, reason });
      events.record({
        level: "error",
        source: "system",
        message: `Port ${next.port} on ${next.bindAddress} cannot be used; Lathe stays on port ${plain?.port}.`,
        details: reason,
      });
    }
    secure = await openSecure(plan);
    return moved;
  }

  return {
    at: () => ({
      port: plain?.port ?? plan.port,
      urlBase: plan.urlBase,
      ...(secure ? { sslPort: secure.port } : {}),
    }),
    ports: () => [plain, secure].flatMap((server) => server?.port ?? []),
    planned: () => {
      const { port, urlBase } = upcoming();
      return { port, urlBase };
    },
    async start() {
      plain = await serve({ app: appFor(plan.urlBase), bindAddress: plan.bindAddress, port: plan.port });
      secure = await openSecure(plan);
    },
    restart() {
      const mine = turn.then(move);
      // A move that failed does not keep the next one, or the end, from happening.
      turn = mine.then(() => {}, () => {});
      return mine;
    },
    async stop() {
      await turn;
      disconnect();
      await Promise.all([plain?.stop(), secure?.stop()]);
    },
  };
}
