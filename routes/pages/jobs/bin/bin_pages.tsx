import type { Context } from "hono";
import * as z from "zod";
import { BinQuery, UndoScope } from "../../../../lib/jobs/bin_schema.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import { readQuery } from "../../../data/read_query.ts";
import { drawing } from "../../../http/draw.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { BinList, BinListPage } from "./bin_page.tsx";
import { DeletePage } from "./delete_page.tsx";
import { RestorePage } from "./restore_page.tsx";

/** Number of entries per page. */
const PAGE = 50;

/** Query of the list: filter and order, and the result of an action to show. */
const ListQuery = BinQuery.omit({ limit: true }).extend({
  page: z.coerce.number().pipe(z.int().min(1).max(100_000)).default(1),
  run: z.string().max(64).optional(),
  deleted: z.coerce.number().pipe(z.int().min(0)).optional(),
});

/** Pages of the recycle bins: the list, and the confirmations of restoring and deleting. */
export function binPages(services: Services) {
  const { jobs, clock } = services;
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/bin", async (c) => {
    const { query, ignored } = readQuery(ListQuery, c.req.query());
    const { run: runId, deleted, ...filter } = query;
    const [list, run] = await Promise.all([
      jobs.bin.list({ ...filter, limit: PAGE }),
      runId === undefined ? undefined : jobs.undoRuns.get(runId).catch(() => undefined),
    ]);
    const data = { list, run, deleted, ignored, filter, now: clock.now() };
    return c.req.header("hx-request") === undefined
      ? page(c, <BinListPage {...data} />)
      : fragment(c, <BinList {...data} />);
  });
  app.get("/bin/restore", async (c) => {
    const scope = scopeOf(c);
    return page(c, <RestorePage scope={scope} plan={await jobs.undoRuns.plan(scope)} />);
  });
  app.get("/bin/delete", async (c) => {
    const ids = c.req.queries("id") ?? [];
    if (ids.length === 0) throw new Fault("invalid", "Choose at least one file.");
    return page(c, <DeletePage entries={await jobs.bin.ofJobs(ids.slice(0, PAGE))} />);
  });
  return app;
}

/** Returns the jobs that the query selects. Throws `invalid`. */
function scopeOf(c: Context<AppEnv>): UndoScope {
  const { day, bulk, run } = c.req.query();
  // The second name is that of the checkboxes in Activity, whose form sends them without JavaScript.
  const ids = c.req.queries("id") ?? c.req.queries("ids:texts");
  const given = Object.fromEntries(Object.entries({ ids, day, bulk, run }).filter(([, value]) => value !== undefined));
  const scope = UndoScope.safeParse(given);
  if (!scope.success) throw new Fault("invalid", "Choose the jobs whose originals are to be restored.");
  return scope.data;
}
