/**
 * Splits PCM into 32-bit words that contain both channels of a sample, as used by AccurateRip. The left channel is in
 * the lower half.
 */
export interface WordSplitter {
  /** Returns the samples that are complete. The bytes of an incomplete sample are kept. */
  push(bytes: Uint8Array): Uint32Array;
}

const WORD_BYTES = 4;

/** Creates a splitter for little-endian PCM that arrives in chunks of any size. */
export function createWordSplitter(): WordSplitter {
  let rest = new Uint8Array();
  return {
    push(bytes) {
      const count = Math.floor((rest.length + bytes.length) / WORD_BYTES);
      const words = new Uint32Array(count);
      // All supported machines are little-endian, as are the samples.
      const target = new Uint8Array(words.buffer);
      if (count === 0) {
        rest = joined(rest, bytes);
        return words;
      }
      target.set(rest);
      const taken = target.length - rest.length;
      target.set(bytes.subarray(0, taken), rest.length);
      rest = bytes.slice(taken);
      return words;
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
