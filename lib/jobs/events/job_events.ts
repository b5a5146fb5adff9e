import { jobName } from "../job_name.ts";
import type { Job } from "../schema.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import { count } from "../../kit/format.ts";
import type { Notify } from "../../platform/notifications/service.ts";
import type { JobBusEvents } from "../service.ts";
import type { EventLog } from "../../platform/events/event_log.ts";
import { jobText, jobTitle } from "./job_messages.ts";

/** Services that store events and send notifications. */
export interface RecordingDeps {
  events: Pick<EventLog, "record">;
  notify: Pick<Notify, "tell">;
  clock: Clock;
}

/** Records the events of jobs and sends notifications when they end. Returns a function that stops this. */
export function recordJobEvents(
  { bus, events, notify, clock }: RecordingDeps & { bus: Pick<Bus<JobBusEvents>, "on"> },
): () => void {
  const ended = (job: Job): void => {
    const ref = { kind: "job", id: job.id };
    const title = jobTitle(job);
    if (title === undefined) {
      const word = job.status === "skipped" ? "Nothing to do" : job.status === "done" ? "Delivered" : "Cancelled";
      events.record({
        level: "info",
        source: "jobs",
        message: `${word}: ${jobName(job)}`,
        details: job.message ?? undefined,
        ref,
      });
      return;
    }
    const failed = job.status !== "done";
    events.record({ level: failed ? "error" : "info", source: "jobs", message: title, details: jobText(job), ref });
    notify.tell({
      event: failed ? "encode.failed" : "encode.done",
      title,
      message: jobText(job),
      failed,
      at: clock.now().toISOString(),
    });
  };
  const stop = [
    bus.on("job-added", ({ count: added, job }) =>
      events.record({
        level: "info",
        source: "jobs",
        message: job === undefined
          ? `${count(added, "job")} queued`
          : `${job.status === "waiting" ? "Grabbed" : "Queued"}: ${jobName(job)}`,
        ...(job === undefined ? {} : { details: job.profileName, ref: { kind: "job", id: job.id } }),
      })),
    bus.on("job-ended", ({ job }) => ended(job)),
  ];
  return () => stop.forEach((off) => off());
}
