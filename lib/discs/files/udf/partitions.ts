import { createExtentMap } from "../extents.ts";
import { DiscFault } from "../model.ts";
import { type ReadExact, SECTOR_BYTES } from "../read_ahead.ts";
import { type Partition } from "./blocks.ts";
import { readEntry } from "./entry.ts";
import { damaged } from "./tag.ts";
import { type PartitionMap } from "./volume.ts";

/** Copy of the UDF 2.50 metadata file to read. */
export type MetadataCopy = "main" | "mirror";

/** Opens all partitions of a volume (OSTA UDF 2.50, 2.2.8 to 2.2.10). Throws `DiscFault` for unsupported types. */
export async function openPartitions(read: ReadExact, maps: PartitionMap[], copy: MetadataCopy): Promise<Partition[]> {
  const partitions: Partition[] = [];
  for (const map of maps) partitions.push(await openPartition(read, map, copy));
  return partitions;
}

/** True if a volume stores its metadata in separate files. There are two copies. */
export const hasMetadata = (maps: PartitionMap[]): boolean => maps.some((map) => kindOf(map) === METADATA);

const METADATA = "*UDF Metadata Partition";
const SPARABLE = "*UDF Sparable Partition";
const VIRTUAL = "*UDF Virtual Partition";

const kindOf = ({ fields }: PartitionMap): string =>
  fields.u8(0) === 1 ? "plain" : new TextDecoder("latin1").decode(fields.bytes(5, 23)).replace(/\0.*$/s, "");

async function openPartition(read: ReadExact, map: PartitionMap, copy: MetadataCopy): Promise<Partition> {
  const kind = kindOf(map);
  if (kind === "plain") return plainPartition(map, 4);
  if (kind === SPARABLE) {
    await refuseSpared(read, map);
    return plainPartition(map, 38);
  }
  if (kind === METADATA) {
    return await metadataPartition(read, plainPartition(map, 38), map.fields.u32(copy === "main" ? 40 : 44));
  }
  throw new DiscFault(
    "unreadable",
    kind === VIRTUAL
      ? "The disc was recorded in packets (a UDF virtual partition), which is not supported. Copy its files into a folder."
      : "The disc has a UDF partition of an unknown type, which is not supported. Copy its files into a folder.",
  );
}

function plainPartition({ fields, starts }: PartitionMap, numberAt: number): Partition {
  const start = starts.get(fields.u16(numberAt));
  if (start === undefined) throw damaged("a partition is used that is not defined");
  return { locate: (block, length) => [{ offset: (start + block) * SECTOR_BYTES, length }] };
}

/** Creates the metadata partition, whose blocks are the extents of the metadata file (OSTA UDF 2.50, 2.2.13). */
async function metadataPartition(read: ReadExact, physical: Partition, block: number): Promise<Partition> {
  const entry = await readEntry(read, [physical], { partition: 0, block });
  if (entry.kind !== "metadata" || entry.embedded) throw damaged("the metadata file is missing");
  const map = createExtentMap(entry.extents);
  return {
    locate(block, length) {
      const extents = map.slice(block * SECTOR_BYTES, length);
      if (extents.reduce((sum, extent) => sum + extent.length, 0) === length) return extents;
      throw damaged("a block is outside the metadata");
    },
  };
}

/** From this number on, entries are free or unusable (OSTA UDF 2.50, 2.2.12). */
const FIRST_UNUSED = 0xfffffff0;
const MAX_SPARING_BYTES = 1024 * 1024;

/** Throws for a sparing table with remapped packets. Without them, it is a normal partition. */
async function refuseSpared(read: ReadExact, { fields }: PartitionMap): Promise<void> {
  const bytes = await read(fields.u32(48) * SECTOR_BYTES, Math.min(fields.u32(44), MAX_SPARING_BYTES));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = bytes.length < 56 ? 0 : view.getUint16(48, true);
  for (let at = 56; at < Math.min(56 + entries * 8, bytes.length - 7); at += 8) {
    if (view.getUint32(at, true) >= FIRST_UNUSED) continue;
    throw new DiscFault(
      "unreadable",
      "The rewritable disc has remapped defective blocks (a UDF sparing table), which is not supported. Copy its files into a folder.",
    );
  }
}
