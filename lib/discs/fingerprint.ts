import { createHash } from "node:crypto";

/**
 * Hash of file sizes by which catalogues identify a disc: MD5 of each size as a signed 64-bit little-endian number,
 * ordered by file name, as 32 uppercase hex digits. Undefined without files, because all empty folders would match.
 */
export function contentHash(sizes: number[]): string | undefined {
  if (sizes.length === 0) return undefined;
  const bytes = new DataView(new ArrayBuffer(sizes.length * 8));
  sizes.forEach((size, i) => bytes.setBigInt64(i * 8, BigInt(size), true));
  return createHash("md5").update(bytes).digest("hex").toUpperCase();
}
