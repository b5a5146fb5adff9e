import { createHash, X509Certificate } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { connect } from "node:tls";
import { concat } from "../../../kit/bytes.ts";
import { foreignJson } from "../../../kit/json/json.ts";
import { CERTIFICATE_NAME } from "../../protocol.ts";

/** Requests to the one service of an agent: over TLS, and only to the holder of the certificate that was pinned. */

/** `host:port` in two; brackets of IPv6 addresses are taken off. */
export function splitAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(":");
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, "$1"), port: Number(address.slice(at + 1)) };
}

const CONNECT_MS = 10_000;
/** Without a byte for this long a connection counts as dead. */
const IDLE_MS = 30_000;

/** The service holds another certificate than the one that was named. */
export class WrongCertificate extends Error {
  override name = "WrongCertificate";
}

/** Fetches the certificate of the service as PEM and says nothing to it. Throws `WrongCertificate`. */
export function fetchCertificate(address: string, fingerprint: string): Promise<string> {
  const { host, port } = splitAddress(address);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host, port, servername: CERTIFICATE_NAME, rejectUnauthorized: false }, () => {
    const { raw } = socket.getPeerCertificate();
    if (raw && createHash("sha256").update(raw).digest("hex") === fingerprint) {
      resolve(new X509Certificate(raw).toString());
    } else reject(new WrongCertificate(`${address} is another service than the one that made the code.`));
    socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(new Error(`${address} does not answer.`)), CONNECT_MS);
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`${address} ended the connection.`)));
  return promise.finally(() => clearTimeout(timer));
}

/** One request. */
export interface PinnedRequest {
  method: "GET" | "POST" | "PUT";
  /** Begins with a slash. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  signal?: AbortSignal;
}

/** The beginning of an answer; `body` fails when the connection ends before it is whole. */
export interface PinnedAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: AsyncIterable<Uint8Array>;
}

/** Speaks to one service. */
export interface PinnedClient {
  readonly address: string;
  /** Throws when the service cannot be reached, and the signal's reason. */
  request(request: PinnedRequest): Promise<PinnedAnswer>;
  /** As `request`, with the whole answer read as JSON; undefined when it is none. */
  json(request: PinnedRequest): Promise<{ status: number; value: unknown }>;
  close(): void;
}

const MAX_JSON_BYTES = 256 * 1024;

/** `certificate` is the only one that is trusted. */
export function pinnedClient(
  { address, certificate, credential }: { address: string; certificate: string; credential?: string },
): PinnedClient {
  const tls = { ca: certificate, servername: CERTIFICATE_NAME };
  const agent = new Agent({ ...tls, keepAlive: false, maxSockets: 16 });
  const target = splitAddress(address);
  const authorization: Record<string, string> = credential ? { authorization: `Bearer ${credential}` } : {};
  const request = ({ method, path, headers, body, signal }: PinnedRequest): Promise<PinnedAnswer> => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<PinnedAnswer>();
    const length: Record<string, string> = body === undefined
      ? {}
      : { "content-length": String(typeof body === "string" ? new TextEncoder().encode(body).length : body.length) };
    const asked = httpsRequest(
      { ...tls, ...target, agent, method, path, headers: { ...authorization, ...length, ...headers } },
      (answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: wholeBody(answer) }),
    );
    const abort = () => asked.destroy(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    asked.on("socket", (socket) => socket.once("close", () => reject(new Error(`${address} ended the connection.`))));
    asked.setTimeout(IDLE_MS, () => asked.destroy(new Error(`${address} has been silent for too long.`)));
    asked.on("error", (error) => reject(signal?.aborted ? signal.reason : error));
    asked.on("close", () => {
      signal?.removeEventListener("abort", abort);
      reject(new Error(`${address} ended the connection.`));
    });
    asked.end(body);
    return promise;
  };
  return {
    address,
    request,
    async json(asked) {
      const { status, body } = await request(asked);
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of body) {
        size += piece.length;
        if (size > MAX_JSON_BYTES) throw new Error(`${address} answers with more than was expected.`);
        pieces.push(piece);
      }
      return { status, value: foreignJson(concat(pieces)) };
    },
    close: () => agent.destroy(),
  };
}

async function* wholeBody(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  // A socket that is gone without a word ends no answer by itself.
  const cut = () => void (answer.complete || answer.destroy(new Error("The connection was cut.")));
  if (answer.socket.destroyed) cut();
  answer.socket.once("close", cut);
  for await (const piece of answer) yield piece as Uint8Array;
  if (!answer.complete) throw new Error("The connection ended in the middle of an answer.");
}
