/** Saved values of a form, as of the last response. */
export interface SavedFields {
  /** Returns the dotted keys whose input differs from the saved value. */
  changed(): string[];
}

/**
 * Tracks the saved values of a form and sends only the values that were changed on this page, because the other values
 * may have been changed on another page. The values that were sent are treated as saved, because the user may have
 * continued to type when the response arrives.
 */
export function savedFields(form: HTMLFormElement): SavedFields {
  let saved = read(asServed(form));
  let sent = saved;
  // Changes that may already have been sent: those made before this script was loaded, and those of a failed request.
  let unsure = changedFields(saved, read(form));

  // The body is changed here, not when the request is triggered, because a queued request must be based on the values
  // that the previous request saved.
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

/** Returns the form as the server rendered it, without input that the user entered before this script was loaded. */
function asServed(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}

/** Returns the sent values as they are now saved. Secrets are replaced with their mask, unless they have changed. */
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

/** Names and values of the fields of a form, in order. */
type Fields = readonly (readonly [name: string, value: string])[];

/**
 * Returns the dotted keys of fields whose values differ. In a list of rows, each changed field is listed. A changed set
 * of checkboxes is listed once. Pure.
 */
export function changedFields(before: Fields, after: Fields): string[] {
  const [then, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key) !== now.get(key));
}

/**
 * Returns the fields with these keys as the server needs them. A checkbox or set of checkboxes includes its hidden
 * input. A list of rows is complete, because the server replaces lists. Pure.
 */
export function fieldsOf(fields: Fields, keys: readonly string[]): Fields {
  const meant = new Set(keys.map(wholeOf));
  return fields.filter(([name]) => meant.has(wholeOf(keyOf(name))));
}

/** Returns the key of the list of rows that contains a field, or the key of the field. */
const wholeOf = (key: string): string => key.replace(/\.\d+\..*/, "");

/** Returns the dotted key in a field's name, without the type suffix. */
const keyOf = (name: string): string => name.split(":")[0] ?? "";

/** Returns the values by key: all values of a set, or otherwise the last value, as the server reads them. */
function valuesOf(fields: Fields): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    const [key = "", type] = name.split(":");
    const isSet = type === "texts" || type === "numbers";
    values.set(key, isSet ? `${values.get(key) ?? ""}\n${value}` : value);
  }
  return values;
}
