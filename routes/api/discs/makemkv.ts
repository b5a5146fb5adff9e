import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import {
  AcceptMakemkv,
  MakemkvOffer,
  MakemkvSetup,
  MakemkvVersion,
} from "../../../lib/discs/rippers/makemkv/setup/model.ts";
import { createPace } from "../../http/pace.ts";
import { body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const state = createRoute({
  method: "get",
  path: "/disc/makemkv",
  tags: ["Discs"],
  summary: "Return the state of the build of MakeMKV in this container",
  responses: { 200: json(MakemkvSetup, "State"), ...problems() },
});

const licence = createRoute({
  method: "post",
  path: "/disc/makemkv/licence",
  tags: ["Discs"],
  summary: "Download a version of MakeMKV, by default the newest, and return its licence",
  request: body(
    z.object({ version: MakemkvVersion.optional() }).strict().meta({ id: "ReadMakemkvLicence" }),
  ),
  responses: {
    200: json(MakemkvOffer, "The licence, and the checksums of the archives"),
    ...problems(["bad_state", "not_found", "upstream_failed", "upstream_timeout"], { body: true }),
  },
});

const accept = createRoute({
  method: "post",
  path: "/disc/makemkv/accept",
  tags: ["Discs"],
  summary: "Accept the licence that was read last. The next start of the container builds MakeMKV",
  request: body(AcceptMakemkv),
  responses: { 200: json(MakemkvSetup, "State"), ...problems(["bad_state", "conflict"], { body: true }) },
});

const withdraw = createRoute({
  method: "post",
  path: "/disc/makemkv/withdraw",
  tags: ["Discs"],
  summary: "Cancel the planned build, or dismiss a failed build",
  responses: { 200: json(MakemkvSetup, "State"), ...problems() },
});

/** Routes for building MakeMKV in a container image. */
export function makemkvRoutes({ makemkvSetup, clock }: Pick<Services, "makemkvSetup" | "clock">) {
  const pace = createPace({ clock, everyMs: 10_000, atOnce: 5 });
  return router()
    .openapi(state, async (c) => c.json(await makemkvSetup.state(), 200))
    .openapi(licence, async (c) => {
      pace(c.get("caller")?.address ?? "");
      return c.json(await makemkvSetup.readLicence(c.req.valid("json").version, c.req.raw.signal), 200);
    })
    .openapi(accept, async (c) => c.json(await makemkvSetup.accept(c.req.valid("json")), 200))
    .openapi(withdraw, async (c) => c.json(await makemkvSetup.withdraw(), 200));
}
