import { createHash } from "node:crypto";
import * as z from "zod";
import { PART_ROUTES, type PartMessage } from "../../protocol.ts";
import type { PinnedAnswer, PinnedClient, PinnedRequest } from "./pinned_https.ts";
import { withRetries } from "./with_retries.ts";

/** Error: the service no longer wants this part from this agent. */
export class PartGone extends Error {
  override name = "PartGone";
}

/** Error: the chunk does not follow the last one that the service received. */
export class NotNext extends Error {
  override name = "NotNext";
}

/** Error: the service refuses the request, and a retry would not help. */
export class Refused extends Error {
  override name = "Refused";
}

/**
 * Requests about one part to the service. If the connection fails, a request is retried until the signal is aborted.
 */
export interface PartRequests {
  /** Returns the number of bytes of the result that the service has received. */
  received(): Promise<number>;
  /**
   * Proves access to the source with the hash of a range that the service chose. Returns false if the hash is wrong.
   */
  prove(sha256: string): Promise<boolean>;
  /** Reads a range of the source. Resumes after a broken connection. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Uploads one chunk in a single attempt. Also throws `NotNext`, and connection errors. */
  write(offset: number, bytes: Uint8Array): Promise<void>;
  finish(whole: { sizeBytes: number; sha256: string }): Promise<void>;
  fail(failure: { code: string; message: string }): Promise<void>;
}

/** Services and options for requests about a part. */
export interface PartRequestsOptions {
  client: PinnedClient;
  part: Pick<PartMessage, "id" | "token">;
  signal: AbortSignal;
  /** Called with true when the service can be reached, and with false when it cannot. */
  onLink?(up: boolean): void;
}

const Received = z.object({ sizeBytes: z.int().min(0) });
const Shared = z.object({ shared: z.boolean() });

/** Creates the requests about a part. All methods throw `PartGone`, `Refused` and the signal's reason. */
export function partRequests({ client, part, signal, onLink }: PartRequestsOptions): PartRequests {
  const pathOf = (route: string) => route.replace(":id", part.id);
  const common = { "x-part-token": part.token };
  const retry = <T>(work: () => Promise<T>, madeProgress?: () => boolean): Promise<T> =>
    withRetries(work, {
      signal,
      ...(madeProgress ? { madeProgress } : {}),
      mayHelp: (error) => !(error instanceof PartGone || error instanceof Refused),
      onFailure: () => onLink?.(false),
    });
  const requestOnce = async <T extends z.ZodType>(request: PinnedRequest, schema: T): Promise<z.infer<T>> => {
    const headers = { ...common, "content-type": "application/json", ...request.headers };
    const { status, value } = await client.json({ ...request, headers, signal });
    onLink?.(true);
    if (status === 409 && request.method === "PUT") throw new NotNext("A different chunk is expected next.");
    requireSuccess(status);
    return schema.parse(value);
  };
  const requestWithRetries = <T extends z.ZodType>(request: PinnedRequest, schema: T) =>
    retry(() => requestOnce(request, schema));
  const post = <T extends z.ZodType>(route: string, body: unknown, schema: T) =>
    requestWithRetries({ method: "POST", path: pathOf(route), body: JSON.stringify(body) }, schema);
  return {
    received: async () =>
      (await requestWithRetries({ method: "GET", path: pathOf(PART_ROUTES.result) }, Received)).sizeBytes,
    prove: async (sha256) => (await post(PART_ROUTES.proof, { sha256 }, Shared)).shared,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let got = 0;
      let before = 0;
      const madeProgress = () => got > before;
      await retry(async () => {
        if (got === length) return;
        before = got;
        const range = `bytes=${offset + got}-${offset + length - 1}`;
        const headers = { ...common, range };
        const answer = await client.request({ method: "GET", path: pathOf(PART_ROUTES.source), headers, signal });
        await requireRange(answer, offset + got);
        for await (const piece of answer.body) {
          bytes.set(piece.subarray(0, length - got), got);
          got = Math.min(length, got + piece.length);
        }
        onLink?.(true);
        if (got < length) throw new Error("The response is shorter than requested.");
      }, madeProgress);
      return bytes;
    },
    async write(offset, bytes) {
      const headers = {
        ...{ "content-type": "application/octet-stream", "x-offset": String(offset) },
        "x-sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      await requestOnce({ method: "PUT", path: pathOf(PART_ROUTES.result), body: bytes, headers }, Received);
    },
    finish: async (whole) => void await post(PART_ROUTES.done, whole, z.unknown()),
    fail: async (failure) => void await post(PART_ROUTES.failed, failure, z.unknown()),
  };
}

/** True for temporary failures: the service is starting or busy, or a proxy responded. */
const mayPass = (status: number): boolean => status >= 500 || status === 429 || status === 408;

function requireSuccess(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 410 || status === 404) throw new PartGone("The service no longer needs this segment.");
  if (mayPass(status)) throw new Error(`The service returned status ${status}.`);
  throw new Refused(`The service rejected this machine's request for its segment (${status}).`);
}

async function requireRange({ status, headers, body }: PinnedAnswer, first: number): Promise<void> {
  if (status === 206 && String(headers["content-range"]).startsWith(`bytes ${first}-`)) return;
  for await (const _ of body) { /* The body is drained so that the connection can be reused. */ }
  requireSuccess(status === 200 || status === 206 ? 500 : status);
}
