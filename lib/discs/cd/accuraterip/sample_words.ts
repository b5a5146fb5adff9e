/** Both channels of one moment as one number of 32 bits, as AccurateRip counts them: the left sample in the lower half. */
export interface WordSplitter {
  /** The samples that are complete now; bytes of one that is not are kept. */
  push(bytes: Uint8Array): Uint32Array;
}

const WORD_BYTES = 4;

/** Makes words of little-endian PCM that comes in pieces of any size. */
export function createWordSplitter(): WordSplitter {
  let rest = new Uint8Array();
  return {
    push(bytes) {
      const count = Math.floor((rest.length + bytes.length) / WORD_BYTES);
      const words = new Uint32Array(count);
      // The machines this runs on are little-endian, as the samples are.
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
