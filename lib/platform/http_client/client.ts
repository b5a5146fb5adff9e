import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { Dispatcher } from "undici";
import { concat } from "../../kit/bytes.ts";
import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../settings/service.ts";
import { type OwnSocket, refusedUrl } from "./address_rules.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { bypassesProxy } from "../proxy_bypass.ts";
import { type DialOptions, isLax, type Reroute, type Resolve, resolveAllowed, systemResolve } from "./dial.ts";
import { failureOf, pausedProblem, problem } from "./failure.ts";
import {
  type HttpClient,
  HttpProblem,
  type HttpRequest,
  type HttpStream,
  type SocketTarget,
  type TargetClass,
} from "./model.ts";

/** Services and options of the client. Tests replace `resolve` and `reroute`. */
export interface HttpClientOptions {
  settings: Pick<SettingsService, "current">;
  clock: Clock;
  /** Ports on which this service listens, so that it never calls itself. */
  ownPorts: () => number[];
  userAgent: string;
  resolve?: Resolve;
  reroute?: Reroute;
}

const HEADERS_MS = 15_000;
const TOTAL_MS = 60_000;
const MAX_BYTES = 1 << 20;
const REDIRECTS = 3;
const MAX_REDIRECT_BYTES = 64 << 10;
/** Headers that are not sent to another host after a redirect. */
const CREDENTIALS = /^(authorization|cookie|x-api-key|x-gotify-key|x-plex-token|x-emby-token|access-token)$/i;

interface ClientState extends Required<HttpClientOptions> {
  readonly breaker: Breaker;
  /** Dispatchers by the settings that they were created with. Those of older settings expire when idle. */
  readonly dispatchers: Map<string, Dispatcher>;
}

/** Creates the client that all outgoing requests use. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { clock, resolve = systemResolve, reroute = asItIs } = options;
  const state: ClientState = { ...options, resolve, reroute, breaker: createBreaker(clock), dispatchers: new Map() };
  return {
    open: (wanted) => open(state, wanted),
    async send(wanted) {
      const { body, ...answer } = await open(state, { ...wanted, maxBytes: wanted.maxBytes ?? MAX_BYTES });
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return { ...answer, body: concat(parts) };
    },
    connect: (target) => connect(state, target),
    close: async () => void await Promise.all([...state.dispatchers.values()].map((one) => one.destroy())),
  };
}

async function connect(state: ClientState, target: SocketTarget): Promise<Socket> {
  const { openSocket } = await import("./socket.ts");
  return await openSocket(target, dialOptions(state, "configured")).catch((error) => {
    throw failureOf(error, `${target.host}:${target.port}`);
  });
}

function dialOptions({ settings, ownPorts, resolve, reroute }: ClientState, kind: TargetClass): DialOptions {
  const { certificateValidation: certificates } = settings.current().general.security;
  const own = (): OwnSocket => ({ ports: ownPorts(), addresses: ownAddresses() });
  return { kind, certificates, own, resolve, reroute };
}

async function open(state: ClientState, wanted: HttpRequest): Promise<HttpStream> {
  const { breaker } = state;
  if (!URL.canParse(wanted.url)) throw new HttpProblem("blocked", "The address is not valid.");
  const { origin, host } = new URL(wanted.url);
  if (breaker.waitMs(origin, wanted.maxPauseMs) > 0) throw pausedProblem(host, breaker.lastFailure(origin));
  // The library is loaded before the timeout starts, so that its loading time does not count towards the first request.
  await import("./agents.ts");
  const limit = AbortSignal.timeout(wanted.totalMs ?? TOTAL_MS);
  const signal = wanted.signal === undefined ? limit : AbortSignal.any([limit, wanted.signal]);
  const failed = (error: unknown): HttpProblem => {
    wanted.signal?.throwIfAborted();
    const failure = failureOf(error, host);
    if (COUNTED.has(failure.reason)) breaker.failed(origin, failure.reason);
    return failure;
  };
  const answer = await follow(state, wanted, signal).catch((error) => {
    throw failed(error);
  });
  const bounded = bodyOf(answer, wanted.maxBytes ?? Infinity, {
    failed,
    ended: () => breaker.succeeded(origin),
  });
  return { ...answer, body: bounded };
}

/** Sends a request and follows redirects within the limits. */
async function follow(state: ClientState, wanted: HttpRequest, signal: AbortSignal): Promise<RawResponse> {
  let url = new URL(wanted.url);
  let current = wanted;
  for (let left = wanted.redirects ?? REDIRECTS;; left--) {
    const reason = refusedUrl(wanted.class, url) ??
      (wanted.allowed?.(url) === false ? "it is not an allowed address" : undefined);
    if (reason !== undefined) throw new HttpProblem("blocked", `${url.host} was not contacted: ${reason}.`);
    const answer = await ask(state, current, url, signal);
    const target = answer.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || target === null || left <= 0) return answer;
    if (!URL.canParse(target, url)) return answer;
    const next = new URL(target, url);
    // Neither a body nor credentials are ever sent to another host.
    if (next.host !== url.host && current.body !== undefined) return answer;
    // The body of a redirect is discarded.
    await answer.body.dump({ limit: MAX_REDIRECT_BYTES, signal });
    current = redirected(current, answer.status, next.host !== url.host);
    url = next;
  }
}

