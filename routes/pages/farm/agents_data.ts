import type { Services } from "../../services/services.ts";
import { workOf } from "./agent_work.ts";
import type { AgentsData } from "./agents.tsx";

/** Services used by the agents page. */
export type AgentsServices = Pick<Services, "farm" | "jobs" | "settings" | "clock">;

/** Collects the data of the agents page. */
export async function agentsData({ farm, jobs, settings, clock }: AgentsServices): Promise<AgentsData> {
  const [agents, { runningIds }] = await Promise.all([farm.list(), jobs.queueState()]);
  // The job may have ended since the list was read.
  const running = await Promise.all(runningIds.map((id) => jobs.get(id).catch(() => undefined)));
  return {
    agents,
    work: running.flatMap((job) => job === undefined ? [] : workOf(job)),
    keepLocal: settings.current().agents.keepLocal,
    locked: settings.locked().includes("agents.enabled"),
    now: clock.now(),
  };
}
