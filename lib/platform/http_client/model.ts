import type { Socket } from "node:net";

/** Requests to other machines and their results (safety.md, "Requests to other machines"). */

/**
 * Origin of an address. `configured`: entered by an administrator, may be in the local network. `fixed`: part of the
 * source code, only public and HTTPS. `chosen`: taken from data, only public, and every redirect is checked again.
 */
export type TargetClass = "configured" | "fixed" | "chosen";

/** One request with its limits. `send` throws `HttpProblem` if no complete response arrives within them. */
export interface HttpRequest {
  class: TargetClass;
  url: string;
  method?: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * Maximum size of the response in bytes. If it is larger, the request fails with `too_large`. For `send`, by default
   * 1 MB.
   */
  maxBytes?: number;
  /** Timeouts in milliseconds, until the first byte and in total. By default 15 and 60 seconds. */
  headersMs?: number;
  totalMs?: number;
  /**
   * Maximum time in milliseconds for which the request is rejected after a failure of its target, by default five
   * minutes.
   */
  maxPauseMs?: number;
  /** Maximum number of redirects, by default 3. Credentials are never sent to another host. */
  redirects?: number;
  /** Returns false to reject the address of a redirect, for callers with their own list of allowed addresses. */
  allowed?: (url: URL) => boolean;
  signal?: AbortSignal;
}

/** A complete response. Responses with status 4xx or 5xx are returned, never thrown. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** Final URL after redirects. */
  url: string;
}

/** A response whose body is streamed and may have any size. It must be read to the end or cancelled. */
export interface HttpStream {
  status: number;
  headers: Headers;
  /** Body in chunks. Throws `HttpProblem`. Stopping early closes the connection. */
  body: AsyncIterable<Uint8Array>;
  /** Final URL after redirects. */
  url: string;
}

/**
 * Reason why there is no response. `blocked`: the request was never sent. `circuit_open`: the target has failed too
 * often and is paused.
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

/** A configured server that uses a protocol other than HTTP. */
export interface SocketTarget {
  host: string;
  port: number;
  tls: boolean;
}

/** HTTP client that all requests to other machines use. */
export interface HttpClient {
  /** Sends a request and returns the response, regardless of its status. Throws `HttpProblem`. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Same as `send`, but streams the body and has no size limit unless `maxBytes` is set. */
  open(request: HttpRequest): Promise<HttpStream>;
  /**
   * Opens a connection to a configured server for another protocol, without a proxy. Its addresses and its certificate
   * are checked as for requests. Throws `HttpProblem`.
   */
  connect(target: SocketTarget): Promise<Socket>;
  close(): Promise<void>;
}
