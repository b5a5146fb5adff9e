import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ByteRange, byteRange } from "../../../kit/disk/byte_range.ts";
import type { RemoteFile } from "./remote_file.ts";

/** Makes the files of running parts available to ffmpeg on this machine. The paths are secret. */
export interface LoopbackServer {
  /**
   * Makes a file available at an unguessable address until `end` is called. `onFailure` is called if the file cannot be
   * read.
   */
  add(file: RemoteFile, onFailure: (error: unknown) => void): { address: string; end(): void };
  close(): Promise<void>;
}

interface Served {
  file: RemoteFile;
  onFailure(error: unknown): void;
}

/** Listens on a free port of only the loopback address. */
export async function openLoopbackServer(): Promise<LoopbackServer> {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => void answer(served.get(request.url ?? ""), request, response));
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host: "127.0.0.1", port: 0 }, listening.resolve);
  await listening.promise;
  // A reader that disconnects early is not an error.
  server.on("clientError", (_error, socket) => socket.destroy());
  const { port } = server.address() as AddressInfo;
  return {
    add(file, onFailure) {
      const path = `/${randomBytes(24).toString("hex")}`;
      served.set(path, { file, onFailure });
      return { address: `http://127.0.0.1:${port}${path}`, end: () => void served.delete(path) };
    },
    async close() {
      served.clear();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(found: Served | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on("error", () => {});
  if (found === undefined) return void response.writeHead(404).end();
  if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(405).end();
  const { sizeBytes } = found.file;
  const rangeHeader = request.headers.range;
  const range = byteRange(rangeHeader, sizeBytes);
  if (rangeHeader !== undefined && range === undefined) {
    return void response.writeHead(416, { "content-range": `bytes */${sizeBytes}` }).end();
  }
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
  response.writeHead(range ? 206 : 200, {
    "accept-ranges": "bytes",
    "content-type": "application/octet-stream",
    "content-length": String(last - first + 1),
    ...(range ? { "content-range": `bytes ${first}-${last}/${sizeBytes}` } : {}),
  });
  if (request.method === "HEAD") return void response.end();
  await sendRange(found, { first, last }, response);
}

/** Closes the connection if the file cannot be read. A normal end would be interpreted as the end of the video. */
async function sendRange({ file, onFailure }: Served, { first, last }: ByteRange, response: ServerResponse) {
  try {
    for (let at = first; at <= last && !response.destroyed;) {
      const bytes = await file.read(at, Math.min(CHUNK_BYTES, last + 1 - at));
      if (response.destroyed) return;
      at += bytes.length;
      if (!response.write(bytes)) await drained(response);
    }
    response.end();
  } catch (error) {
    onFailure(error);
    response.destroy();
  }
}

const CHUNK_BYTES = 128 * 1024;

async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once("drain", resolve);
  response.once("close", resolve);
  await promise;
  response.off("drain", resolve);
  response.off("close", resolve);
}
