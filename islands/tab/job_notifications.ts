import { bytes, saving } from "../../lib/kit/format.ts";
import { base } from "../call.ts";

/** The part of a job that a notification shows. */
export interface EndedJob {
  id: string;
  title: string;
  subtitle?: string;
  status: string;
  error?: string;
  finishedAt?: string;
  outputPath?: string;
  inputSizeBytes?: number;
  outputSizeBytes?: number;
}

/** Text of a notification, and the path of the page that it opens. */
export interface JobNotification {
  title: string;
  body: string;
  path: string;
}

/** Maximum time in milliseconds since a job ended. Later changes of a finished job cause no notification. */
const RECENT_MS = 60_000;

/** Returns the notification of a job that has just ended. Undefined for all other changes. Pure. */
export function notificationOf(job: EndedJob, now: number): JobNotification | undefined {
  const { id, status, finishedAt, inputSizeBytes: before, outputSizeBytes: after } = job;
  if (finishedAt === undefined || Math.abs(now - Date.parse(finishedAt)) > RECENT_MS) return undefined;
  const name = [job.title, job.subtitle].filter(Boolean).join(" - ");
  const path = `/jobs/${id}`;
  if (status === "failed" || status === "publish_failed") {
    return { title: `Encode failed: ${name}`, body: job.error ?? "", path };
  }
  if (status !== "done" || job.outputPath === undefined) return undefined;
  const sizes = before !== undefined && after !== undefined
    ? `${bytes(before)} → ${bytes(after)} (${saving(before, after)})`
    : "";
  return { title: `Encode finished: ${name}`, body: sizes, path };
}

/**
 * Sends a notification whenever a job ends, until the returned function is called. Only one tab per instance does this.
 */
export function followJobs(): () => void {
  const stopped = new AbortController();
  const hold = () => listen(stopped.signal);
  // Locks require HTTPS or localhost. Without them, every tab sends notifications, which replace each other because
  // they have the same tag.
  const held = navigator.locks?.request(`lathe-notify${base()}`, { signal: stopped.signal }, hold) ?? hold();
  held.catch(() => {});
  return () => stopped.abort();
}

/** Reads the live stream until `signal` is aborted. */
function listen(signal: AbortSignal): Promise<void> {
  const stream = new EventSource(`${base()}/api/events`);
  const seen = new Set<string>();
  stream.onmessage = ({ data }) => {
    const { type, job }: { type?: string; job?: EndedJob } = JSON.parse(data);
    const found = type === "job" && job ? notificationOf(job, Date.now()) : undefined;
    if (!job || !found || seen.has(`${job.id} ${job.finishedAt}`)) return;
    seen.add(`${job.id} ${job.finishedAt}`);
    void show(found);
  };
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => {
      stream.close();
      resolve();
    })
  );
}

/** Phones allow notifications only through the service worker. */
async function show({ title, body, path }: JobNotification): Promise<void> {
  const address = base() + path;
  const options = { body, tag: address, data: address };
  const worker = await navigator.serviceWorker?.getRegistration(`${base()}/`).catch(() => undefined);
  if (worker) return await worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    focus();
    location.href = address;
  };
}
