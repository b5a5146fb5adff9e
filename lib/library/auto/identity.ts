import { createHash } from "node:crypto";

/** Identity of a processed manager file. */

/** Returns the key of the movie or the episodes in a file. Equal to the text that `titleKeySql` builds. */
export function titleKeyOf(
  { arr, arrId, episodeIds }: { arr: string; arrId?: number; episodeIds?: readonly number[] },
): string | null {
  if (arrId === undefined) return null;
  return arr === "series"
    ? `series ${arrId} ${JSON.stringify([...episodeIds ?? []].sort((a, b) => a - b))}`
    : `movie ${arrId}`;
}

const SAMPLES = 4;
const SAMPLE_BYTES = 64 << 10;

/**
 * Returns a hash of the size and four samples of a file, including its start and end, to distinguish files of equal
 * size, or undefined if the file cannot be read.
 */
export async function contentFingerprint(path: string): Promise<string | undefined> {
  try {
    using file = await Deno.open(path, { read: true });
    const { size } = await file.stat();
    const hash = createHash("sha1").update(`${size} `);
    const lastStart = Math.max(0, size - SAMPLE_BYTES);
    for (let i = 0; i < SAMPLES; i++) {
      await file.seek(Math.round(lastStart * i / (SAMPLES - 1)), Deno.SeekMode.Start);
      const sample = new Uint8Array(SAMPLE_BYTES);
      let filled = 0;
      while (filled < sample.length) {
        const read = await file.read(sample.subarray(filled));
        if (read === null) break;
        filled += read;
      }
      hash.update(sample.subarray(0, filled));
    }
    return hash.digest("base64url");
  } catch {
    return undefined;
  }
}
