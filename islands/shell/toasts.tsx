import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../lib/ui/icon.tsx";
import { refusalText } from "../call.ts";

interface Toast {
  id: number;
  message: string;
  tone: "good" | "bad" | "plain";
}

const SHOWN_MS = 8_000;

/** Short messages in a corner: refused actions, notices of the server, "saved". Errors stay until they are closed. */
export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const close = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id));

  useEffect(() => {
    let nextId = 1;
    const show = (message: string, tone: Toast["tone"]) => {
      const id = nextId++;
      setToasts((all) => [...all.slice(-3), { id, message, tone }]);
      if (tone !== "bad") setTimeout(() => close(id), SHOWN_MS);
    };
    const onToast = (event: Event) => {
      const { message, tone } = (event as CustomEvent<Toast>).detail;
      show(message, tone);
    };
    const onRefused = async (event: Event) => {
      const raw: Response | undefined = (event as CustomEvent).detail?.ctx?.response?.raw;
      const text = (event as CustomEvent).detail?.ctx?.text;
      const body = parse(typeof text === "string" ? text : await raw?.clone().text().catch(() => ""));
      show(refusalText(raw?.status, body), "bad");
    };
    const onFailed = () => show("The server cannot be reached.", "bad");
    const onNotice = (event: Event) => {
      const data = parse((event as CustomEvent).detail?.data) as { message?: string; level?: string } | undefined;
      if (data?.message) show(data.message, data.level === "info" ? "plain" : "bad");
    };
    document.addEventListener("lathe:toast", onToast);
    document.addEventListener("htmx:response:error", onRefused);
    document.addEventListener("htmx:error", onFailed);
    document.addEventListener("notice", onNotice);
    return () => {
      document.removeEventListener("lathe:toast", onToast);
      document.removeEventListener("htmx:response:error", onRefused);
      document.removeEventListener("htmx:error", onFailed);
      document.removeEventListener("notice", onNotice);
    };
  }, []);

  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, message, tone }) => (
        <div key={id} class="toast" data-tone={tone}>
          <Icon name={tone === "bad" ? "warn" : tone === "good" ? "check" : "info"} />
          <p>{message}</p>
          <button type="button" class="ghost" aria-label="Close" onClick={() => close(id)}>
            <Icon name="cross" size={14} />
          </button>
        </div>
      ))}
    </div>
  );
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text ?? ""));
  } catch {
    return undefined;
  }
}
