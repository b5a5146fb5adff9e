import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../lib/ui/icon.tsx";
import { withLabels } from "../form_answers.ts";
import { call, errorText, refusalText, toast, type Undo } from "../call.ts";
import { READY, TOAST_EVENTS } from "../early_events.ts";

interface Toast {
  id: number;
  message: string;
  tone: "good" | "bad" | "plain";
  undo?: Undo;
}

const SHOWN_MS = 8_000;
/** Duration in milliseconds. Long enough to reach the button with the keyboard. */
const UNDO_SHOWN_MS = 20_000;

/**
 * Short messages in a corner of the page: rejected actions, notices from the server, and "saved". An error stays until
 * it is closed or a later action succeeds. Other messages stay as long as the pointer or focus is on them.
 */
export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const close = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id));

  useEffect(() => {
    let nextId = 1;
    const closeAfter = (id: number, ms: number) =>
      setTimeout(
        () => document.querySelector(`#toast-${id}:is(:hover, :focus-within)`) ? closeAfter(id, ms) : close(id),
        ms,
      );
    const dropErrors = () => setToasts((all) => all.some(isError) ? all.filter((one) => !isError(one)) : all);
    const show = (message: string, tone: Toast["tone"], undo?: Undo) => {
      const id = nextId++;
      if (tone === "good") dropErrors();
      setToasts((all) => [...all.slice(-3), { id, message, tone, undo }]);
      if (tone !== "bad") closeAfter(id, undo === undefined ? SHOWN_MS : UNDO_SHOWN_MS);
    };
    const onToast = (event: Event) => {
      const { message, tone, undo } = (event as CustomEvent<Toast>).detail;
      show(message, tone, undo);
    };
    const onAnswer = (event: Event) => {
      const { request, response } = (event as CustomEvent).detail?.ctx ?? {};
      if (request?.method !== "GET" && response?.status < 400) dropErrors();
    };
    const onRefused = async (event: Event) => {
      const raw: Response | undefined = (event as CustomEvent).detail?.ctx?.response?.raw;
      const text = (event as CustomEvent).detail?.ctx?.text;
      const body = parse(typeof text === "string" ? text : await raw?.clone().text().catch(() => ""));
      dropErrors();
      show(refusalText(raw?.status, withLabels(body, (event as CustomEvent).detail?.ctx?.sourceElement)), "bad");
    };
    const onFailed = () => show("The server cannot be reached.", "bad");
    const onNotice = (event: Event) => {
      const data = parse((event as CustomEvent).detail?.data) as { message?: string; level?: string } | undefined;
      if (data?.message) show(data.message, data.level === "info" ? "plain" : "bad");
    };
    const handlers = {
      "lathe:toast": onToast,
      "htmx:response:error": onRefused,
      "htmx:after:request": onAnswer,
      "htmx:error": onFailed,
      notice: onNotice,
    } satisfies Record<(typeof TOAST_EVENTS)[number], (event: Event) => unknown>;
    const handleEvent = (event: Event) => handlers[event.type as keyof typeof handlers]?.(event);
    for (const type of TOAST_EVENTS) document.addEventListener(type, handleEvent);
    document.dispatchEvent(new CustomEvent(READY, { detail: handleEvent }));
    return () => {
      for (const type of TOAST_EVENTS) document.removeEventListener(type, handleEvent);
    };
  }, []);

  return (
    <div class="toasts">
      <div role="status">{toasts.filter((one) => !isError(one)).map((one) => <ToastBox {...one} close={close} />)}</div>
      <div role="alert">{toasts.filter(isError).map((one) => <ToastBox {...one} close={close} />)}</div>
    </div>
  );
}

const isError = ({ tone }: Toast): boolean => tone === "bad";

function ToastBox({ id, message, tone, undo, close }: Toast & { close(id: number): void }) {
  const undoAction = async ({ calls, done }: Undo) => {
    close(id);
    try {
      let refused: string | undefined;
      for (const { path, ...init } of calls) {
        const { errors: [error] = [] } = await call<{ errors?: Error[] }>(path, { method: "POST", ...init }) ?? {};
        refused ??= error?.message;
      }
      toast(refused ?? done, refused ? "bad" : "good");
    } catch (error) {
      toast(errorText(error), "bad");
    }
  };
  return (
    <div key={id} id={`toast-${id}`} class="toast" data-tone={tone}>
      <Icon name={isError({ id, message, tone }) ? "warn" : tone === "good" ? "check" : "info"} />
      <p>{message}</p>
      {undo && <button type="button" onClick={() => undoAction(undo)}>Undo</button>}
      <button type="button" class="ghost icon-button" aria-label="Close" onClick={() => close(id)}>
        <Icon name="cross" size={16} />
      </button>
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
