import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { MqttTest, Widget } from "../../../lib/dashboards/model.ts";
import { enteredSecret } from "../../../lib/platform/settings/entered_secret.ts";
import { brokerUrl } from "../../../lib/platform/settings/sections/mqtt.ts";
import { createPace } from "../../http/pace.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const BrokerInput = z.object({
  url: brokerUrl,
  username: z.string().max(200).default(""),
  password: z.string().max(4096).default("").describe(
    "If masked, the stored password is used, provided url is the stored one",
  ),
}).meta({ id: "BrokerInput" });

const widget = createRoute({
  method: "get",
  path: "/widget",
  tags: ["Queue"],
  summary: "Return the state of the queue as flat JSON for dashboards such as Homepage",
  responses: { 200: json(Widget, "The state"), ...problems() },
});
const test = createRoute({
  method: "post",
  path: "/mqtt/test",
  tags: ["Settings"],
  summary: "Log in to an MQTT broker with the entered values",
  request: body(BrokerInput),
  responses: { 200: json(MqttTest, "The result"), ...problems([], { body: true }) },
});

/** Routes for dashboards. */
export function dashboardRoutes({ dashboards, settings, clock }: Pick<Services, "dashboards" | "settings" | "clock">) {
  // Rate limit of one test per second and caller (safety.md, S-OUT-3).
  const pace = createPace({ clock, everyMs: 1_000, atOnce: 5 });
  return router()
    .openapi(widget, async (c) => c.json(await dashboards.widget(), 200))
    .openapi(test, async (c) => {
      pace(c.get("caller")?.address ?? "");
      const { mqtt: stored } = settings.current();
      const entered = c.req.valid("json");
      const known = { url: stored.url, secret: stored.password };
      const password = enteredSecret({ url: entered.url, secret: entered.password }, known);
      return c.json(await dashboards.test({ ...entered, password }), 200);
    });
}
