import { fieldsOf } from "../fields.ts";
import { type BlockAddress } from "./blocks.ts";
import { damaged, descriptor, TAG } from "./tag.ts";
import { compressedText } from "./text.ts";

/** A name in a folder, and the location of its file entry. */
export interface UdfName {
  name: string;
  directory: boolean;
  address: BlockAddress;
}

/** Bits of a file's characteristics (ECMA-167, part 4, 14.4.3). */
const HIDDEN = 1;
const DIRECTORY = 2;
const DELETED = 4;
const PARENT = 8;

/**
 * Parses the names in the contents of a folder (ECMA-167, part 4, 14.4), without hidden and deleted names. Throws
 * `DiscFault` if it is damaged.
 */
export function namesOf(content: Uint8Array<ArrayBuffer>): UdfName[] {
  const names: UdfName[] = [];
  for (let at = 0; at < content.length;) {
    const head = fieldsOf(content.subarray(at), "A folder of the UDF file system");
    const nameAt = 38 + head.u16(36);
    const end = nameAt + head.u8(19);
    if (at + end > content.length) throw damaged("a directory entry extends beyond the end of its folder");
    const length = end + 3 & ~3;
    const fields = descriptor(content.subarray(at, at + length), "a directory entry", TAG.fileIdentifier);
    const flags = fields.u8(18);
    if (!(flags & (HIDDEN | DELETED | PARENT))) {
      const name = compressedText(fields.bytes(nameAt, end - nameAt));
      if (name === undefined) throw damaged("a name has an unknown encoding");
      names.push({
        name,
        directory: (flags & DIRECTORY) !== 0,
        address: { block: fields.u32(24), partition: fields.u16(28) },
      });
    }
    at += length;
  }
  return names;
}
