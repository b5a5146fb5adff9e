import { toast, type Undo } from "../call.ts";

/** Result of queuing several files in one request. */
export interface QueuedFiles {
  created: number;
  errors: unknown[];
  /** Jobs created by this request, without those that were already active. */
  createdJobs: string[];
  /** The result in a sentence. */
  summary: string;
}

type ToastArguments = [message: string, tone: "good" | "bad", undo?: Undo];

/** Returns the arguments of the toast for queued files. Its undo removes only the jobs this request created. Pure. */
export function queuedToast({ created, errors, createdJobs: ids, summary }: QueuedFiles): ToastArguments {
  return [
    summary,
    created || !errors[0] ? "good" : "bad",
    !ids[0] ? undefined : {
      calls: [{ path: "/api/jobs/change", body: { action: "remove", ids } }],
      done: "Removed.",
    },
  ];
}

const KEY = "toast";

/** Stores a toast that the next page in this tab shows. */
export function toastOnNextPage(...toast: ToastArguments): void {
  sessionStorage.setItem(KEY, JSON.stringify(toast));
}

/** Shows the toast that the previous page stored. */
export function showKeptToast(): void {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return;
  sessionStorage.removeItem(KEY);
  toast(...JSON.parse(kept) as ToastArguments);
}
