import { type Extent } from "../extents.ts";
import { SECTOR_BYTES } from "../read_ahead.ts";
import { damaged } from "./tag.ts";

/** A block in a partition of the volume. */
export interface BlockAddress {
  partition: number;
  block: number;
}

/** Location of the blocks of one partition in the image. */
export interface Partition {
  /**
   * Returns the location of `length` bytes that start at a block. Throws `DiscFault` `malformed` for blocks outside the
   * partition.
   */
  locate(block: number, length: number): Extent[];
}

/**
 * Returns the location in the image of a byte range that starts at a block. Throws `DiscFault` if the block is not in
 * any partition.
 */
export function locate(partitions: Partition[], { partition, block }: BlockAddress, length: number): Extent[] {
  const found = partitions[partition];
  if (!found) throw damaged("a file is in a partition that is not defined");
  return found.locate(block, length);
}

/** Returns the byte offset of a block in the image. */
export function locateBlock(partitions: Partition[], address: BlockAddress): number {
  const offset = locate(partitions, address, SECTOR_BYTES)[0]?.offset;
  if (offset === undefined) throw damaged("a required block was never written");
  return offset;
}
