/**
 * Builds htmx attributes for a JSX spread, because JSX syntax does not allow names such as `hx-status:4xx` or
 * `hx-sse:connect`. Undefined values are left out.
 */
export function hx(attributes: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) set[`hx-${name}`] = value;
  return set;
}

/**
 * Attributes of a form whose effect is shown by the live stream, so the response is not swapped in. Without JavaScript,
 * the browser posts the form and the response redirects to a related page.
 */
export const hxAction = (url: string, options: ActionOptions = {}) =>
  ({ ...nativePost(url), ...hx({ post: url, swap: "none", confirm: options.confirm }), ...undoData(options) }) as const;

/** Confirmation, messages and undo of an action. */
export interface ActionOptions {
  /** Confirmation before sending, for actions that cannot be undone. */
  confirm?: string;
  /** Message after the action, shown with an undo button. */
  did?: string;
  /** Requests that undo the action, with paths below the URL base. */
  undo?: { path: string; method?: string; body?: unknown }[];
  /** Message after the action was undone. */
  undone?: string;
}

/** Attributes for `islands/shell/undo.ts`. */
export const undoData = ({ did, undo, undone }: ActionOptions) =>
  ({ "data-did": did, "data-undo": undo && JSON.stringify(undo), "data-undone": undone }) as const;

const nativePost = (url: string) => ({ method: "post", action: url }) as const;

/** Behaviour of a form that changes something, in addition to sending its fields. */
export interface FormOptions {
  method?: "post" | "put" | "patch";
  /** Confirmation before sending. */
  confirm?: string;
  /** Page to open afterwards. `{id}` is the id of the created item. */
  then?: string;
  /** Message shown afterwards if the page stays open. */
  done?: string;
  /** Field of the response to show in the form's `output`. */
  reveal?: string;
}

/**
 * Attributes of a form that changes something and then continues. Its JSON response is handled by
 * `islands/form_answers.ts`. Without JavaScript, the browser posts the same form and the response redirects to the
 * created item or a related page.
 */
export function hxForm(url: string, { method = "post", confirm, then, done, reveal }: FormOptions) {
  return {
    ...nativePost(method === "post" ? url : `${url}?_method=${method}`),
    ...hx({
      [method]: url,
      swap: "none",
      confirm,
      // Repeated clicks create an item only once. When saving, the last request counts.
      sync: method === "post" ? "drop" : "queue last",
      headers: '{"Accept":"application/json"}',
      // Queueing or checking many files takes longer than htmx's default timeout.
      config: '{"timeout":0}',
    }),
    "data-then": then,
    "data-done": done,
    "data-reveal": reveal,
  } as const;
}
