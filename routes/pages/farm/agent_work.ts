import type { Job } from "../../../lib/jobs/schema.ts";

/** A part that an agent encodes now. */
export interface AgentWork {
  agentId: string;
  jobId: string;
  title: string;
  /** From 1. */
  part: number;
  /** How many parts the film has. */
  of: number;
  /** 0 to 1. */
  share: number;
  fps: number;
}

/** What agents encode of a job. Pure. */
export function workOf({ id, title, parts = [] }: Pick<Job, "id" | "title" | "parts">): AgentWork[] {
  const of = parts.reduce((sum, part) => sum + part.count, 0);
  return parts.flatMap(({ number, state, machine, share = 0, fps = 0 }) =>
    state === "encoding" && machine ? [{ agentId: machine.id, jobId: id, title, part: number + 1, of, share, fps }] : []
  );
}
