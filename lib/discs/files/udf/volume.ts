import { type Fields, fieldsOf } from "../fields.ts";
import { DiscFault } from "../model.ts";
import { type ReadExact, SECTOR_BYTES } from "../read_ahead.ts";
import { type BlockAddress } from "./blocks.ts";
import { damaged, descriptor, TAG, tagId } from "./tag.ts";
import { fixedText } from "./text.ts";

/** Maximum number of descriptors. A sequence has about six. Pointers to further sequences are included. */
const MAX_DESCRIPTORS = 64;
const MAX_POINTERS = 8;

/** Maximum number of partition maps. A disc has one partition, or a second one with the metadata of the first. */
const MAX_MAPS = 8;

/** Information about the volume (ECMA-167, part 3). */
export interface UdfVolume {
  name: string;
  /** Location of the file set descriptor. */
  fileSet: BlockAddress;
  /** Partition maps in the order to which `BlockAddress.partition` refers. */
  maps: PartitionMap[];
}

/** A partition map, and the first sector of its partition. */
export interface PartitionMap {
  fields: Fields;
  /** First sector of each physical partition, by number. */
  starts: Map<number, number>;
}

interface Sequence {
  primary?: Fields;
  logical?: Fields;
  partitions: Map<number, Fields>;
}

/** Reads the descriptors of a volume. Undefined if no anchor indicates UDF. */
export async function readVolume(read: ReadExact, size: number): Promise<UdfVolume | undefined> {
  let fault: DiscFault | undefined;
  for await (const anchor of anchors(read, size)) {
    // Offsets in the anchor of the main sequence and the reserve sequence.
    for (const at of [16, 24]) {
      try {
        const sequence = await readSequence(read, anchor.u32(at + 4), anchor.u32(at));
        return volumeOf(sequence);
      } catch (error) {
        if (!(error instanceof DiscFault)) throw error;
        fault ??= error;
      }
    }
  }
  if (fault) throw fault;
  return undefined;
}

/** Anchors are at sector 256, at the last sector, and 256 sectors before it. Any of them is sufficient. */
async function* anchors(read: ReadExact, size: number): AsyncGenerator<Fields> {
  const last = Math.floor(size / SECTOR_BYTES) - 1;
  for (const sector of new Set([256, last, last - 256])) {
    if (sector < 16 || sector > last) continue;
    const bytes = await read(sector * SECTOR_BYTES, SECTOR_BYTES).catch((error) => {
      // The last sectors of a disc often cannot be read, but another anchor may be readable.
      if (error instanceof DiscFault && error.code === "unreadable") return undefined;
      throw error;
    });
    if (bytes && tagId(bytes) === TAG.anchor) yield descriptor(bytes, "the anchor", TAG.anchor);
  }
}

async function readSequence(read: ReadExact, sector: number, length: number): Promise<Sequence> {
  const found: Sequence = { partitions: new Map() };
  let [at, left, pointers] = [sector, Math.floor(length / SECTOR_BYTES), 0];
  for (let i = 0; i < MAX_DESCRIPTORS && left > 0; i++, at++, left--) {
    const bytes = await read(at * SECTOR_BYTES, SECTOR_BYTES);
    const id = tagId(bytes);
    // A sequence ends with a terminating descriptor or an unwritten sector.
    if (id === TAG.terminating || bytes[0] === 0 && bytes[1] === 0) break;
    if (id === undefined) throw damaged(`a volume descriptor in sector ${at} is invalid`);
    const fields = descriptor(bytes, "a volume descriptor", id);
    if (id !== TAG.volumePointer) keepNewest(found, id, fields);
    else {
      if (++pointers > MAX_POINTERS) throw damaged("the volume descriptors form an endless chain");
      // The values compensate for the `at++` and `left--` of the loop.
      [at, left] = [fields.u32(24) - 1, Math.floor(fields.u32(20) / SECTOR_BYTES) + 1];
    }
  }
  return found;
}

/**
 * If several descriptors describe the same object, the one with the highest sequence number applies (ECMA-167, part 3,
 * 8.4.3).
 */
function keepNewest(found: Sequence, id: number, fields: Fields): void {
  const newer = (old: Fields | undefined): boolean => !old || fields.u32(16) >= old.u32(16);
  if (id === TAG.primaryVolume && newer(found.primary)) found.primary = fields;
  if (id === TAG.logicalVolume && newer(found.logical)) found.logical = fields;
  if (id !== TAG.partition) return;
  const number = fields.u16(22);
  if (newer(found.partitions.get(number))) found.partitions.set(number, fields);
}

function volumeOf({ primary, logical, partitions }: Sequence): UdfVolume {
  if (!logical) throw damaged("the logical volume is not defined");
  if (partitions.size === 0) throw damaged("no partition is defined");
  const blockBytes = logical.u32(212);
  if (blockBytes !== SECTOR_BYTES) {
    throw new DiscFault(
      "unreadable",
      `The disc has UDF blocks of ${blockBytes} bytes; only ${SECTOR_BYTES} are supported.`,
    );
  }
  const starts = new Map([...partitions].map(([number, fields]) => [number, fields.u32(188)]));
  return {
    name: fixedText(logical.bytes(84, 128)) || (primary ? fixedText(primary.bytes(24, 32)) : ""),
    fileSet: { block: logical.u32(252), partition: logical.u16(256) },
    maps: mapsOf(logical).map((fields) => ({ fields, starts })),
  };
}

function mapsOf(logical: Fields): Fields[] {
  const maps: Fields[] = [];
  const count = logical.u32(268);
  if (count > MAX_MAPS) throw damaged(`it has ${count} partitions`);
  let at = 440;
  for (let i = 0; i < count; i++) {
    const length = logical.u8(at + 1);
    if (length < 6) throw damaged("a partition map is too short");
    maps.push(fieldsOf(logical.bytes(at, length), "A UDF partition map"));
    at += length;
  }
  return maps;
}
