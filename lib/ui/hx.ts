/**
 * Builds htmx attributes for a JSX spread, because JSX does not allow names such as `hx-status:4xx` or
 * `hx-sse:connect`. Undefined values are omitted.
 */
export function hx(attributes: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) set[`hx-${name}`] = value;
  return set;
}

/**
 * Attributes of a form whose effect is shown by the live stream, so that the response is not swapped in. Without
 * JavaScript, the browser sends the form, and the response redirects to a related page.
 */
export const hxAction = (url: string, options: ActionOptions = {}) =>
  ({ ...nativePost(url), ...hx({ post: url, swap: "none", confirm: options.confirm }), ...undoData(options) }) as const;

/** Confirmation, messages and undo of an action. */
export interface ActionOptions {
  /** Confirmation before sending, for actions that cannot be undone. */
  confirm?: string;
  /** Message after the action, with an undo button. */
  did?: string;
  /** Requests that undo the action, with paths below the base path. */
  undo?: { path: string; method?: string; body?: unknown }[];
  /** Message after the action was undone. */
  undone?: string;
}

/** Attributes for `islands/shell/undo.ts`. */
export const undoData = ({ did, undo, undone }: ActionOptions) =>
  ({ "data-did": did, "data-undo": undo && JSON.stringify(undo), "data-undone": undone }) as const;

const nativePost = (url: string) => ({ method: "post", action: url }) as const;

/** Options of a form that changes data, in addition to sending its fields. */
export interface FormOptions {
  method?: "post" | "put" | "patch";
  /** Confirmation before sending. */
  confirm?: string;
  /** Page to open afterwards. `{id}` is the ID of the created item. */
  then?: string;
  /** Message shown afterwards if the page stays open. */
  done?: string;
  /** Field of the response that is shown in the `output` of the form. */
  reveal?: string;
}

/**
 * Attributes of a form that changes data and then continues. `islands/form_answers.ts` handles its JSON response.
 * Without JavaScript, the browser sends the same form, and the response redirects to the created item or a related
 * page.
 */
export function hxForm(url: string, { method = "post", confirm, then, done, reveal }: FormOptions) {
  return {
    ...nativePost(method === "post" ? url : `${url}?_method=${method}`),
    ...hx({
      [method]: url,
      swap: "none",
      confirm,
      // Repeated clicks create an item only once. When saving, the last request is used.
      sync: method === "post" ? "drop" : "queue last",
      headers: '{"Accept":"application/json"}',
      // Queueing or checking many files takes longer than the default timeout of htmx.
      config: '{"timeout":0}',
    }),
    "data-then": then,
    "data-done": done,
    "data-reveal": reveal,
  } as const;
}
