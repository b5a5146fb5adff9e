import { writeAll } from "../../../lib/kit/atomic_file.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { filePart } from "./multipart.ts";

const MAX_BYTES = 2 * 1024 ** 3;
/** Maximum size of a form in bytes, in addition to its file. */
const FORM_BYTES = 1024 ** 2;
const IDLE_MS = 30_000;

/**
 * Writes a request body to a new file that only this user can read. The file is the raw body, or the form field `file`.
 * Throws `too_large`, `request_timeout` if nothing arrives for half a minute, `invalid` for a form without a file.
 */
export async function receiveUpload(request: Request, path: string): Promise<void> {
  const type = request.headers.get("content-type") ?? "";
  const isForm = /^multipart\/form-data\b/i.test(type);
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > MAX_BYTES + (isForm ? FORM_BYTES : 0)) throw tooLarge();
  if (request.body === null) throw new Fault("invalid", "The body is empty.");
  const reader = request.body.getReader();
  const pieces = arriving(reader, MAX_BYTES + (isForm ? FORM_BYTES : 0));
  try {
    using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    if (!isForm) {
      for await (const piece of pieces) await writeAll(file, piece);
      return;
    }
    const part = filePart(pieces, type, "file");
    for (;;) {
      const { value, done } = await part.next();
      if (!done) await writeAll(file, value);
      else if (value) {
        // The body is read to the end, because otherwise the client would not receive the response.
        while ((await pieces.next()).done !== true);
        return;
      } else throw new Fault("invalid", "The form contains no file in the field `file`.");
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const tooLarge = () => new Fault("too_large", "A backup can be at most 2 GB.");

async function* arriving(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for (;;) {
    const part = await withinIdle(reader);
    if (part === undefined) return;
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    yield part;
  }
}

async function withinIdle(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, IDLE_MS);
  try {
    const { value } = await reader.read();
    if (late) throw new Fault("request_timeout", "The upload was cancelled because no data arrived for 30 seconds.");
    return value;
  } finally {
    clearTimeout(timer);
  }
}
