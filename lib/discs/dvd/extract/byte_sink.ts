/** Accepts bytes in order, for example for a file. */
export interface ByteSink {
  /** Resolves when the bytes have been processed. The array may then be reused. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Creates or overwrites a file. Nothing is synced to disk. */
export async function fileSink(path: string): Promise<ByteSink> {
  const file = await Deno.open(path, { write: true, create: true, truncate: true });
  return {
    async write(bytes) {
      for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
    },
    close: () => Promise.resolve(file.close()),
  };
}
