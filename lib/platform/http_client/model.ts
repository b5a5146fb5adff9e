/** Requests to other machines and their results (safety.md, "Requests to other machines"). */

/**
 * Origin of an address. `configured`: entered by an administrator; may be in the local network. `fixed`: part of our
 * source; public and HTTPS only. `chosen`: taken from data; public only, every redirect is checked again.
 */
export type TargetClass = "configured" | "fixed" | "chosen";

/** One request with its limits. `send` throws `HttpProblem` if no complete response arrives within them. */
export interface HttpRequest {
  class: TargetClass;
  url: string;
  method?: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Maximum size of the response in bytes. A larger one fails with `too_large`. `send` defaults to 1 MB. */
  maxBytes?: number;
  /** Timeouts in milliseconds: until the first byte and in total. Default 15 s and 60 s. */
  headersMs?: number;
  totalMs?: number;
  /** Maximum number of redirects. Credentials are never sent to another host. Default 3. */
  redirects?: number;
  /** Returns false to reject a redirect's address, for callers with their own allow list. */
  allowed?: (url: URL) => boolean;
  signal?: AbortSignal;
}

/** A complete response. Statuses 4xx and 5xx are returned, never thrown. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** Final URL after redirects. */
  url: string;
}

/** A response whose body is streamed at any size. It has to be read to the end or cancelled. */
export interface HttpStream {
  status: number;
  headers: Headers;
  /** Throws `HttpProblem`. Stopping early closes the connection. */
  body: AsyncIterable<Uint8Array>;
  /** Final URL after redirects. */
  url: string;
}

/**
 * Reason for a missing response. `blocked`: the request was never sent. `circuit_open`: the target failed too often and
 * is paused.
 */
export type HttpFailure =
  | "blocked"
  | "unreachable"
  | "refused"
  | "timeout"
  | "certificate"
  | "dropped"
  | "too_large"
  | "circuit_open";

/**
 * A request without a response. The message is a sentence for the user. It contains the host, but never path, query or
 * credentials.
 */
export class HttpProblem extends Error {
  override name = "HttpProblem";
  constructor(readonly reason: HttpFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
  }
}

/** HTTP client that all requests to other machines use. */
export interface HttpClient {
  /** Returns the response, whatever its status. Throws `HttpProblem`. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Like `send`, but streams the body and has no size limit unless `maxBytes` is set. */
  open(request: HttpRequest): Promise<HttpStream>;
  close(): Promise<void>;
}
