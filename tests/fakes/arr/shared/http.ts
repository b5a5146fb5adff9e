import type { Fields } from "./types.ts";

/** An authenticated request. */
export interface Call {
  request: Request;
  method: string;
  /** Path below `/api/v3`. */
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  /** Parsed JSON. Undefined if there was none. */
  body: unknown;
}

export type Handler = (call: Call) => Response | Promise<Response>;

/** Maps `GET /movie/:id` to its handler. Earlier rows take precedence. */
export type Routes = Record<string, Handler>;

/** Thrown to return an error response. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(readonly status: number, readonly body?: unknown) {
    super(`answered ${status}`);
  }
  response(): Response {
    return this.body === undefined ? new Response(null, { status: this.status }) : json(this.body, this.status);
  }
}

const TYPE = { "Content-Type": "application/json; charset=utf-8" };

export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: TYPE });

/** Returns a JSON array that is generated while it is sent. */
export function jsonArray(items: Iterable<Fields>): Response {
  const encoder = new TextEncoder();
  const left = items[Symbol.iterator]();
  let before = "[";
  return new Response(
    new ReadableStream({
      pull(controller) {
        const parts: string[] = [];
        for (let i = 0; i < 200; i++) {
          const { value, done } = left.next();
          if (done) {
            controller.enqueue(encoder.encode(`${parts.join("")}${before === "[" ? "[" : ""}]`));
            return controller.close();
          }
          parts.push(before, JSON.stringify(value));
          before = ",";
        }
        controller.enqueue(encoder.encode(parts.join("")));
      },
    }),
    { headers: TYPE },
  );
}

/** Compiles the routes. The router returns `undefined` if no path matches and 405 if only the method differs. */
export function router(routes: Routes): (call: Omit<Call, "params">) => Promise<Response> | undefined {
  const rows = Object.entries(routes).map(([route, handler]) => {
    const [method = "", path = ""] = route.split(" ");
    const pattern = path.replace(/:id\b/g, "(?<id>\\d+)").replace(/:(\w+)/g, "(?<$1>[^/]+)");
    return { method, handler, pattern: new RegExp(`^${pattern}$`, "i") };
  });
  return (call) => {
    const fits = rows.filter(({ pattern }) => pattern.test(call.path));
    const row = fits.find(({ method }) => method === call.method);
    if (fits.length === 0) return undefined;
    if (row === undefined) return Promise.resolve(json({ message: "MethodNotAllowed" }, 405));
    const params = Object.fromEntries(
      Object.entries(row.pattern.exec(call.path)?.groups ?? {}).map(([name, value]) => [name, decoded(value)]),
    );
    return Promise.resolve(row.handler({ ...call, params }));
  };
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns an integer query parameter. Undefined if it is absent. Other values are rejected as in ASP.NET. */
export function intOf(query: URLSearchParams, name: string): number | undefined {
  const text = valueOf(query, name);
  return text === undefined || text === "" ? undefined : wholeNumber(name, text);
}

/** Returns the numbers of a repeated query parameter, such as `movieIds=1&movieIds=2`. */
export const intsOf = (query: URLSearchParams, name: string): number[] =>
  [...query].filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, text]) => wholeNumber(name, text));

export function boolOf(query: URLSearchParams, name: string, otherwise = false): boolean {
  const text = valueOf(query, name)?.toLowerCase();
  if (text === undefined || text === "") return otherwise;
  if (text !== "true" && text !== "false") throw notBound(name, text);
  return text === "true";
}

/** Returns a query parameter. Names are case-insensitive. */
export const valueOf = (query: URLSearchParams, name: string): string | undefined =>
  [...query].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

function wholeNumber(name: string, text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw notBound(name, text);
  return Number(text);
}

/** Returns the error that ASP.NET sends if it cannot bind the value of a query parameter. */
export const notBound = (name: string, text: string): Refusal =>
  aspNet({ [name]: [`The value '${text}' is not valid.`] });

export const aspNet = (errors: Record<string, string[]>): Refusal =>
  new Refusal(400, {
    type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
    title: "One or more validation errors occurred.",
    status: 400,
    traceId: "00-0123456789abcdef0123456789abcdef-0123456789abcdef-00",
    errors,
  });
