import { base, toast } from "./call.ts";
import { type QueuedFiles, queuedToast, toastOnNextPage } from "./activity/queued_toast.ts";

/** The part of an htmx request's details that is used here. */
interface Exchange {
  sourceElement?: Element;
  response?: { status: number; headers: Headers };
  text?: string;
}

/** Fields of an API response that pages use: the created resource, or a sentence about it. */
type Answer = Record<string, unknown> & { errors?: { path: string; message: string }[] };

/**
 * Handles the server's responses to the `hxForm` forms of a page, and marks the rejected fields of all forms. The error
 * message is shown as a toast.
 */
export function followForms(page: EventTarget): void {
  page.addEventListener("htmx:after:request", (event) => {
    const exchange = exchangeOf(event);
    const form = formOf(exchange);
    if (form === undefined) return;
    clearMarks(form);
    if ((exchange.response?.status ?? 0) < 400) followUp(form, answerOf(exchange));
  });
  page.addEventListener("htmx:response:error", (event) => {
    const exchange = exchangeOf(event);
    const form = formOf(exchange);
    if (form !== undefined) markFields(form, answerOf(exchange).errors ?? []);
  });
  page.addEventListener("htmx:before:swap", (event) => {
    // htmx swaps in fragments that specify their own target, regardless of the swap style. A title or path in JSON
    // could contain such markup.
    if (isJson(exchangeOf(event))) event.preventDefault();
  });
}

const exchangeOf = (event: Event): Exchange => (event as CustomEvent<{ ctx?: Exchange } | null>).detail?.ctx ?? {};

const formOf = ({ sourceElement }: Exchange): HTMLFormElement | undefined =>
  sourceElement instanceof HTMLFormElement ? sourceElement : undefined;

const isJson = ({ response }: Exchange): boolean => /[/+]json\b/.test(response?.headers.get("content-type") ?? "");

function answerOf(exchange: Exchange): Answer {
  if (!isJson(exchange)) return {};
  try {
    return JSON.parse(exchange.text ?? "") ?? {};
  } catch {
    return {};
  }
}

/** Shows the message of a form's response, or opens the page that the form specifies. */
function followUp(form: HTMLFormElement, answer: Answer): void {
  const { then, done } = form.dataset;
  if (then === undefined && done === undefined) return;
  reveal(form, answer);
  form.dispatchEvent(new CustomEvent("lathe:saved", { detail: answer }));
  if (then !== undefined && typeof answer.summary === "string") {
    const message = queuedToast(answer as Answer & QueuedFiles);
    // If no job was created, the page stays open, so that the user can change the selection.
    if (!answer.created) return toast(...message);
    toastOnNextPage(...message);
  }
  const note = answer.skipped === true ? answer.reason : answer.note;
  if (note !== undefined) toast(String(note));
  else if (then === undefined) toast(done ?? "", "good");
  else location.href = base() + then.replace("{id}", encodeURIComponent(String(answer.id ?? "")));
}

/** Shows the response field named by `data-reveal`, if the form has a place for it. */
function reveal(form: HTMLFormElement, answer: Record<string, unknown>): void {
  const output = form.querySelector("output");
  if (form.dataset.reveal === undefined || output === null) return;
  output.textContent = String(answer[form.dataset.reveal] ?? "");
  output.hidden = false;
  const copy = form.querySelector<HTMLElement>("[data-copy]");
  if (copy === null) return;
  copy.dataset.copy = output.textContent;
  copy.hidden = false;
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

/** Shows the error next to each rejected field, makes these fields visible, and focuses the first of them. */
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
    field.ariaInvalid = "true";
    mark.id = errorOf(field);
    field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${mark.id}`);
  }
  const first = form.querySelector<HTMLElement>("[aria-invalid]");
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "center" });
}

/** Returns the error text with field paths replaced by the form's labels. Other fields keep their path. */
export function withLabels(answer: unknown, form: unknown): unknown {
  const { errors }: Pick<Answer, "errors"> = Object(answer);
  if (!Array.isArray(errors) || !(form instanceof HTMLFormElement)) return answer;
  return { ...answer as Answer, errors: errors.map((one) => ({ ...one, path: labelAt(form, one.path) ?? one.path })) };
}

/** Returns the form's label for a path. */
function labelAt(form: HTMLFormElement, path: string): string | undefined {
  const field = fieldAt(form, path);
  const label = field && "labels" in field ? (field as HTMLInputElement).labels?.[0] : undefined;
  const legend = field?.closest("fieldset.field")?.querySelector("legend");
  return (legend ?? label)?.textContent?.trim() || undefined;
}

/**
 * Returns the field at a path, or the field of the list that contains the path. Prefers a visible field to a hidden one
 * with the same name.
 */
function fieldAt(form: HTMLFormElement, path: string): HTMLElement | undefined {
  const named = [...form.querySelectorAll<HTMLElement>("[name]")]
    .filter((field) => field.getAttribute("name")?.split(":")[0] === path);
  const found = named.find((field) => field.getAttribute("type") !== "hidden") ?? named[0];
  return found ?? (path.includes(".") ? fieldAt(form, path.slice(0, path.lastIndexOf("."))) : undefined);
}
