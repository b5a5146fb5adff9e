import { Hono } from "hono";
import type { Context } from "hono";
import * as z from "zod";
import type { PartAccess, Transfers } from "../../lib/farm/transfer/transfer.ts";
import { MAX_PIECE_BYTES, PART_ROUTES } from "../../lib/farm/protocol.ts";
import { byteRange } from "../../lib/kit/disk/byte_range.ts";
import { Fault } from "../../lib/kit/fault.ts";
import { parseUntrustedJson } from "../../lib/kit/json/json.ts";
import { readBody } from "./read_body.ts";

/** Request variables that the part routes need: the authenticated agent. */
export interface PartsEnv {
  Variables: { agent: { id: string } };
}

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.int().min(0);
const Proof = z.object({ sha256: Sha256 });
const Whole = z.object({ sizeBytes: Size, sha256: Sha256 });
const Failure = z.object({ code: z.string().max(64), message: z.string().min(1).max(500) });
const PieceHeaders = z.object({ offset: z.string().regex(/^\d{1,16}$/).transform(Number), sha256: Sha256 });

const MAX_JSON_BYTES = 4_096;

/**
 * Creates the routes with which authenticated agents read the source of a part and upload its result. A token gives one
 * agent access to one part.
 */
export function partRoutes(transfers: Transfers): Hono<PartsEnv> {
  const app = new Hono<PartsEnv>();
  /** Controller that aborts the request body being received, by part ID. */
  const bodies = new Map<string, AbortController>();
  /**
   * Allows one body per part at a time, because several could use up the memory. A new body from an agent whose
   * connection was lost replaces the stalled one.
   */
  const pieceOf = async (c: Context<PartsEnv>, part: PartAccess) => {
    const id = c.req.param("id") ?? "";
    const body = new AbortController();
    bodies.get(id)?.abort(new Fault("conflict", "Another chunk of this segment is being uploaded."));
    bodies.set(id, body);
    try {
      return await bodyOf(c, { signal: AbortSignal.any([part.signal, body.signal]) }, MAX_PIECE_BYTES);
    } finally {
      if (bodies.get(id) === body) bodies.delete(id);
    }
  };
  const accessOf = (c: Context<PartsEnv>) =>
    transfers.access(c.get("agent").id, c.req.param("id") ?? "", c.req.header("x-part-token") ?? "");
  app.post(PART_ROUTES.proof, async (c) => {
    const part = accessOf(c);
    const { sha256 } = await jsonBody(c, part, Proof);
    return c.json({ shared: await part.prove(sha256) });
  });
  app.get(PART_ROUTES.source, async (c) => {
    const part = accessOf(c);
    const range = byteRange(c.req.header("range"), part.sizeBytes);
    if (range === undefined) throw new Fault("invalid", "Request a single byte range within the source.");
    return c.body(await part.read(range), 206, {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(range.last - range.first + 1),
      "Content-Range": `bytes ${range.first}-${range.last}/${part.sizeBytes}`,
      "Cache-Control": "no-store",
    });
  });
  app.get(PART_ROUTES.result, (c) => c.json({ sizeBytes: accessOf(c).received() }));
  app.put(PART_ROUTES.result, async (c) => {
    const part = accessOf(c);
    const named = { offset: c.req.header("x-offset"), sha256: c.req.header("x-sha256") };
    const { offset, sha256 } = valid(PieceHeaders, named);
    await part.write({ offset, sha256, bytes: await pieceOf(c, part) });
    return c.json({ sizeBytes: part.received() });
  });
  app.post(PART_ROUTES.done, async (c) => {
    const part = accessOf(c);
    await part.finish(await jsonBody(c, part, Whole));
    return c.json({ ok: true });
  });
  app.post(PART_ROUTES.failed, async (c) => {
    const part = accessOf(c);
    part.fail(await jsonBody(c, part, Failure));
    return c.json({ ok: true });
  });
  return app;
}

/** Timeout in milliseconds. A connection may be slow, but without a byte for this long it is considered dead. */
const IDLE_MS = 60_000;

/** Reads a body for as long as its part is needed. */
const bodyOf = (c: Context<PartsEnv>, { signal }: Pick<PartAccess, "signal">, maxBytes: number) =>
  readBody(c.req.raw, { maxBytes, idleMs: IDLE_MS, signal });

const jsonBody = async <T extends z.ZodType>(
  c: Context<PartsEnv>,
  part: PartAccess,
  schema: T,
): Promise<z.infer<T>> => valid(schema, parseUntrustedJson(await bodyOf(c, part, MAX_JSON_BYTES)));

function valid<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const read = schema.safeParse(value);
  if (!read.success) throw new Fault("invalid", "The request is not valid.", { cause: read.error });
  return read.data;
}
