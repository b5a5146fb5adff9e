import { base, refusalText, toast } from "./call.ts";

/**
 * Sends a plain form by fetch once what `data-confirm` asks is confirmed, marks refused fields where they stand, and
 * opens `data-then` on success. Without script the same form is posted by the browser and the answer leads to the same page.
 */
export function ActionForms(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // htmx asks what `hx-confirm` says only before requests of its own.
    if (form.dataset.confirm !== undefined && !confirm(form.dataset.confirm)) return;
    send(form, event.submitter).catch(() => toast("The server cannot be reached.", "bad"));
  });
}

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
  const response = await fetch(form.action, {
    method: form.dataset.method ?? "POST",
    headers: { Accept: "application/json" },
    body,
  });
  const answer = await response.json().catch(() => ({}));
  clearMarks(form);
  if (!response.ok) {
    markFields(form, answer?.errors ?? []);
    toast(refusalText(response.status, answer), "bad");
    return;
  }
  reveal(form, answer);
  form.dispatchEvent(new CustomEvent("lathe:saved", { detail: answer }));
  const said = answer?.skipped === true ? answer.reason : answer?.note;
  if (said !== undefined) return toast(String(said));
  const then = form.dataset.then;
  if (then === undefined) toast(form.dataset.done ?? "Saved.", "good");
  else location.href = base() + then.replace("{id}", encodeURIComponent(String(answer?.id ?? "")));
}

/** Shows the field of the answer that `data-reveal` names, where the form has a place for it. */
function reveal(form: HTMLFormElement, answer: Record<string, unknown>): void {
  const output = form.querySelector("output");
  if (form.dataset.reveal === undefined || output === null) return;
  output.textContent = String(answer[form.dataset.reveal] ?? "");
  output.hidden = false;
}

function clearMarks(form: HTMLFormElement): void {
  for (const mark of form.querySelectorAll(".field-error")) mark.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    const others = (field.getAttribute("aria-describedby") ?? "").replace(` ${errorOf(field)}`, "").trim();
    if (others === "") field.removeAttribute("aria-describedby");
    else field.setAttribute("aria-describedby", others);
  }
}

const errorOf = (field: Element): string => `${field.id}-error`;

/** Says beside each refused field what is wrong with it, uncovers them and goes to the first on the page. */
function markFields(form: HTMLFormElement, errors: { path: string; message: string }[]): void {
  for (const { path, message } of errors) {
    const field = fieldAt(form, path);
    if (field === undefined) continue;
    const mark = document.createElement("p");
    mark.className = "field-error";
    mark.textContent = message;
    (field.closest(".field") ?? field.parentElement)?.append(mark);
    for (let box = field.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
    field.dispatchEvent(new CustomEvent("lathe:refused"));
    if (field.getAttribute("type") === "hidden" || field.ariaInvalid === "true") continue;
    field.setAttribute("aria-invalid", "true");
    mark.id = errorOf(field);
    field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${mark.id}`);
  }
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}

/** The field of a path, or of the list it is in; one that can be seen before a hidden one of the same name. */
function fieldAt(form: HTMLFormElement, path: string): HTMLElement | undefined {
  const named = [...form.querySelectorAll<HTMLElement>("[name]")]
    .filter((field) => field.getAttribute("name")?.split(":")[0] === path);
  const found = named.find((field) => field.getAttribute("type") !== "hidden") ?? named[0];
  return found ?? (path.includes(".") ? fieldAt(form, path.slice(0, path.lastIndexOf("."))) : undefined);
}
