/** Reads the files of the sources piece by piece. */

/** What was downloaded is not what was asked for. The message is the end of a sentence about its source. */
export class AnimeDataProblem extends Error {
  override name = "AnimeDataProblem";
}

const GZIP = [0x1f, 0x8b];

/** A file unpacked, where it is packed. Throws `AnimeDataProblem` for a damaged one, and beyond `maxBytes`. */
export async function* unpacked(path: string, { maxBytes }: { maxBytes: number }): AsyncGenerator<Uint8Array> {
  const packed = await isGzip(path);
  const file = await Deno.open(path, { read: true });
  const bytes = packed
    ? file.readable.pipeThrough(inPieces()).pipeThrough(new DecompressionStream("gzip"))
    : file.readable;
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes) throw new AnimeDataProblem(`is larger than ${Math.round(maxBytes / 1e6)} MB.`);
      yield chunk;
    }
  } catch (error) {
    // The stream of a damaged archive throws TypeError.
    if (error instanceof TypeError) throw new AnimeDataProblem("came damaged.", { cause: error });
    throw error;
  }
}

/** What one piece unpacks to comes at once, and may be a thousand times as long. */
const MAX_PIECE_BYTES = 1 << 10;

const inPieces = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES) {
        controller.enqueue(chunk.slice(at, at + MAX_PIECE_BYTES));
      }
    },
  });

/** Whether a file begins as an archive of gzip does. */
export async function isGzip(path: string): Promise<boolean> {
  const [first, second] = await beginningOf(path, 2);
  return first === GZIP[0] && second === GZIP[1];
}

/** The first bytes of a file. */
export async function beginningOf(path: string, length: number): Promise<Uint8Array> {
  using file = await Deno.open(path, { read: true });
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await file.read(bytes) ?? 0);
}

/** The lines of a text in UTF-8, without their ends. One longer than `maxLength` is left out. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = (lines.pop() ?? "").slice(0, maxLength + 1);
    yield lines.filter((line) => line.length <= maxLength);
  }
  rest += decoder.decode();
  if (rest !== "" && rest.length <= maxLength) yield [rest];
}
