import type { Counter, Gauge, Registry } from "prom-client";
import type { Agent, AgentList } from "./model.ts";
import type { JobPart } from "../../jobs/schema.ts";

/** Metrics of the agents and of the segments they encode. */
export interface FarmFigures {
  set(agents: AgentList, parts: JobPart[]): void;
}

const STATES = ["pending", "online", "busy", "offline", "paused", "rejected", "other_version"] as const;
type State = (typeof STATES)[number];

/** Counters per agent, by name. */
const COUNTED = [
  ["lathe_agent_parts_total", "Segments encoded by an agent", "parts"],
  ["lathe_agent_pictures_total", "Frames in these segments", "pictures"],
  ["lathe_agent_encode_seconds_total", "Time an agent spent encoding its segments", "seconds"],
  ["lathe_agent_received_bytes_total", "Bytes delivered by an agent", "bytes"],
  ["lathe_agent_failures_total", "Segments that an agent did not deliver or delivered incorrectly", "failures"],
] as const;

/** Registers the metrics. This module is loaded together with the metrics library. */
export function createFarmFigures(
  registers: Registry[],
  { Counter: CounterOf, Gauge: GaugeOf }: { Counter: typeof Counter; Gauge: typeof Gauge },
): FarmFigures {
  const states = new GaugeOf({ name: "lathe_agents", help: "Agents by state", labelNames: ["state"], registers });
  const waiting = new GaugeOf({
    name: "lathe_encode_parts",
    help: "Segments of the videos that are being encoded in segments",
    labelNames: ["state"],
    registers,
  });
  const counters = COUNTED.map(([name, help, figure]) => ({
    counter: new CounterOf({ name, help, labelNames: ["agent"], registers }),
    figure,
  }));
  return {
    set({ items }, parts) {
      for (const state of STATES) states.set({ state }, items.filter((agent) => stateOf(agent) === state).length);
      for (const state of ["waiting", "encoding", "verifying", "done"] as const) {
        waiting.set({ state }, parts.reduce((sum, part) => sum + (part.state === state ? part.count : 0), 0));
      }
      for (const { counter, figure } of counters) {
        // The stored statistics are used, so that revoked agents disappear and counters continue after a restart.
        counter.reset();
        for (const { name, figures } of items) counter.inc({ agent: name }, figures[figure]);
      }
    },
  };
}

function stateOf({ state, paused, rejected, otherVersion }: Agent): State {
  if (state === "pending") return state;
  if (rejected) return "rejected";
  if (otherVersion) return "other_version";
  return paused && state === "online" ? "paused" : state;
}
