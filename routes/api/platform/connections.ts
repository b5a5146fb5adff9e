import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { Fault } from "../../../lib/kit/fault.ts";
import { ConnectionTest, testConnection } from "../../../lib/library/managers/connection.ts";
import { LIBRARY_KINDS, MANAGER_KINDS, managerKind } from "../../../lib/platform/managers/kinds.ts";
import { ManagerOptions, managerOptions } from "../../../lib/library/managers/options.ts";
import { ManagerProblem } from "../../../lib/library/managers/request.ts";
import { enteredTarget } from "../../../lib/platform/notifications/entered.ts";
import { NotificationTarget } from "../../../lib/platform/settings/sections/notifications.ts";
import { enteredSecret } from "../../../lib/platform/settings/entered_secret.ts";
import { MASK } from "../../../lib/platform/settings/secrets.ts";
import { createPace } from "../../http/pace.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const test = createRoute({
  method: "post",
  path: "/settings/test/{app}",
  tags: ["Settings"],
  summary: "Test a connection with the entered values",
  request: {
    params: z.object({
      app: z.string().max(32).describe("movie, series, music, indexer, soulseek, or the application's name"),
    }),
    ...body(
      z.object({
        url: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).optional().describe(
          "If absent, the stored value is used",
        ),
        apiKey: z.string().max(4096).optional().describe(
          "If absent or masked, the stored value is used, provided the address is the stored one",
        ),
      }).meta({ id: "ConnectionInput" }),
    ),
  },
  responses: { 200: json(ConnectionTest, "The result"), ...problems(["not_found"], { body: true }) },
});
const options = createRoute({
  method: "get",
  path: "/settings/arr-options",
  tags: ["Settings"],
  summary: "List root folders and quality profiles of the connected managers",
  responses: {
    200: json(
      z.object({
        movie: ManagerOptions.optional(),
        series: ManagerOptions.optional(),
        music: ManagerOptions.optional(),
        errors: z.record(z.string(), z.string()).optional().describe("Why a connected manager is missing"),
      })
        .meta({ id: "ArrOptions" }),
      "Root folders and quality profiles by manager, with the reason if a manager is missing",
    ),
    ...problems(),
  },
});
const testTarget = createRoute({
  method: "post",
  path: "/notifications/test",
  tags: ["Settings"],
  summary: "Send a test message to a target with the entered values",
  request: body(NotificationTarget.partial({ id: true, name: true }).meta({ id: "NotificationTargetInput" })),
  responses: {
    200: json(
      z.object({ ok: z.boolean(), detail: z.string() }).meta({ id: "NotificationTest" }),
      "The response of the target",
    ),
    ...problems([], { body: true }),
  },
});

/** Routes that test connection settings. */
export function connectionRoutes(
  services: Pick<Services, "settings" | "managers" | "notify" | "clock">,
) {
  const { settings, managers, notify, clock } = services;
  // Rate limit of one test per second and caller (safety.md, S-OUT-3). The tests of all applications may start at the
  // same time.
  const pace = createPace({ clock, everyMs: 1_000, atOnce: MANAGER_KINDS.length });
  return router()
    .openapi(test, async (c) => {
      const kind = managerKind(c.req.valid("param").app);
      if (kind === undefined) throw new Fault("not_found", "There is no such application.");
      pace(c.get("caller")?.address ?? "");
      const stored = settings.current().connections[kind];
      const { url = stored.url, apiKey = MASK } = c.req.valid("json");
      const key = enteredSecret({ url, secret: apiKey }, { url: stored.url, secret: stored.apiKey });
      const { date: _, ...answer } = await testConnection(managers.at(kind, { url, apiKey: key }));
      return c.json(answer, 200);
    })
    .openapi(options, async (c) => {
      const connected = LIBRARY_KINDS.flatMap((kind) => managers.connected(kind) ?? []);
      const found = await Promise.all(
        connected.map(async (manager) => {
          const offered = await managerOptions(manager).catch((error) => {
            if (error instanceof ManagerProblem) return error.message;
            throw error;
          });
          return [manager.kind, offered] as const;
        }),
      );
      const failed = found.filter(([, offered]) => typeof offered === "string");
      const errors = failed.length > 0 ? { errors: Object.fromEntries(failed) as Record<string, string> } : {};
      return c.json({ ...Object.fromEntries(found.filter((one) => !failed.includes(one))), ...errors }, 200);
    })
    .openapi(testTarget, async (c) => {
      pace(c.get("caller")?.address ?? "");
      const input = { id: "entered", name: "Entered", ...c.req.valid("json") };
      const stored = settings.current().notifications.targets.find(({ id }) => id === input.id);
      const target = enteredTarget(input, stored);
      const outcome = await notify.test(target);
      return c.json({ ok: outcome.ok, detail: outcome.ok ? "The message was accepted." : outcome.detail }, 200);
    });
}
