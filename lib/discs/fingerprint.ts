import { createHash } from "node:crypto";

/**
 * Hash over file sizes by which catalogues know a disc: MD5 over each size as a signed 64-bit little-endian number, in
 * the order of the file names, as 32 upper-case hex digits. Undefined without files: every empty folder would be equal.
 */
export function contentHash(sizes: number[]): string | undefined {
  if (sizes.length === 0) return undefined;
  const bytes = new DataView(new ArrayBuffer(sizes.length * 8));
  sizes.forEach((size, i) => bytes.setBigInt64(i * 8, BigInt(size), true));
  return createHash("md5").update(bytes).digest("hex").toUpperCase();
}
