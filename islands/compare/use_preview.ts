import { useEffect, useState } from "preact/hooks";
import { call, errorText } from "../call.ts";
import type { PreviewRun } from "./compare_model.ts";

/** What a preview is asked for with. */
export interface PreviewQuestion {
  localPath: string;
  profileIds: string[];
  atSeconds?: number;
}

const ASK_EVERY_MS = 700;

/** Starts a preview and follows it until it has ended; leaving the page cancels it. */
export function usePreview(question: PreviewQuestion) {
  const [run, setRun] = useState<PreviewRun>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let open: string | undefined;
    const fail = (thrown: unknown) => {
      if (!gone) setError(errorText(thrown));
    };
    const follow = (answer: PreviewRun) => {
      if (gone) return cancelRun(answer);
      open = answer.status === "running" ? answer.id : undefined;
      setRun(answer);
      if (open === undefined) return;
      timer = setTimeout(() => call<PreviewRun>(`/api/preview/${answer.id}`).then(follow).catch(fail), ASK_EVERY_MS);
    };
    const leave = () => {
      if (open !== undefined) cancelRun({ id: open });
    };
    call<PreviewRun>("/api/preview", { method: "POST", body: question }).then(follow).catch(fail);
    addEventListener("pagehide", leave);
    return () => {
      gone = true;
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  const cancel = () => {
    if (run) {
      call<PreviewRun>(`/api/preview/${run.id}`, { method: "DELETE" }).then(setRun).catch((e) =>
        setError(errorText(e))
      );
    }
  };
  return { run, error, cancel };
}

/** Nobody waits for the answer any more. */
function cancelRun({ id }: { id: string }): void {
  const base = document.documentElement.dataset.base ?? "";
  fetch(`${base}/api/preview/${id}`, { method: "DELETE", keepalive: true }).catch(() => {});
}
