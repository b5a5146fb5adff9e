import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { json, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const status = createRoute({
  method: "get",
  path: "/auth/status",
  tags: ["Settings"],
  summary: "Return the authentication mode and the current user",
  responses: {
    200: json(
      z.object({
        authentication: z.enum(["none", "basic", "forms"]),
        username: z.string().optional(),
        authenticated: z.boolean(),
      }).meta({ id: "AuthStatus" }),
      "The mode, and whether valid credentials were sent",
    ),
    ...problems(),
  },
});
const image = createRoute({
  method: "get",
  path: "/image",
  tags: ["Media"],
  summary: "Return a poster or backdrop from a known artwork host or a connected manager, as JPEG",
  request: { query: z.object({ url: z.string().min(1).max(2000) }) },
  responses: {
    200: raw("image/jpeg", "The image"),
    ...problems(["invalid", "path_not_allowed", "unreadable", "upstream_failed", "upstream_timeout", "tool_missing"]),
  },
});

/** Routes for the current caller and for images from other hosts. */
export const accessRoutes = ({ settings, images }: Pick<Services, "settings" | "images">) =>
  router()
    .openapi(status, (c) => {
      const { authentication } = settings.current().general.security;
      const username = c.get("user");
      const by = c.get("admittedBy");
      return c.json({
        authentication,
        ...(username ? { username } : {}),
        authenticated: by === "login" || by === "key",
      }, 200);
    })
    .openapi(image, async (c) =>
      c.body(await images.get(c.req.valid("query").url), 200, {
        "Content-Type": "image/jpeg",
        "Cache-Control": "private, max-age=86400",
      }));
