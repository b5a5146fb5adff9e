import { createHash, X509Certificate } from "node:crypto";
import { Duplex } from "node:stream";
import { connect, type TLSSocket } from "node:tls";
import { buildConnector, Pool } from "undici";
import { concat } from "../../../kit/bytes.ts";
import { parseUntrustedJson } from "../../../kit/json/json.ts";
import { CERTIFICATE_NAME } from "../../protocol.ts";

/** Sends requests to the service of an agent over TLS, and only to a server with the pinned certificate. */

/** Splits `host:port` and removes the brackets of IPv6 addresses. */
export function splitAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(":");
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, "$1"), port: Number(address.slice(at + 1)) };
}

const CONNECT_MS = 10_000;
/** Timeout in milliseconds. A connection without any data for this long is considered dead. */
const IDLE_MS = 30_000;
const MAX_CONNECTIONS = 16;
/** Bytes per write, so that progress is visible on a slow link. */
const WRITTEN_BYTES = 64 * 1024;

/** Error: the certificate of the service is not the pinned one. */
export class WrongCertificate extends Error {
  override name = "WrongCertificate";
}

/** Fetches the certificate of the service as PEM without sending a request. Throws `WrongCertificate`. */
export function fetchCertificate(address: string, fingerprint: string): Promise<string> {
  const { host, port } = splitAddress(address);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host, port, servername: CERTIFICATE_NAME, rejectUnauthorized: false }, () => {
    const { raw } = socket.getPeerCertificate();
    if (raw && createHash("sha256").update(raw).digest("hex") === fingerprint) {
      resolve(new X509Certificate(raw).toString());
    } else reject(new WrongCertificate(`${address} is not the service that created the code.`));
    socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(new Error(`${address} did not respond.`)), CONNECT_MS);
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`${address} closed the connection.`)));
  return promise.finally(() => clearTimeout(timer));
}

/** A request to the pinned service. */
export interface PinnedRequest {
  method: "GET" | "POST" | "PUT";
  /** Starts with a slash. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  signal?: AbortSignal;
}

/** The start of a response. `body` throws if the connection ends early. */
export interface PinnedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array>;
}

/** HTTP client for one service. */
export interface PinnedClient {
  /** Address currently in use. */
  readonly address: string;
  /** Sends a request. Throws if the service cannot be reached, or the signal's reason. */
  request(request: PinnedRequest): Promise<PinnedAnswer>;
  /**
   * Sends a request like `request` and parses the complete response as JSON. `value` is undefined if it is not JSON.
   */
  json(request: PinnedRequest): Promise<{ status: number; value: unknown }>;
  close(): void;
}

const MAX_JSON_BYTES = 256 * 1024;

/** Addresses of a service, and the credentials of both sides. */
export interface PinnedService {
  address: string;
  /** Addresses that are tried one after the other if the service cannot be reached. */
  otherAddresses?: readonly string[];
  /** PEM certificate. No other certificate is trusted. */
  certificate: string;
  credential?: string;
}

/** Creates a client. It opens no connection before the first request. */
export function pinnedClient(
  { address, otherAddresses = [], certificate, credential }: PinnedService,
): PinnedClient {
  const places = [address, ...otherAddresses];
  const pool = new Pool(`https://${CERTIFICATE_NAME}`, {
    connections: MAX_CONNECTIONS,
    allowH2: false,
    // Timeouts are handled below, because uploading a large chunk over a slow connection takes longer than a response
    // is allowed to take.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connectorOf(certificate, places),
  });
  const authorization: Record<string, string> = credential ? { authorization: `Bearer ${credential}` } : {};
  const request = async ({ method, path, headers, body, signal }: PinnedRequest): Promise<PinnedAnswer> => {
    signal?.throwIfAborted();
    const answer = await pool.request({
      ...{ method, path, headers: { ...authorization, ...headers } },
      body,
      signal,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
  return {
    get address() {
      return places[0] ?? address;
    },
    request,
    async json(options) {
      const { status, body } = await request(options);
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of body) {
        size += piece.length;
        if (size > MAX_JSON_BYTES) throw new Error(`${places[0]} returned more data than expected.`);
        pieces.push(piece);
      }
      return { status, value: parseUntrustedJson(concat(pieces)) };
    },
    close: () => void pool.destroy(),
  };
}

/** Connects to the first of `places`. If it cannot be reached, it is moved to the end. */
function connectorOf(certificate: string, places: string[]): buildConnector.connector {
  const ca = { ca: certificate, servername: CERTIFICATE_NAME, timeout: CONNECT_MS };
  const dial = buildConnector({ ...ca, allowH2: false, rejectUnauthorized: true });
  return (options, callback) => {
    const [place = ""] = places;
    const { host, port } = splitAddress(place);
    const there = { ...options, protocol: "https:", hostname: host, host: place, port: String(port) };
    dial(there, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error === null) return callback(null, flowing(socket as TLSSocket) as TLSSocket);
      if (places[0] === place) places.push(...places.splice(0, 1));
      callback(error, null);
    });
  };
}

/**
 * Wraps a TLS socket so that it is never paused. The runtime reports the end of a TLS connection only while data is
 * being read, so the end of a paused connection would not be detected. Memory use is limited by the size of the
 * requested responses. Closes the connection if no data was transferred for a while.
 */
function flowing(socket: TLSSocket): Duplex {
  const silent = () => cover.destroy(new Error("The service sent no data for too long."));
  let timer = setTimeout(silent, IDLE_MS);
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(silent, IDLE_MS);
  };
  const cover = new Duplex({
    read() {},
    write(bytes: Uint8Array, _encoding, written) {
      const next = (at: number) => {
        moved();
        if (at >= bytes.length) return written();
        socket.write(
          bytes.subarray(at, at + WRITTEN_BYTES),
          (error) => error ? written(error) : next(at + WRITTEN_BYTES),
        );
      };
      next(0);
    },
    final: (ended) => void socket.end(ended),
    destroy(error, destroyed) {
      clearTimeout(timer);
      socket.destroy();
      destroyed(error);
    },
  });
  socket.on("data", (bytes) => {
    moved();
    cover.push(bytes);
  });
  socket.on("error", (error) => cover.destroy(error));
  // Data received before the end is kept.
  socket.on("close", () => cover.push(null));
  return cover;
}
