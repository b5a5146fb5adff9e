import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { Fault } from "../../../lib/kit/fault.ts";
import { issuerProblem } from "../../../lib/platform/settings/rules/sign_in_rules.ts";
import { createPace } from "../../http/pace.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const test = createRoute({
  method: "post",
  path: "/settings/oidc/test",
  tags: ["Settings"],
  summary: "Test an OpenID Connect issuer before it is saved",
  request: body(
    z.object({ issuer: z.string().max(4096).optional().describe("If absent, the stored issuer is tested") })
      .meta({ id: "OidcTestInput" }),
  ),
  responses: {
    200: json(
      z.object({
        ok: z.boolean(),
        detail: z.string(),
        issuer: z.string().optional(),
        authorization: z.string().optional(),
        token: z.string().optional(),
        userinfo: z.string().optional(),
        endSession: z.string().optional(),
      }).meta({ id: "OidcTest" }),
      "The addresses in the provider's metadata, or the reason why the provider cannot be used",
    ),
    ...problems([], { body: true }),
  },
});

/** Routes of the settings of OpenID Connect. */
export function oidcRoutes({ settings, oidc, clock }: Pick<Services, "settings" | "oidc" | "clock">) {
  // Rate limit of one test per second and caller (safety.md, S-OUT-3).
  const pace = createPace({ clock, everyMs: 1_000, atOnce: 1 });
  return router().openapi(test, async (c) => {
    pace(c.get("caller")?.address ?? "");
    const { issuer = settings.current().general.security.oidc.issuer } = c.req.valid("json");
    const wrong = issuerProblem(issuer);
    if (wrong !== undefined) return c.json({ ok: false, detail: wrong }, 200);
    try {
      const facts = await oidc.test(issuer);
      const { authorization, token, endSession = "none" } = facts;
      const detail = `Issuer ${facts.issuer}, authorization ${authorization}, token ${token}, logout ${endSession}.`;
      return c.json({ ok: true, detail, ...facts }, 200);
    } catch (error) {
      if (error instanceof Fault && error.code === "upstream_failed") {
        return c.json({ ok: false, detail: error.message }, 200);
      }
      throw error;
    }
  });
}
