const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const METHODS = new Map([["put", "PUT"], ["patch", "PATCH"]]);

/**
 * The request a form means: without script a browser can only post, so our forms name their method in the address. The
 * gate sees the method that is meant, which changes something as a post does.
 */
export function withFormMethod(request: Request): Request {
  if (request.method !== "POST" || !FORM.test(request.headers.get("content-type") ?? "")) return request;
  const method = METHODS.get(new URL(request.url).searchParams.get("_method") ?? "");
  if (method === undefined) return request;
  // The server's own requests only look like one: they are taken apart.
  const { url, headers, body, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(url, init);
}
