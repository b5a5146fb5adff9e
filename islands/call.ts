/** Returns the base path of the instance's URL when the page was rendered: `""` or `/lathe`. */
export const base = (): string => document.documentElement.dataset.base ?? "";

/** Calls the JSON API. Throws an `Error` whose message is the problem's `detail`. */
export async function call<T>(
  path: string,
  { method, body, signal }: { method?: string; body?: unknown; signal?: AbortSignal } = {},
): Promise<T> {
  const json = "application/json";
  const response = await fetch(base() + path, {
    method,
    headers: { Accept: json, ...(body === undefined ? {} : { "Content-Type": json }) },
    body: JSON.stringify(body),
    signal,
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new Error(refusalText(response.status, answer));
  return answer as T;
}

/** Returns the reason why a request failed: the problem's detail, or at least the status. */
export const refusalText = (status: number | undefined, answer: unknown): string =>
  problemText(answer) ?? `The server returned ${status ?? "an error"}.`;

/** Returns the detail of a problem+json body with its field errors. */
function problemText(body: unknown): string | undefined {
  // `Object` converts any other response to an object without these fields.
  const { detail, errors = [] }: { detail?: unknown; errors?: { path: string; message: string }[] } = Object(body);
  if (detail === undefined) return undefined;
  const fields = errors.map(({ path, message }) => `${path}: ${message}`);
  return [String(detail), ...fields].join(" ");
}

/** Returns the message of a thrown value. */
export const errorText = (error: unknown): string => error instanceof Error ? error.message : String(error);

/** Undo of an action: API calls that are sent in sequence, and the message shown afterwards. */
export interface Undo {
  calls: { path: string; method?: string; body?: unknown }[];
  done: string;
}

/** Shows a toast from anywhere on the page. With `undo` it has an undo button. */
export const toast = (message: string, tone: "good" | "bad" | "plain" = "plain", undo?: Undo): void => {
  document.dispatchEvent(new CustomEvent("lathe:toast", { detail: { message, tone, undo } }));
};
