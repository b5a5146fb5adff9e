/** What is asked of other machines, and what may come of it (safety.md, section 5). */

/**
 * Who chose the address. `configured`: an administrator typed it; it may lie in this network. `fixed`: it stands in our
 * source; public and HTTPS only. `chosen`: data named it; public only, each hop looked at anew.
 */
export type TargetClass = "configured" | "fixed" | "chosen";

/** One request with its limits. `send` throws `HttpProblem` when there is no whole answer within them. */
export interface HttpRequest {
  class: TargetClass;
  url: string;
  method?: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Most bytes of the answer; more is `too_large`. Default of `send` 1 MB. */
  maxBytes?: number;
  /** Limits in milliseconds: until the first byte, and in all. Default 15 s and 60 s. */
  headersMs?: number;
  totalMs?: number;
  /** Redirects that are followed; credentials go no further than their host. Default 3. */
  redirects?: number;
  /** Says no to the address of a redirect, for callers with a list of their own. */
  allowed?: (url: URL) => boolean;
  signal?: AbortSignal;
}

/** A whole answer of any status: 4xx and 5xx are answers too, never errors. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** Where the answer came from in the end. */
  url: string;
}

/** An answer whose body is read as it comes, any size; it has to be read to its end or left. */
export interface HttpStream {
  status: number;
  headers: Headers;
  /** Throws `HttpProblem`; leaving it early ends the connection. */
  body: AsyncIterable<Uint8Array>;
  /** Where the answer came from in the end. */
  url: string;
}

/** Why there was no answer. `blocked` was never sent; `circuit_open` waits for a target that failed too often. */
export type HttpFailure =
  | "blocked"
  | "unreachable"
  | "refused"
  | "timeout"
  | "certificate"
  | "dropped"
  | "too_large"
  | "circuit_open";

/** No answer came. The message is a sentence for people; it names the host and never path, query or credentials. */
export class HttpProblem extends Error {
  override name = "HttpProblem";
  constructor(readonly reason: HttpFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
  }
}

/** The one way out: every request of ours to another machine goes through here. */
export interface HttpClient {
  /** Throws `HttpProblem`. Any status is an answer. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** As `send`, without a limit of size unless `maxBytes` is one. */
  open(request: HttpRequest): Promise<HttpStream>;
  close(): Promise<void>;
}
