import type { Job } from "../../lib/jobs/schema.ts";
import { isFinished } from "../../lib/jobs/states.ts";
import { lines } from "../../lib/kit/process/lines.ts";
import { api } from "./service.ts";

/** Waits on the live stream until the job has ended. Fails after `timeoutMs`. */
export async function finished(service: { url: string }, id: string, timeoutMs = 20 * 60_000): Promise<Job> {
  return await until(service, id, (job) => isFinished(job.status), timeoutMs);
}

/** Waits until `holds` returns true for the job. Subscribes before querying, so that no change is missed. */
export async function until(
  service: { url: string },
  id: string,
  holds: (job: Job) => boolean,
  timeoutMs = 20 * 60_000,
): Promise<Job> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`Job ${id} did not get there in ${timeoutMs} ms.`)), timeoutMs);
  try {
    const stream = await fetch(`${service.url}/api/events`, { signal: stop.signal });
    if (stream.body === null) throw new Error("The stream has no body.");
    for await (const line of lines(stream.body)) {
      if (!line.startsWith("data:")) continue;
      const { type, job } = JSON.parse(line.slice("data:".length)) as { type: string; job?: Job };
      const tellsOfIt = type === "job" ? job?.id === id && holds(job) : type === "hello" || type === "resync";
      if (!tellsOfIt) continue;
      // The stream omits parts of the record, so the full record is read from the API.
      const { body } = await api<Job>(service, `/api/jobs/${id}`);
      if (holds(body)) return body;
    }
    throw new Error(`The stream ended before job ${id} got there.`);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
