import { RipProblem } from "../../ripper_model.ts";

const HEAD_BYTES = 12;
const CHUNK_BYTES = 8;

/**
 * Copies the samples of a WAV file (RIFF, chunk `data`) to a separate file and returns their size in bytes. Throws
 * `RipProblem`.
 */
export async function wavSound(path: string, output: string): Promise<number> {
  using file = await Deno.open(path, { read: true });
  const { size } = await file.stat();
  for (let at = HEAD_BYTES; at + CHUNK_BYTES <= size;) {
    await file.seek(at, Deno.SeekMode.Start);
    const head = new Uint8Array(CHUNK_BYTES);
    if (await file.read(head) !== CHUNK_BYTES) break;
    const length = new DataView(head.buffer).getUint32(4, true);
    if (new TextDecoder().decode(head.subarray(0, 4)) === "data") {
      const target = await Deno.open(output, { write: true, createNew: true });
      await file.readable.pipeTo(target.writable);
      // Chunks that follow are not audio. A writer that cannot seek does not fill in the length.
      const bytes = Math.min(length, size - at - CHUNK_BYTES);
      await Deno.truncate(output, bytes);
      return bytes;
    }
    // Chunks start at even offsets.
    at += CHUNK_BYTES + length + length % 2;
  }
  throw new RipProblem("read_error", "The output of fre:ac is not a WAV file.");
}
