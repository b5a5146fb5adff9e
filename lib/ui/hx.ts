/**
 * htmx attributes for a JSX spread: JSX cannot spell `hx-status:4xx` or `hx-sse:connect`, an object can. Absent values
 * leave their attribute out.
 */
export function hx(attributes: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) set[`hx-${name}`] = value;
  return set;
}

/**
 * A form whose outcome the live stream draws: nothing of the answer is swapped in. Without script the browser posts it,
 * and the answer leads to a page of its area.
 */
export const hxAction = (url: string, options: ActionOptions = {}) =>
  ({ ...nativePost(url), ...hx({ post: url, swap: "none", confirm: options.confirm }), ...undoData(options) }) as const;

/** What an action says and how it is taken back. */
export interface ActionOptions {
  /** The question asked before it is sent, where it cannot be taken back. */
  confirm?: string;
  /** What is said once it is done, beside the button that takes it back. */
  did?: string;
  /** The calls that take it back, by paths below the URL base. */
  undo?: { path: string; method?: string; body?: unknown }[];
  /** What is said once it is taken back. */
  undone?: string;
}

/** The attributes that `islands/shell/undo.ts` reads. */
export const undoData = ({ did, undo, undone }: ActionOptions) =>
  ({ "data-did": did, "data-undo": undo && JSON.stringify(undo), "data-undone": undone }) as const;

const nativePost = (url: string) => ({ method: "post", action: url }) as const;

/** What a form that changes something does besides sending its fields. */
export interface FormOptions {
  method?: "post" | "put" | "patch";
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
 * Without script the browser posts the same form, and the answer leads to what was made or to a page of its area.
 */
export function hxForm(url: string, { method = "post", confirm, then, done, reveal }: FormOptions) {
  return {
    ...nativePost(method === "post" ? url : `${url}?_method=${method}`),
    ...hx({
      [method]: url,
      swap: "none",
      confirm,
      // What makes something is sent once however often its button is pressed; of several savings the last counts.
      sync: method === "post" ? "drop" : "queue last",
      headers: '{"Accept":"application/json"}',
      // Queueing or checking many files takes longer than htmx waits by default.
      config: '{"timeout":0}',
    }),
    "data-then": then,
    "data-done": done,
    "data-reveal": reveal,
  } as const;
}
