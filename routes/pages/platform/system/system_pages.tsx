import type { Context } from "hono";
import { withTimeout } from "../../../../lib/kit/async.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import { VERSION } from "../../../../lib/kit/version.ts";
import { EventQuery, type UpdateStatus } from "../../../../lib/platform/model.ts";
import { systemStatusOf } from "../../../data/system_data.ts";
import { drawing } from "../../../http/draw.ts";
import { readQuery } from "../../../data/read_query.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { HealthSection, type QuickStatus, reportedApps, StatusPage } from "./system.tsx";
import { BackupList, BackupsPage } from "./system_backups.tsx";
import { StatusCards } from "./system_cards.tsx";
import { EventList, type EventsData, EventsPage } from "./system_events.tsx";
import { LOG_LINES, LogList, type LogsData, LogsPage } from "./system_logs.tsx";
import { TaskList, TasksPage } from "./system_tasks.tsx";
import { UpdateList, type UpdatesData, UpdatesPage } from "./system_updates.tsx";

const EVENTS_A_PAGE = 50;
/**
 * Time in milliseconds to wait for the results before rendering. If they take longer, the page loads them after it is
 * shown.
 */
const SOON_MS = 300;

/** Pages of the System area. Each calls the JSON API and renders the response. */
export function systemPages(services: Services) {
  const { tasks, backups, clock } = services;
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/system", (c) => {
    const { part } = c.req.query();
    return part === "health" || part === "status" ? statusPart(services, c, part) : statusPage(services, c);
  });
  app.get("/system/tasks", async (c) => {
    const data = { tasks: await tasks.list(), now: clock.now() };
    return isList(c) ? fragment(c, <TaskList {...data} />) : page(c, <TasksPage {...data} />);
  });
  app.get("/system/events", async (c) => {
    const data = await eventsData(services, c);
    return isList(c) ? fragment(c, <EventList {...data} />) : page(c, <EventsPage {...data} />);
  });
  app.get("/system/logs", async (c) => {
    const data = await logsData(services, c);
    return isList(c) ? fragment(c, <LogList {...data} />) : page(c, <LogsPage {...data} />);
  });
  app.get("/system/backups", async (c) => {
    const data = { backups: await backups.list(), now: clock.now() };
    return isList(c) ? fragment(c, <BackupList {...data} />) : page(c, <BackupsPage {...data} />);
  });
  app.get("/system/updates", async (c) => {
    const { wait, refresh } = c.req.query();
    const data = updatesData(services, refresh === "1");
    if (isList(c)) return fragment(c, <UpdateList {...await data} />);
    const ready = wait === "1" ? await data : await withTimeout(SOON_MS, data);
    return page(c, <UpdatesPage {...ready ?? { now: clock.now() }} />);
  });
  return app;
}

/** True if only the list of the page is requested. */
const isList = (c: Context<AppEnv>): boolean => c.req.query("part") === "list";

async function statusPart(services: Services, c: Context<AppEnv>, part: "health" | "status"): Promise<Response> {
  const { fragment } = drawing(services);
  const { check, refresh } = c.req.query();
  if (part === "status") {
    const status = await systemStatusOf(services, refresh === "1");
    return fragment(c, <StatusCards status={status} reported={reportedApps(services.health.known())} />);
  }
  const now = services.clock.now();
  const checks = check === "1" ? await services.health.check() : await services.health.current();
  return fragment(c, <HealthSection checks={checks} now={now} />);
}

async function statusPage(services: Services, c: Context<AppEnv>): Promise<Response> {
  const { health, settings, clock } = services;
  const { check, wait, refresh: again } = c.req.query();
  const refresh = again === "1";
  const whole = wait === "1";
  const now = clock.now();
  return drawing(services).page(
    c,
    <StatusPage
      quick={await quickStatus(services)}
      checks={check === "1" ? await health.check() : whole ? await health.current() : health.known()}
      status={whole ? await systemStatusOf(services, refresh) : undefined}
      refresh={refresh}
      restartRequired={settings.restartRequired()}
      now={now}
    />,
  );
}

type KnownUpdates = UpdatesData & { updates: UpdateStatus };

/** Returns the update status. If it is requested too often, returns the last known status and the reason. */
async function updatesData({ updates, clock }: Services, refresh: boolean): Promise<KnownUpdates> {
  try {
    return { updates: await updates.status({ refresh }), now: clock.now() };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "throttled") throw error;
    return { updates: await updates.status(), refused: error.message, now: clock.now() };
  }
}

async function eventsData({ events, clock }: Services, c: Context<AppEnv>): Promise<EventsData> {
  const { part: _, ...asked } = c.req.query();
  const { level = "", source = "", q = "", cursor = "" } = asked;
  const { query, ignored } = readQuery(EventQuery, asked);
  return {
    events: await events.list({ ...query, limit: EVENTS_A_PAGE }),
    filter: { level, source, q, cursor },
    ignored,
    now: clock.now(),
  };
}

async function logsData({ logFiles, clock }: Services, c: Context<AppEnv>): Promise<LogsData> {
  const files = await logFiles.list();
  const wanted = c.req.query("file");
  const name = wanted === undefined ? undefined : files.find((file) => file.name === wanted)?.name;
  const open = name === undefined ? undefined : { name, text: await logFiles.tail(name, LOG_LINES) };
  return { files, open, now: clock.now() };
}

/** Returns the part of the status that is available without querying programs, disks or managers. */
async function quickStatus(services: Services): Promise<QuickStatus> {
  const { settings, clock, sleep, kind, startedAt, storage, jobs } = services;
  const queue = await jobs.queueState();
  const reason = sleep.reason();
  return {
    version: VERSION,
    install: { kind, branch: settings.current().general.updates.branch },
    runtime: { name: "Deno", version: Deno.version.deno },
    platform: Deno.build.os,
    arch: Deno.build.arch,
    uptimeSeconds: Math.max(0, Math.round((clock.now().getTime() - startedAt.getTime()) / 1000)),
    configDir: storage.configDir,
    power: {
      supported: sleep.method !== undefined,
      method: sleep.method,
      active: reason !== undefined,
      reason,
      error: sleep.error(),
    },
    jobs: {
      active: queue.running,
      queued: queue.queued,
      waiting: queue.waiting + queue.waitingForSpace,
      done: queue.done,
      failed: queue.failed,
    },
  };
}
