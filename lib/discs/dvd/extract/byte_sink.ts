/** Takes bytes in order, e.g. into a file. */
export interface ByteSink {
  /** Resolves when the bytes were taken; the array may be used anew then. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** A new file, or an old one written anew. Nothing is synced to the disk. */
export async function fileSink(path: string): Promise<ByteSink> {
  const file = await Deno.open(path, { write: true, create: true, truncate: true });
  return {
    async write(bytes) {
      for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
    },
    close: () => Promise.resolve(file.close()),
  };
}
