import type { Context } from "hono";
import { withTimeout } from "../../../../lib/kit/async.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import { VERSION } from "../../../../lib/kit/version.ts";
import { EventQuery, type UpdateStatus } from "../../../../lib/platform/model.ts";
import { renderView } from "../../../../lib/ui/render.tsx";
import { statusOf } from "../../../api/platform/system.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services.ts";
import { viewOf } from "../../../http/view.ts";
import { HealthSection, type QuickStatus, StatusPage } from "./system.tsx";
import { BackupList, BackupsPage } from "./system_backups.tsx";
import { StatusCards } from "./system_cards.tsx";
import { EventList, type EventsData, EventsPage } from "./system_events.tsx";
import { LOG_LINES, LogList, type LogsData, LogsPage } from "./system_logs.tsx";
import { TaskList, TasksPage } from "./system_tasks.tsx";
import { UpdateList, type UpdatesData, UpdatesPage } from "./system_updates.tsx";

const EVENTS_A_PAGE = 50;
/** A page that has its answer by then is drawn whole; else it fetches the rest when it is open. */
const SOON_MS = 300;

/** The pages of the System area: each makes the calls of the JSON API and draws the answer. */
export function systemPages(services: Services) {
  const { health, tasks, events, logFiles, backups, updates, settings, clock } = services;
  const draw = (c: Context<AppEnv>, node: Parameters<typeof renderView>[1]) =>
    c.html("<!doctype html>" + renderView(viewOf(c, services), node));
  const fragment = (c: Context<AppEnv>, node: Parameters<typeof renderView>[1]) =>
    c.html(renderView(viewOf(c, services), node));

  async function updatesData(refresh: boolean): Promise<UpdatesData & { updates: UpdateStatus }> {
    try {
      return { updates: await updates.status({ refresh }), now: clock.now() };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "throttled") throw error;
      return { updates: await updates.status(), refused: error.message, now: clock.now() };
    }
  }
  async function eventsData(c: Context<AppEnv>): Promise<EventsData> {
    const { level = "", source = "", q = "", cursor = "" } = c.req.query();
    const filter = { level, source, q, cursor };
    const said = Object.entries(filter).filter(([, value]) => value !== "");
    const query = EventQuery.parse({ ...Object.fromEntries(said.filter(isValid)), limit: EVENTS_A_PAGE });
    return { events: await events.list(query), filter, now: clock.now() };
  }
  async function logsData(c: Context<AppEnv>): Promise<LogsData> {
    const files = await logFiles.list();
    const wanted = c.req.query("file");
    const name = wanted === undefined ? undefined : files.find((file) => file.name === wanted)?.name;
    const open = name === undefined ? undefined : { name, text: await logFiles.tail(name, LOG_LINES) };
    return { files, open, now: clock.now() };
  }

  const app = router();
  app.get("/system", async (c) => {
    const { part, check, wait, refresh: again } = c.req.query();
    const refresh = again === "1";
    const now = clock.now();
    if (part === "health") {
      const checks = check === "1" ? await health.look() : await health.current();
      return fragment(c, <HealthSection checks={checks} now={now} />);
    }
    if (part === "status") return fragment(c, <StatusCards status={await statusOf(services, refresh)} />);
    const whole = wait === "1";
    return draw(
      c,
      <StatusPage
        quick={await quickStatus(services)}
        checks={check === "1" ? await health.look() : whole ? await health.current() : health.known()}
        status={whole ? await statusOf(services, refresh) : undefined}
        refresh={refresh}
        restartRequired={settings.restartRequired()}
        now={now}
      />,
    );
  });
  app.get("/system/tasks", async (c) => {
    const data = { tasks: await tasks.list(), now: clock.now() };
    return c.req.query("part") === "list" ? fragment(c, <TaskList {...data} />) : draw(c, <TasksPage {...data} />);
  });
  app.get("/system/events", async (c) => {
    const data = await eventsData(c);
    return c.req.query("part") === "list" ? fragment(c, <EventList {...data} />) : draw(c, <EventsPage {...data} />);
  });
  app.get("/system/logs", async (c) => {
    const data = await logsData(c);
    return c.req.query("part") === "list" ? fragment(c, <LogList {...data} />) : draw(c, <LogsPage {...data} />);
  });
  app.get("/system/backups", async (c) => {
    const data = { backups: await backups.list(), now: clock.now() };
    return c.req.query("part") === "list" ? fragment(c, <BackupList {...data} />) : draw(c, <BackupsPage {...data} />);
  });
  app.get("/system/updates", async (c) => {
    const { part, wait, refresh } = c.req.query();
    const data = updatesData(refresh === "1");
    if (part === "list") return fragment(c, <UpdateList {...await data} />);
    const ready = wait === "1" ? await data : await withTimeout(SOON_MS, data);
    return draw(c, <UpdatesPage {...ready ?? { now: clock.now() }} />);
  });
  return app;
}

/** A filter that somebody typed into the address bar may name what there is not: then it filters nothing. */
const isValid = ([name, value]: [string, string]): boolean => EventQuery.safeParse({ [name]: value }).success;

/** The part of the status that asks nobody. */
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
