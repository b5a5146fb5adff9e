import { type Extent } from "../extents.ts";
import { type Fields, fieldsOf } from "../fields.ts";
import { type ReadExact, SECTOR_BYTES } from "../read_ahead.ts";
import { type BlockAddress, locate, locateBlock, type Partition } from "./blocks.ts";
import { damaged, descriptor, TAG } from "./tag.ts";

/** Contents of a file entry without its extents. */
export interface EntryHead {
  kind: "directory" | "file" | "metadata" | "other";
  /** In bytes. */
  size: number;
}

/** A file entry (ECMA-167, part 4, 14.9 and 14.17). */
export interface UdfEntry extends EntryHead {
  extents: Extent[];
  /** The contents of a small file that are stored in the entry. Such an entry has no extents. */
  embedded?: Uint8Array<ArrayBuffer>;
}

/**
 * Maximum number of descriptors. An extent is at most 1 GB long, so a file has at most a few hundred extents. More
 * indicate damage or an attack.
 */
const MAX_DESCRIPTORS = 65_536;

/** File types (ECMA-167, part 4, 14.6.6; OSTA UDF 2.50, 2.2.13 and 2.3.5.2). */
const KINDS: Record<number, EntryHead["kind"]> = {
  0: "file",
  4: "directory",
  5: "file",
  249: "file",
  250: "metadata",
  251: "metadata",
};

/** The only strategy for locating entries on discs that are written once (ECMA-167, part 4, A.5). */
const PLAIN_STRATEGY = 4;

/** Reads the kind and size of a file. Throws `DiscFault` if the entry is damaged. */
export async function readHead(read: ReadExact, partitions: Partition[], address: BlockAddress): Promise<EntryHead> {
  return headOf(await readBlock(read, partitions, address));
}

/** Reads a file entry with all of its extents. Throws `DiscFault` if it is damaged. */
export async function readEntry(read: ReadExact, partitions: Partition[], address: BlockAddress): Promise<UdfEntry> {
  const fields = await readBlock(read, partitions, address);
  const head = headOf(fields);
  const tables = fields.u16(0) === TAG.extendedFile ? 216 : 176;
  const table = fields.bytes(tables + fields.u32(tables - 8), fields.u32(tables - 4));
  const form = fields.u16(34) & 7;
  if (form === 3) {
    if (head.size > table.length) throw damaged("a file is larger than its content");
    return { ...head, extents: [], embedded: table.subarray(0, head.size) };
  }
  if (form > 1) throw damaged("the extents of a file have an unknown format");
  const extents = await readExtents({ read, partitions, home: address.partition, long: form === 1 }, table);
  const held = extents.reduce((sum, { length }) => sum + length, 0);
  if (held < head.size) throw damaged("a file is larger than its extents");
  return { ...head, extents };
}

async function readBlock(read: ReadExact, partitions: Partition[], address: BlockAddress): Promise<Fields> {
  const bytes = await read(locateBlock(partitions, address), SECTOR_BYTES);
  return descriptor(bytes, "a file entry", TAG.file, TAG.extendedFile);
}

function headOf(fields: Fields): EntryHead {
  if (fields.u16(20) !== PLAIN_STRATEGY) throw damaged("a file uses an unknown allocation strategy");
  return { kind: KINDS[fields.u8(27)] ?? "other", size: fields.u64(56) };
}

interface TableReader {
  read: ReadExact;
  partitions: Partition[];
  /** Partition of the file entry, to which short descriptors refer. */
  home: number;
  /** True for long descriptors, which include their partition. */
  long: boolean;
}

/** Types of extents, in the upper two bits of their length (ECMA-167, part 4, 14.14.1.1). */
const RECORDED = 0;
const CONTINUED = 3;

/** Reads a table of extents and its continuations. */
async function readExtents(reader: TableReader, first: Uint8Array<ArrayBuffer>): Promise<Extent[]> {
  const extents: Extent[] = [];
  const seen = new Set<number>();
  let count = 0;
  for (let table: Uint8Array<ArrayBuffer> | undefined = first; table;) {
    let next: BlockAddress | undefined;
    for (const { type, length, ...address } of descriptorsOf(reader, table)) {
      if (++count > MAX_DESCRIPTORS) throw damaged("a file has too many extents");
      if (type === CONTINUED) {
        next = address;
        break;
      }
      if (type === RECORDED) { for (const extent of locate(reader.partitions, address, length)) extents.push(extent); }
      else extents.push({ length });
      // One extent can become many in the metadata partition.
      if (extents.length > MAX_DESCRIPTORS) throw damaged("a file has too many extents");
    }
    table = next && await readContinuation(reader, next, seen);
  }
  return extents;
}

function* descriptorsOf({ home, long }: TableReader, table: Uint8Array<ArrayBuffer>) {
  const fields = fieldsOf(table, "The extents of a file");
  const step = long ? 16 : 8;
  for (let at = 0; at + step <= table.length; at += step) {
    const packed = fields.u32(at);
    const length = packed & 0x3fffffff;
    if (length === 0) return;
    yield { type: packed >>> 30, length, block: fields.u32(at + 4), partition: long ? fields.u16(at + 8) : home };
  }
}

async function readContinuation(
  { read, partitions }: TableReader,
  address: BlockAddress,
  seen: Set<number>,
): Promise<Uint8Array<ArrayBuffer>> {
  const offset = locateBlock(partitions, address);
  if (seen.has(offset)) throw damaged("the extents of a file form a loop");
  seen.add(offset);
  const fields = descriptor(await read(offset, SECTOR_BYTES), "the extents of a file", TAG.allocationExtent);
  return fields.bytes(24, fields.u32(20));
}
