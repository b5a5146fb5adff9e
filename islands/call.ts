/** The instance's URL base, as the page was drawn with: "" or "/lathe". */
export const base = (): string => document.documentElement.dataset.base ?? "";

/** Calls our JSON API. Throws an `Error` whose message is the problem's `detail`. */
export async function call<T>(
  path: string,
  init: { method?: string; body?: unknown; signal?: AbortSignal } = {},
): Promise<T> {
  const response = await fetch(base() + path, {
    method: init.method ?? "GET",
    headers: {
      Accept: "application/json",
      ...(init.body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: init.body === undefined ? undefined : JSON.stringify(init.body),
    signal: init.signal,
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new Error(refusalText(response.status, answer));
  return answer as T;
}

/** Why the server did not do what it was asked: the sentence of its answer, or at least the status. */
export const refusalText = (status: number | undefined, answer: unknown): string =>
  problemText(answer) ?? `The server answered ${status ?? "with an error"}.`;

/** The sentence of a problem+json body, with its field errors. */
function problemText(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("detail" in body)) return undefined;
  const { detail, errors } = body as { detail: unknown; errors?: { path: string; message: string }[] };
  const fields = (errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return [String(detail), ...fields].join(" ");
}

/** What a thrown value says. */
export const errorText = (error: unknown): string => error instanceof Error ? error.message : String(error);

/** How something is taken back: calls of the API, one after the other, and what is said afterwards. */
export interface Undo {
  calls: { path: string; method?: string; body?: unknown }[];
  done: string;
}

/** Shows a toast from anywhere on the page; with `undo` it offers to take back what it tells. */
export const toast = (message: string, tone: "good" | "bad" | "plain" = "plain", undo?: Undo): void => {
  document.dispatchEvent(new CustomEvent("lathe:toast", { detail: { message, tone, undo } }));
};
