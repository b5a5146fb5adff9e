import { concat } from "../../../kit/bytes.ts";
import { createExtentMap, openExtents } from "../extents.ts";
import { DiscFault, type DiscFiles, type RandomAccess } from "../model.ts";
import { bytesAccess } from "../random_access.ts";
import { createReadAhead, type ReadExact, SECTOR_BYTES } from "../read_ahead.ts";
import { createTree, type Node } from "../tree.ts";
import { type BlockAddress, locateBlock, type Partition } from "./blocks.ts";
import { namesOf, type UdfName } from "./directory.ts";
import { readEntry, readHead } from "./entry.ts";
import { hasMetadata, type MetadataCopy, openPartitions } from "./partitions.ts";
import { damaged, descriptor, TAG } from "./tag.ts";
import { readVolume, type UdfVolume } from "./volume.ts";

/** The partitions of a volume, as read from one copy of its metadata. */
type View = Partition[];

/**
 * Opens the UDF file system (ECMA-167, OSTA UDF 1.02 to 2.60) of an image. Undefined if the image has none. If data
 * cannot be read with the UDF 2.50 metadata file, the mirror of that file is used. Throws `DiscFault` if it is damaged.
 */
export async function openUdf(source: RandomAccess): Promise<DiscFiles | undefined> {
  const read = createReadAhead(source);
  const volume = await readVolume(read, source.size);
  if (!volume) return undefined;
  const views = await viewsOf(read, volume);
  const root = await firstWorking(views, (view) => readRoot(read, view, volume.fileSet));
  return createTree<BlockAddress>({
    kind: "udf",
    volumeName: volume.name,
    root,
    async readDirectory({ place }) {
      const names = await firstWorking(views, async (view) => namesOf(await readContent(read, view, place)));
      const nodes: Node<BlockAddress>[] = [];
      for (const name of names) {
        const node = await nodeOf(read, views, name);
        if (node) nodes.push(node);
      }
      return nodes;
    },
    async openFile({ place, size }, name) {
      const { embedded, extents } = await firstWorking(views, async (view) => {
        const entry = await readEntry(read, view, place);
        if (entry.size !== size) throw damaged(`${name} has conflicting sizes, ${size} and ${entry.size} bytes`);
        return entry;
      });
      return embedded ? bytesAccess(embedded) : openExtents(source, createExtentMap(extents), { name, size });
    },
    close: () => source.close(),
  });
}

async function viewsOf(read: ReadExact, { maps }: UdfVolume): Promise<View[]> {
  if (!hasMetadata(maps)) return [await openPartitions(read, maps, "main")];
  const opened = await Promise.allSettled(COPIES.map((copy) => openPartitions(read, maps, copy)));
  const views = opened.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
  const failed = opened.find((result) => result.status === "rejected");
  if (views.length === 0 && failed) throw failed.reason;
  return views;
}

const COPIES: MetadataCopy[] = ["main", "mirror"];

/** Returns the result of `work` for the first undamaged view. If all are damaged, throws the error of the first one. */
async function firstWorking<T>(views: View[], work: (view: View) => Promise<T>): Promise<T> {
  let fault: DiscFault | undefined;
  for (const view of views) {
    try {
      return await work(view);
    } catch (error) {
      if (!(error instanceof DiscFault)) throw error;
      fault ??= error;
    }
  }
  throw fault ?? damaged("there is no partition");
}

async function readRoot(read: ReadExact, view: View, fileSet: BlockAddress): Promise<Node<BlockAddress>> {
  const bytes = await read(locateBlock(view, fileSet), SECTOR_BYTES);
  const fields = descriptor(bytes, "the file set", TAG.fileSet);
  const place = { block: fields.u32(404), partition: fields.u16(408) };
  const { kind, size } = await readHead(read, view, place);
  if (kind !== "directory") throw damaged("its root is not a folder");
  return { name: "", directory: true, size, place, key: keyOf(place) };
}

/** Reads the contents of a folder. The tree has already limited their size. */
async function readContent(read: ReadExact, view: View, place: BlockAddress): Promise<Uint8Array<ArrayBuffer>> {
  const { embedded, extents, size } = await readEntry(read, view, place);
  if (embedded) return embedded;
  const parts: Uint8Array[] = [];
  for (const { offset, length } of createExtentMap(extents).slice(0, size)) {
    if (offset === undefined) throw damaged("a part of a folder was never written");
    parts.push(await read(offset, length));
  }
  return concat(parts);
}

/**
 * Returns a node. Undefined if it is neither a file nor a folder. A damaged entry stays in the tree with its fault, so
 * that it is reported.
 */
async function nodeOf(read: ReadExact, views: View[], name: UdfName): Promise<Node<BlockAddress> | undefined> {
  const node = { name: name.name, place: name.address, key: keyOf(name.address) };
  try {
    const { kind, size } = await firstWorking(views, (view) => readHead(read, view, name.address));
    return kind === "directory" || kind === "file" ? { ...node, directory: kind === "directory", size } : undefined;
  } catch (fault) {
    if (!(fault instanceof DiscFault)) throw fault;
    return { ...node, directory: name.directory, size: 0, fault };
  }
}

const keyOf = ({ partition, block }: BlockAddress): string => `${partition}:${block}`;
