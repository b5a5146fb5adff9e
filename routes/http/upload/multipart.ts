import { Fault } from "../../../lib/kit/fault.ts";

/** Maximum size of the headers of a part in bytes. RFC 7578 needs two short lines. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Maximum number of parts before the file, which are form fields. */
const MAX_PARTS = 20;

type Bytes = Uint8Array<ArrayBufferLike>;

/**
 * Streams the contents of the first file in a form (RFC 7578) whose field is named `field`. Only the current chunk is
 * kept in memory. Returns false if there is no such file. Throws `invalid` if the body is not a valid form.
 */
export async function* filePart(
  body: AsyncIterable<Bytes>,
  contentType: string,
  field: string,
): AsyncGenerator<Bytes, boolean> {
  const boundary = boundaryOf(contentType);
  const pieces = body[Symbol.asyncIterator]();
  const buffer = new Buffered(pieces);
  // Without a preamble, there is no line break before the first delimiter.
  buffer.prepend(CRLF);
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  if (!await buffer.skipTo(delimiter)) throw malformed("its boundary is missing");
  for (let parts = 0; parts < MAX_PARTS; parts++) {
    const ending = await buffer.take(2);
    if (ending === "--") return false;
    if (ending !== "\r\n") throw malformed("a boundary is not followed by a line break");
    const headers = await buffer.takeThrough(`\r\n\r\n`, MAX_HEADER_BYTES);
    if (headers === undefined) throw malformed("the headers of a part are not terminated");
    if (!isFile(headers, field)) {
      if (!await buffer.skipTo(delimiter)) throw malformed("it ends prematurely");
      continue;
    }
    for await (const piece of buffer.upTo(delimiter)) yield piece;
    return true;
  }
  throw malformed("it has too many fields");
}

const encoder = new TextEncoder();
const CRLF = encoder.encode("\r\n");
const malformed = (what: string) => new Fault("invalid", `The form cannot be read: ${what}.`);

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed("it specifies no boundary");
  return boundary;
}

function isFile(headers: string, field: string): boolean {
  const [disposition = ""] = headers.split("\r\n").filter((line) => /^content-disposition\s*:/i.test(line));
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  return name === field && /;\s*filename\*?=/i.test(disposition);
}

/** Buffers chunks of any size, so that a delimiter that spans two chunks is found. */
class Buffered {
  #held: Bytes = new Uint8Array();
  constructor(readonly pieces: AsyncIterator<Bytes>) {}

  prepend(bytes: Bytes): void {
    this.#held = joined(bytes, this.#held);
  }

  /** Reads the next chunk. Returns false at the end. */
  async #more(): Promise<boolean> {
    const { value, done } = await this.pieces.next();
    if (done) return false;
    this.#held = joined(this.#held, value);
    return true;
  }

  /** Yields all bytes up to the delimiter, and skips the delimiter. Throws if there is no delimiter. */
  async *upTo(delimiter: Bytes): AsyncGenerator<Bytes> {
    for (;;) {
      const at = indexOf(this.#held, delimiter);
      if (at !== -1) {
        if (at > 0) yield this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + delimiter.length);
        return;
      }
      const sure = this.#held.length - delimiter.length + 1;
      if (sure > 0) {
        yield this.#held.subarray(0, sure);
        this.#held = this.#held.slice(sure);
      }
      if (!await this.#more()) throw malformed("it ends prematurely");
    }
  }

  /** Skips to the position after the delimiter. Returns false if there is no delimiter. */
  async skipTo(delimiter: Bytes): Promise<boolean> {
    for (;;) {
      const at = indexOf(this.#held, delimiter);
      if (at !== -1) {
        this.#held = this.#held.subarray(at + delimiter.length);
        return true;
      }
      this.#held = this.#held.slice(Math.max(0, this.#held.length - delimiter.length + 1));
      if (!await this.#more()) return false;
    }
  }

  async take(count: number): Promise<string> {
    while (this.#held.length < count) if (!await this.#more()) break;
    const text = new TextDecoder("latin1").decode(this.#held.subarray(0, count));
    this.#held = this.#held.subarray(count);
    return text;
  }

  /** Returns the text before `ending`, and skips the ending. Undefined if it is not found within `maxBytes`. */
  async takeThrough(ending: string, maxBytes: number): Promise<string | undefined> {
    const end = encoder.encode(ending);
    for (;;) {
      const at = indexOf(this.#held, end);
      if (at > maxBytes || (at === -1 && this.#held.length > maxBytes)) return undefined;
      if (at !== -1) {
        const text = new TextDecoder().decode(this.#held.subarray(0, at));
        this.#held = this.#held.subarray(at + end.length);
        return text;
      }
      if (!await this.#more()) return undefined;
    }
  }
}

function indexOf(bytes: Bytes, wanted: Bytes): number {
  const first = wanted[0] ?? 0;
  for (
    let at = bytes.indexOf(first);
    at !== -1 && at + wanted.length <= bytes.length;
    at = bytes.indexOf(first, at + 1)
  ) {
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length++;
    if (length === wanted.length) return at;
  }
  return -1;
}

function joined(a: Bytes, b: Bytes): Bytes {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
