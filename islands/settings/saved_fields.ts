/** Saved values of a form, as of the last response. */
export interface SavedFields {
  /** Returns the dotted keys whose input differs from the saved value. */
  changed(): string[];
}

/**
 * Tracks the saved values of a form and sends only what was changed on this page, as another page may have changed the
 * rest. The values that were sent count as saved, not those in the form when the response arrives, because the user may
 * continue typing.
 */
export function savedFields(form: HTMLFormElement): SavedFields {
  let saved = read(asServed(form));
  let sent = saved;
  // Changes made before this script was loaded may already have been sent, as may those of a failed request.
  let unsure = changedFields(saved, read(form));

  // Handled here and not when the request is triggered: a queued request must be based on what the previous one saved.
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

/** Returns the form as served. Input from before this script was loaded counts as a change. */
function asServed(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}

/**
 * Returns the sent values as they are now saved. Secrets become their mask, unless they were changed in the meantime.
 */
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

/** Returns the value at a dotted key of a settings response. */
export const valueAt = (answer: unknown, key: string): unknown =>
  key.split(".").reduce<unknown>((tree, step) => (tree as Record<string, unknown> | undefined)?.[step], answer);

/** Names and values of a form's fields in order. */
type Fields = readonly (readonly [name: string, value: string])[];

/**
 * Returns the dotted keys of fields whose values differ. In a list of rows each changed field counts, in a set of
 * checkboxes the set. Pure.
 */
export function changedFields(before: Fields, after: Fields): string[] {
  const [then, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key) !== now.get(key));
}

/**
 * Returns the fields of these keys as the server needs them: a checkbox or a set of them with its hidden input, and a
 * list of rows as a whole, because the server replaces lists. Pure.
 */
export function fieldsOf(fields: Fields, keys: readonly string[]): Fields {
  const meant = new Set(keys.map(wholeOf));
  return fields.filter(([name]) => meant.has(wholeOf(keyOf(name))));
}

/** Returns the list of rows that contains a key, else the key itself. */
const wholeOf = (key: string): string => key.replace(/\.\d+\..*/, "");

/** Returns the dotted key in a field's name, without the type suffix. */
const keyOf = (name: string): string => name.split(":")[0] ?? "";

/** Returns the values by key: all of a set, else the last one, as the server reads them. */
function valuesOf(fields: Fields): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const [key = "", type] = name.split(":");
    const isSet = type === "texts" || type === "numbers";
    values.set(key, isSet ? `${values.get(key) ?? ""}\n${value}` : value);
  }
  return values;
}
