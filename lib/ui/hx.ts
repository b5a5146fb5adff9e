/**
 * htmx attributes for a JSX spread: JSX cannot spell `hx-status:4xx` or `hx-sse:connect`, an object can. Absent values
 * leave their attribute out.
 */
export function hx(attributes: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) set[`hx-${name}`] = value;
  return set;
}

/** An action that changes something and lets the live stream redraw the page: nothing of the answer is swapped in. */
export const hxAction = (url: string): Record<string, string> => hx({ post: url, swap: "none" });

/** What a form that changes something does besides sending its fields. */
export interface FormOptions {
  method?: "post" | "put";
  /** The question asked before it is sent. */
  confirm?: string;
  /** The page opened afterwards; `{id}` is that of what was made. */
  then?: string;
  /** The words shown afterwards, where the page stays. */
  done?: string;
  /** The field of the answer that the form's `output` shows. */
  reveal?: string;
}

/**
 * A form that changes something and goes on afterwards: its answer is JSON, followed up by `islands/form_answers.ts`.
 * Without script the browser posts the same form, and the answer leads to the same page.
 */
export function hxForm(url: string, { method = "post", confirm, then, done, reveal }: FormOptions) {
  return {
    method: "post",
    action: url,
    ...hx({
      [method]: url,
      swap: "none",
      confirm,
      // What makes something is sent once however often its button is pressed; the last of two savings counts.
      sync: method === "put" ? "queue last" : "drop",
      headers: '{"Accept":"application/json"}',
      // Queueing or checking many files takes longer than htmx waits by default.
      config: '{"timeout":0}',
    }),
    "data-then": then,
    "data-done": done,
    "data-reveal": reveal,
  } as const;
}
