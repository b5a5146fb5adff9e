import { type Extent } from "../extents.ts";
import { SECTOR_BYTES } from "../read_ahead.ts";
import { damaged } from "./tag.ts";

/** A block of a partition of the volume. */
export interface BlockAddress {
  partition: number;
  block: number;
}

/** Blocks of one partition, where they lie on the image. */
export interface Partition {
  /** Throws `DiscFault` `malformed` for blocks outside of it. */
  locate(block: number, length: number): Extent[];
}

/** Where a run of bytes that begins with a block lies on the image. Throws `DiscFault` when it lies in no partition. */
export function locate(partitions: Partition[], { partition, block }: BlockAddress, length: number): Extent[] {
  const found = partitions[partition];
  if (!found) throw damaged("a file lies in a partition that is not described");
  return found.locate(block, length);
}

/** Where one block lies on the image, in bytes. */
export function locateBlock(partitions: Partition[], address: BlockAddress): number {
  const offset = locate(partitions, address, SECTOR_BYTES)[0]?.offset;
  if (offset === undefined) throw damaged("a block that is needed was never written");
  return offset;
}
