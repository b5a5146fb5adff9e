import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import type { Context } from "hono";
import type { QueueState } from "../../../lib/jobs/schema.ts";
import type { JobBusEvents } from "../../../lib/jobs/service.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import type { StreamMessage, Subscription } from "../../../lib/app/events/stream.ts";
import type { DiscEvent } from "../../pages/live/live_discs.tsx";
import type { AgentEvent } from "../../pages/live/live_agents.tsx";
import { createDiscsBadge, createLiveView, type LiveEvent } from "../../pages/live/live.tsx";
import type { View } from "../../../lib/ui/render.tsx";
import { type AppEnv, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { viewOf } from "../../http/view.ts";

const HEARTBEAT_MS = 30_000;
const STREAM_HEADERS = { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" };

const events = createRoute({
  method: "get",
  path: "/events",
  tags: ["Queue"],
  summary:
    "Live stream (server-sent events): hello, job, jobs, job-removed, queue, log, notice, settings, health, task, event, " +
    "estimate, undo, update, local, rip, rip-removed, batch, batch-removed, drives, expected, agent, agent-removed, agents, join-code-used, resync",
  request: {
    query: z.object({
      log: z.string().max(64).optional().describe("Also send the log lines of this job"),
      view: z.string().max(80).optional().describe("For Lathe's own pages: rendered fragments instead of records"),
      after: z.coerce.number().int().positive().optional().describe(
        "Start after this message; Last-Event-ID, sent on reconnect, takes precedence",
      ),
    }),
    headers: z.object({ "last-event-id": z.string().max(32).optional() }),
  },
  responses: { 200: raw("text/event-stream", "The stream"), ...problems(["invalid", "busy"]) },
});

/** Route for the live stream. */
export const eventRoutes = (services: ViewServices & Pick<Services, "stream">) =>
  router().openapi(events, (c) => {
    // The body of a HEAD response is not read, so its subscription would never end.
    if (c.req.method === "HEAD") return c.body(null, 200, STREAM_HEADERS);
    const { log, view, after } = c.req.valid("query");
    const lastId = Number(c.req.valid("header")["last-event-id"]);
    const subscription = services.stream.subscribe({
      after: Number.isSafeInteger(lastId) && lastId > 0 ? lastId : after,
      logOf: log,
      credential: c.get("admittedBy") === "key" ? "key" : c.get("session")?.idDigest,
    });
    if (subscription === undefined) {
      throw new Fault("busy", "Too many clients are connected. Close some pages and try again.", {
        retryAfterSeconds: 30,
      });
    }
    const draw = view === undefined ? asRecord : drawnFor(c, view, services);
    c.req.raw.signal.addEventListener("abort", () => subscription.close(), { once: true });
    return c.body(streamOf(subscription, draw), 200, STREAM_HEADERS);
  });

type ViewServices = Parameters<typeof viewOf>[1];
type Draw = (message: StreamMessage) => string;

/**
 * Creates the stream of a subscription. The socket pulls messages, so those for a slow reader stay in the queue of the
 * subscription, where they are counted.
 */
function streamOf(subscription: Subscription, draw: Draw): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let beat: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      beat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": still here\n\n"));
      }, HEARTBEAT_MS);
    },
    async pull(controller) {
      for (;;) {
        const message = await subscription.next();
        if (message === undefined) {
          clearInterval(beat);
          controller.close();
          return;
        }
        const text = draw(message);
        if (text === "") continue;
        controller.enqueue(encoder.encode(text));
        return;
      }
    },
    cancel() {
      clearInterval(beat);
      subscription.close();
    },
  });
}

/** Formats messages for scripts as named records. */
const asRecord: Draw = ({ id, type, data }) => eventText({ id, type, data: JSON.stringify(data) });

/**
 * Formats messages for pages. Unnamed messages are fragments that htmx swaps in. `lists` and `notice` become DOM events
 * of the document.
 */
function drawnFor(c: Context<AppEnv>, page: string, services: ViewServices): Draw {
  const view = viewOf(c, services);
  const badge = createDiscsBadge(view, () => services.waitingDiscs?.count() ?? 0);
  const draw = drawnPart(page, view);
  return (message) => {
    const html = badge();
    return draw(message) + (html === "" ? "" : eventText({ id: message.id, data: html }));
  };
}

function drawnPart(page: string, view: View): Draw {
  const live = createLiveView(page, view);
  return ({ id, type, data }) => {
    if (type === "notice") return eventText({ id, type, data: JSON.stringify(data) });
    if (type === "resync") return eventText({ id, type: "lists", data: "{}" });
    const event = liveEvent(type, data);
    if (event === undefined) return "";
    const { html, lists } = live(event);
    return (html === undefined ? "" : eventText({ id, data: html })) +
      (lists ? eventText({ id, type: "lists", data: "{}" }) : "");
  };
}

function liveEvent(type: string, data: Record<string, unknown>): LiveEvent | undefined {
  switch (type) {
    case "job":
      return { type, job: data.job as JobBusEvents["job"]["job"] };
    case "queue": {
      const { paused, limit, counts } = data as { paused: boolean; limit: number; counts: object };
      return { type, queue: { paused, limit, ...counts } as QueueState };
    }
    case "rip":
      return { type, rip: data.rip as Extract<DiscEvent, { type: "rip" }>["rip"] };
    case "agent":
      return { type, agent: data.agent as Extract<AgentEvent, { type: "agent" }>["agent"] };
    case "join-code-used":
      return { type, id: String(data.id) };
    case "agent-removed":
    case "agents":
    case "rip-removed":
    case "batch":
    case "batch-removed":
    case "drives":
    case "expected":
    case "jobs":
    case "job-removed":
      return { type };
  }
}

function eventText({ id, type, data }: { id?: number; type?: string; data: string }): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`).join("");
  return `${type === undefined ? "" : `event: ${type}\n`}${id === undefined ? "" : `id: ${id}\n`}${lines}\n`;
}
