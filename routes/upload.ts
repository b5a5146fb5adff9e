import { Fault } from "../lib/kit/fault.ts";

const MOST_BYTES = 2 * 1024 ** 3;
/** A form is read whole before its file can be had: larger ones have to come as they are. */
const MOST_FORM_BYTES = 64 << 20;
const IDLE_MS = 30_000;

/**
 * Writes the body of a request into a new file, readable by us alone: as it is, or the field `file` of a form. Throws
 * `too_large`, `request_timeout` when nothing comes for half a minute, `invalid` for a form without a file.
 */
export async function receiveUpload(request: Request, path: string): Promise<void> {
  const type = request.headers.get("content-type") ?? "";
  const length = Number(request.headers.get("content-length") ?? 0);
  if (/^multipart\/form-data\b/i.test(type)) {
    if (length === 0 || length > MOST_FORM_BYTES) {
      throw new Fault("too_large", "A form may hold 64 MB. Send a larger backup as the body itself.");
    }
    const form = await request.formData().catch((error) => {
      throw new Fault("invalid", "The form cannot be read.", { cause: error });
    });
    const file = form.get("file");
    if (!(file instanceof File)) throw new Fault("invalid", "The form has no field `file` with a file.");
    return await write(file.stream(), path);
  }
  if (length > MOST_BYTES) throw tooLarge();
  if (request.body === null) throw new Fault("invalid", "The body is empty.");
  await write(request.body, path);
}

const tooLarge = () => new Fault("too_large", "A backup may have 2 GB.");

async function write(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const reader = stream.getReader();
  let size = 0;
  for (;;) {
    const part = await withinIdle(reader);
    if (part === undefined) return;
    size += part.length;
    if (size > MOST_BYTES) {
      await reader.cancel().catch(() => {});
      throw tooLarge();
    }
    for (let at = 0; at < part.length;) at += await file.write(part.subarray(at));
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
    if (late) throw new Fault("request_timeout", "The upload stopped for half a minute.");
    return value;
  } finally {
    clearTimeout(timer);
  }
}
