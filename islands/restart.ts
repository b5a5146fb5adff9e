import { actionOf, ask } from "./shell/ask.ts";
import { base, refusalText, toast } from "./call.ts";

/** Response of API calls that stop the service or change its address. */
interface Answer {
  port?: number;
  urlBase?: string;
  shuttingDown?: boolean;
  /** Data that a restore changed or omitted. */
  notes?: string[];
}

const FIRST_POLL_MS = 1_000;
const EVERY_MS = 1_000;
const MOVED_AFTER_MS = 3_000;

/**
 * Form whose submission makes Lathe unavailable for a while. Asks for confirmation, shows the progress, and reconnects
 * automatically.
 */
export function restart(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sendAndReload(form);
  });
}

/** Sends a form with this body after confirmation, and opens the status page when the service is back. */
export async function sendAndReload(form: HTMLFormElement, body?: Blob): Promise<void> {
  if (!await ask({ text: form.dataset.confirm ?? "Continue?", action: actionOf(form) })) return;
  const dialog = showDialog(
    body ? "Uploading the backup" : "Checking the request",
    "Lathe is checking whether it can do this now.",
  );
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json", ...(body ? { "Content-Type": "application/octet-stream" } : {}) },
      body,
    });
    const answer = await response.json().catch(() => undefined);
    dialog.remove();
    if (!response.ok) {
      return toast(refusalText(response.status, answer), "bad");
    }
    await waitForRestart(answer ?? {}, form.dataset.moves !== undefined);
  } catch {
    dialog.remove();
    toast("The server cannot be reached.", "bad");
  }
}

async function waitForRestart(
  { port, urlBase = base(), shuttingDown = false, notes = [] }: Answer,
  mayMove: boolean,
): Promise<void> {
  if (shuttingDown) {
    showDialog("Lathe is shutting down", "Start Lathe again on the server. This page then reloads.");
  } else showDialog("Lathe is restarting", "This page reloads automatically in a moment.", notes);
  // The notes are also stored as events, for users who missed them here.
  const next = `${urlBase}/system${notes.length > 0 ? "/events" : ""}`;
  // Without a proxy, the port in the address bar is the port of the service. If it stops responding, the new port is
  // opened.
  const elsewhere = new URL(location.href);
  elsewhere.port = String(port ?? "");
  const moves = mayMove && location.port !== "" && port !== undefined && elsewhere.port !== location.port;
  const began = performance.now();
  let wasGone = false;
  await pause(FIRST_POLL_MS);
  for (;;) {
    const isThere = await isAvailable(`${urlBase}/api/health`);
    if (isThere && (wasGone || !shuttingDown)) return location.assign(next);
    wasGone ||= !isThere;
    if (moves && performance.now() - began > MOVED_AFTER_MS) {
      return location.assign(`${elsewhere.origin}${urlBase}/system`);
    }
    await pause(EVERY_MS);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isAvailable = (url: string): Promise<boolean> =>
  fetch(url, { cache: "no-store", signal: AbortSignal.timeout(5_000) })
    .then(async (response) => response.ok && (await response.json()).ok === true)
    .catch(() => false);

/** Shows a message in a modal dialog, so that the page cannot be used. */
function showDialog(title: string, text: string, notes: string[] = []): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "away-h");
  const heading = document.createElement("h2");
  heading.id = "away-h";
  heading.textContent = title;
  const words = document.createElement("p");
  words.textContent = text;
  const list = document.createElement("ul");
  for (const note of notes) list.append(Object.assign(document.createElement("li"), { textContent: note }));
  dialog.append(heading, words, ...(notes.length > 0 ? [list] : []));
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
