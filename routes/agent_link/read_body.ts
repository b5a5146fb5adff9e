import { concat } from "../../lib/kit/bytes.ts";
import { Fault } from "../../lib/kit/fault.ts";

/** Limits on the size and duration of reading a body. */
export interface BodyLimits {
  maxBytes: number;
  /** Timeouts in milliseconds, for the whole body and for the wait for the next byte. */
  totalMs?: number;
  idleMs?: number;
  /** Signal that aborts reading. Its reason is thrown. */
  signal?: AbortSignal;
}

/** Reads a whole body. Throws the faults `too_large` and `request_timeout`, or the signal's reason. */
export async function readBody(
  request: Request,
  { maxBytes, totalMs, idleMs, signal }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Fault("too_large", `The request body must not exceed ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const late = () => reject(new Fault("request_timeout", "The request did not arrive in time."));
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  const total = totalMs === undefined ? undefined : setTimeout(late, totalMs);
  let idle: ReturnType<typeof setTimeout> | undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      if (idleMs !== undefined) idle = setTimeout(late, idleMs);
      const { value } = await Promise.race([reader.read(), ended]);
      clearTimeout(idle);
      if (value === undefined) return concat(pieces);
      size += value.length;
      if (size > maxBytes) throw tooLarge();
      pieces.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
    signal?.removeEventListener("abort", abort);
  }
}