/** Sends one request without following redirects. */
async function ask(state: ClientState, wanted: HttpRequest, url: URL, signal: AbortSignal): Promise<RawResponse> {
  const { method = "GET", headers = {}, body, headersMs = HEADERS_MS } = wanted;
  const isPrivate = wanted.class === "configured" || Object.keys(headers).some((name) => CREDENTIALS.test(name));
  const dispatcher = await dispatcherFor(state, { kind: wanted.class, isPrivate }, url);
  const answer = await dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { "user-agent": state.userAgent, ...headers },
    body,
    headersTimeout: headersMs,
    bodyTimeout: headersMs,
    signal,
  });
  return { status: answer.statusCode, headers: headersOf(answer.headers), body: answer.body, url: url.href };
}

/**
 * Returns the dispatcher for a target with the current settings. A private request may contain a key or a password. If
 * it is sent to a local address and the proxy could read it, it bypasses the proxy, regardless of the setting for local
 * addresses.
 */
async function dispatcherFor(
  state: ClientState,
  { kind, isPrivate }: { kind: TargetClass; isPrivate: boolean },
  url: URL,
): Promise<Dispatcher> {
  const { directAgent, proxyAgent } = await import("./agents.ts");
  const { proxy } = state.settings.current().general;
  const dial = dialOptions(state, kind);
  const { certificates } = dial;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  // A name that cannot be resolved here is left to the proxy. A name that can be resolved here is checked.
  const unjudged = (error: unknown) => {
    if (error instanceof HttpProblem) throw error;
    return [];
  };
  if (proxy.enabled && proxy.hostname !== "") {
    const [address] = await resolveAllowed(url.hostname, port, dial).catch(unjudged);
    const lax = isLax(certificates, address ?? "");
    const isReadable = url.protocol === "http:" || lax;
    const bypassLocalAddresses = proxy.bypassLocalAddresses || (isPrivate && isReadable);
    if (!bypassesProxy(url.hostname, address, { ...proxy, bypassLocalAddresses })) {
      return madeOnce(state, `proxy ${lax} ${JSON.stringify(proxy)}`, () => proxyAgent(proxy, lax));
    }
  }
  return madeOnce(state, `direct ${kind} ${certificates}`, () => directAgent(dial));
}

function madeOnce({ dispatchers }: ClientState, key: string, make: () => Dispatcher): Dispatcher {
  const known = dispatchers.get(key) ?? make();
  dispatchers.set(key, known);
  return known;
}

/** Response as received from the network. */
type RawResponse = Omit<HttpStream, "body"> & { body: Dispatcher.ResponseData["body"] };

/** Yields the body in chunks. `failed` converts errors. */
async function* bodyOf(
  { body, url }: RawResponse,
  maxBytes: number,
  { failed, ended }: { failed(error: unknown): HttpProblem; ended(): void },
): AsyncGenerator<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const next = await parts.next().catch((error) => {
        throw failed(error);
      });
      if (next.done) break;
      const part: Uint8Array = next.value;
      size += part.length;
      if (size > maxBytes) throw problem("too_large", new URL(url).host);
      yield part;
    }
    ended();
  } finally {
    // Closes the connection of a response that was not read completely.
    body.destroy();
  }
}

/** Failures that count for the circuit breaker: those caused by the target, not by Lathe's own rules. */
const COUNTED = new Set(["unreachable", "refused", "timeout", "dropped"]);

function redirected(wanted: HttpRequest, status: number, elsewhere: boolean): HttpRequest {
  const headers = elsewhere
    ? Object.fromEntries(Object.entries(wanted.headers ?? {}).filter(([name]) => !CREDENTIALS.test(name)))
    : wanted.headers;
  const kept = { ...wanted, headers };
  return status === 303 || (status <= 302 && wanted.method === "POST")
    ? { ...kept, method: "GET", body: undefined }
    : kept;
}

function headersOf(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) => all ?? []).map((one) => one.address);

const asItIs: Reroute = (address, port) => ({ address, port });
