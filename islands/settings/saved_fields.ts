import { changedFields, type Fields, fieldsOf, keyOf } from "./changed_fields.ts";

/** What the server holds of a form, as far as this page knows. */
export interface SavedFields {
  /** Dotted keys that are entered otherwise than they are saved. */
  changed(): string[];
}

/**
 * Follows what of a form is saved, and sends only what was changed on this page: another one may have changed the rest
 * meanwhile. What is saved is what was sent, not what stands in the form once the answer comes: somebody may type on.
 */
export function savedFields(form: HTMLFormElement): SavedFields {
  let saved = read(asServed(form));
  let sent = saved;
  // What was changed before this script came may be on its way already; and so may be what a request took along that failed.
  let unsure = changedFields(saved, read(form));

  // Not when it is asked for: one that waits for another is sent by what that one has saved.
  form.addEventListener("htmx:before:request", (event) => {
    const body = bodyOf(event);
    if (event.target !== form || !(body instanceof URLSearchParams)) return;
    sent = [...body];
    unsure = [...unsure, ...changedFields(saved, sent)];
    for (const [name] of sent) body.delete(name);
    for (const [name, value] of fieldsOf(sent, unsure)) body.append(name, value);
  });
  form.addEventListener("lathe:saved", (event) => {
    saved = masked(form, sent, (event as CustomEvent).detail);
    unsure = [];
  });
  return { changed: () => changedFields(saved, read(form)) };
}

const read = (form: HTMLFormElement): Fields =>
  [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);

const bodyOf = (event: Event): unknown =>
  (event as CustomEvent<{ ctx?: { request?: { body?: unknown } } }>).detail.ctx?.request?.body;

/** The form as it came: what was entered before this script was there is a change like any other. */
function asServed(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}

/** What was sent as it reads from now on. Secrets become their mask, but for those that somebody changed meanwhile. */
function masked(form: HTMLFormElement, sent: Fields, answer: unknown): Fields {
  const secrets = new Map(
    [...form.querySelectorAll<HTMLInputElement>("input[type=password]")].map((field) => [field.name, field]),
  );
  return sent.map(([name, value]) => {
    const field = secrets.get(name);
    if (field === undefined) return [name, value];
    const mask = String(valueAt(answer, keyOf(name)) ?? "");
    if (field.value === value) field.value = mask;
    return [name, mask];
  });
}

/** What an answer of the settings holds at a dotted key. */
export const valueAt = (answer: unknown, key: string): unknown =>
  key.split(".").reduce<unknown>((tree, step) => (tree as Record<string, unknown> | undefined)?.[step], answer);
