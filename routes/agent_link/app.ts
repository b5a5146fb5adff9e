import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AgentLink } from "../../lib/farm/agents/agent_link.ts";
import { JoinRequest } from "../../lib/farm/protocol.ts";
import { Fault } from "../../lib/kit/fault.ts";
import { parseUntrustedJson } from "../../lib/kit/json/json.ts";
import type { Log } from "../../lib/kit/log.ts";
import { asFault, problemResponse } from "../http/problem.ts";
import type { AppEnv } from "../http/router.ts";
import { readBody } from "./read_body.ts";

/** Variables of an agent's request after authentication. */
export interface AgentEnv {
  Bindings: AppEnv["Bindings"];
  Variables: AppEnv["Variables"] & { agent?: { id: string } };
}

/** Services and options of the agent API. */
export interface AgentAppDeps {
  link: AgentLink;
  /** Routes below `/parts`, for approved agents. */
  parts?: Hono<{ Variables: { agent: { id: string } } }>;
  log: Log;
  /** Timeout for receiving a complete join request. */
  receiveMs?: number;
}

const MAX_JOIN_BYTES = 64 << 10;
const RECEIVE_MS = 30_000;

/** Creates the HTTPS API for agents: joining, status, and the sources and results of their parts. */
export function agentApp({ link, parts, log, receiveMs = RECEIVE_MS }: AgentAppDeps): Hono<AgentEnv> {
  const app = new Hono<AgentEnv>();
  app.post("/join", async (c) => {
    const request = valid(
      JoinRequest,
      parseUntrustedJson(await readBody(c.req.raw, { maxBytes: MAX_JOIN_BYTES, totalMs: receiveMs })),
    );
    return c.json(await link.join(request, c.env.peer), 201, { "Cache-Control": "no-store" });
  });
  app.get("/agent", authenticated(link, false), (c) => c.json(link.standing(c.get("agent")?.id ?? ""), 200, NO_STORE));
  app.use("/parts/*", authenticated(link, true));
  if (parts !== undefined) app.route("/", parts);
  app.notFound((c) => problemResponse(c, new Fault("not_found", "There is nothing at this address.")));
  app.onError((error, c) => {
    const fault = asFault(error);
    if (fault.code === "internal") log("error", "A request from an agent failed.", { error: String(fault.cause) });
    return problemResponse(c, fault);
  });
  return app;
}

const NO_STORE = { "Cache-Control": "no-store" };

/** Allows only agents. With `approved`, allows only agents that a user has approved. */
const authenticated = (link: AgentLink, approved: boolean): MiddlewareHandler<AgentEnv> =>
  async function authenticated(c, next) {
    const [, credential = ""] = /^Bearer ([\w.-]{1,128})$/.exec(c.req.header("authorization") ?? "") ?? [];
    const agent = link.authenticate(credential);
    if (approved && !agent.approved) throw new Fault("forbidden", "This agent is not approved.");
    c.set("agent", { id: agent.id });
    await next();
  };

function valid<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const read = schema.safeParse(value);
  if (!read.success) throw new Fault("invalid", "The request is not valid.", { cause: read.error });
  return read.data;
}
