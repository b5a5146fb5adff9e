const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const METHODS = new Map([["put", "PUT"], ["patch", "PATCH"]]);

/**
 * Replaces the method of a form request. Without JavaScript, a browser can only send GET and POST, so forms have the
 * method in the query. The authorisation uses the new method. Its checks are the same as for POST.
 */
export function withFormMethod(request: Request): Request {
  if (request.method !== "POST" || !FORM.test(request.headers.get("content-type") ?? "")) return request;
  const method = METHODS.get(new URL(request.url).searchParams.get("_method") ?? "");
  if (method === undefined) return request;
  // The request objects of the server are not real `Request` instances, so the fields are passed individually.
  const { url, headers, body, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(url, init);
}
