import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { Fault } from "../../../lib/kit/fault.ts";
import { PlayerState, PlayerTest } from "../../../lib/players/model.ts";
import { enteredSecret } from "../../../lib/platform/settings/entered_secret.ts";
import { Player } from "../../../lib/platform/settings/sections/players.ts";
import { createPace } from "../../http/pace.ts";
import { body, done, IdParam, json, Ok, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const list = createRoute({
  method: "get",
  path: "/players",
  tags: ["Players"],
  summary: "List the players with their libraries, streams, and latest rescans",
  responses: { 200: json(z.object({ items: z.array(PlayerState) }), "The players"), ...problems() },
});
const test = createRoute({
  method: "post",
  path: "/players/test",
  tags: ["Players"],
  summary: "Test a player with the entered values",
  request: body(Player.partial({ id: true, name: true }).meta({ id: "PlayerInput" })),
  responses: { 200: json(PlayerTest, "The result"), ...problems([], { body: true }) },
});
const webhook = createRoute({
  method: "post",
  path: "/players/{id}/webhook",
  tags: ["Players"],
  summary: "Webhook of a player: Lathe immediately requests its streams. The body may have any type and is ignored",
  request: { params: IdParam },
  responses: { 200: json(Ok, "The request was received"), ...problems(["not_found"], { body: true }) },
});

/** Routes for Plex, Jellyfin and Emby. */
export function playerRoutes({ players, settings, clock }: Pick<Services, "players" | "settings" | "clock">) {
  const servers = () => settings.current().players.servers;
  // Rate limit of one test per second and caller (safety.md, S-OUT-3).
  const pace = createPace({ clock, everyMs: 1_000, atOnce: 5 });
  return router()
    .openapi(list, async (c) => c.json({ items: await players.list() }, 200))
    .openapi(test, async (c) => {
      pace(c.get("caller")?.address ?? "");
      const { id, name = "The player", ...input } = c.req.valid("json");
      const stored = servers().find((one) => one.id === id);
      const known = stored && { url: stored.url, secret: stored.token };
      const token = enteredSecret({ url: input.url, secret: input.token }, known);
      return c.json(await players.test({ ...input, token, name: name || "The player" }), 200);
    })
    .openapi(webhook, async (c) => {
      const { id } = c.req.valid("param");
      if (!servers().some((one) => one.id === id)) throw new Fault("not_found", "There is no such player.");
      await players.pollNow(id);
      return done(c);
    });
}
