import { useEffect, useState } from "preact/hooks";
import { call, errorText } from "../call.ts";

/** The part of a background run that is polled. */
interface Run {
  id: string;
  status: "running" | "done" | "failed" | "cancelled";
}

const POLL_MS = 700;

/** Starts a run at `path` and polls it until it has ended. Leaving the page cancels it. */
export function useRun<T extends Run>(path: string, request: unknown) {
  const [run, setRun] = useState<T>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let open: string | undefined;
    const fail = (thrown: unknown) => {
      if (!gone) setError(errorText(thrown));
    };
    const follow = (answer: T) => {
      if (gone) return cancelRun(path, answer.id);
      open = answer.status === "running" ? answer.id : undefined;
      setRun(answer);
      if (open === undefined) return;
      timer = setTimeout(() => call<T>(`${path}/${answer.id}`).then(follow).catch(fail), POLL_MS);
    };
    const leave = () => {
      if (open !== undefined) cancelRun(path, open);
    };
    call<T>(path, { method: "POST", body: request }).then(follow).catch(fail);
    addEventListener("pagehide", leave);
    return () => {
      gone = true;
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  const cancel = () => {
    if (run) call<T>(`${path}/${run.id}`, { method: "DELETE" }).then(setRun).catch((e) => setError(errorText(e)));
  };
  return { run, error, cancel };
}

/** Cancels a run without waiting for the response, because the page may be about to close. */
function cancelRun(path: string, id: string): void {
  const base = document.documentElement.dataset.base ?? "";
  fetch(`${base}${path}/${id}`, { method: "DELETE", keepalive: true }).catch(() => {});
}
