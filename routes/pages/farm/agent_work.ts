import type { Job } from "../../../lib/jobs/schema.ts";

/** A part that is being encoded by an agent. */
export interface AgentWork {
  agentId: string;
  jobId: string;
  title: string;
  /** Part number, from 1. */
  part: number;
  /** Total number of parts of the movie. */
  of: number;
  /** Progress from 0 to 1. */
  share: number;
  fps: number;
}

/** Returns the parts of a job that agents are encoding. Pure. */
export function workOf({ id, title, parts = [] }: Pick<Job, "id" | "title" | "parts">): AgentWork[] {
  const of = parts.reduce((sum, part) => sum + part.count, 0);
  return parts.flatMap(({ number, state, machine, share = 0, fps = 0 }) =>
    state === "encoding" && machine ? [{ agentId: machine.id, jobId: id, title, part: number + 1, of, share, fps }] : []
  );
}
