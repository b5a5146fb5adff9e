import { bigEndian, malformed } from "./big_endian.ts";

/** Returns the version of `index.bdmv`: `0100`, `0200`, or `0300` on UHD discs. Throws `DiscFault` `malformed`. */
export function indexVersion(content: Uint8Array): string {
  const bytes = bigEndian(content, "index.bdmv");
  const version = bytes.ascii(4, 4);
  if (bytes.ascii(0, 4) !== "INDX" || !/^0[1-3]\d\d$/.test(version)) {
    throw malformed("index.bdmv", "it has no index header");
  }
  return version;
}
