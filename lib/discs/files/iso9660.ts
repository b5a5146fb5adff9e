import { createExtentMap, type Extent, openExtents } from "./extents.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { DiscFault, type DiscFiles, type RandomAccess } from "./model.ts";
import { createReadAhead, type ReadExact, SECTOR_BYTES } from "./read_ahead.ts";
import { createTree, type Node } from "./tree.ts";

/** Maximum number of descriptors, which start at sector 16. Real discs have only a few. */
const FIRST_DESCRIPTOR = 16;
const MAX_DESCRIPTORS = 32;

const WHAT = "The ISO 9660 file system of the disc";

/**
 * Opens the ISO 9660 file system (ECMA-119) of an image. Undefined if the image has none. Joliet names are not used.
 */
export async function openIso9660(source: RandomAccess): Promise<DiscFiles | undefined> {
  const read = createReadAhead(source);
  const volume = await primaryDescriptor(source, read);
  if (!volume) return undefined;
  const blockBytes = volume.u16(128);
  if (![512, 1024, SECTOR_BYTES].includes(blockBytes)) {
    throw new DiscFault("malformed", `${WHAT} is damaged: it declares blocks of ${blockBytes} bytes.`);
  }
  const rootRecord = volume.bytes(156, 34);
  const root = recordOf(fieldsOf(rootRecord, WHAT), blockBytes);
  return createTree<Extent[]>({
    kind: "iso9660",
    volumeName: new TextDecoder("latin1").decode(volume.bytes(40, 32)).replace(/[\0 ]+$/, "").trim() || undefined,
    root: { name: "", directory: true, size: root.extent.length, place: [root.extent], key: `${root.extent.offset}` },
    async readDirectory({ place: [extent], size }) {
      return extent?.offset === undefined ? [] : nodesOf(await read(extent.offset, size), blockBytes);
    },
    openFile: ({ place, size }, name) => Promise.resolve(openExtents(source, createExtentMap(place), { name, size })),
    close: () => source.close(),
  });
}

async function primaryDescriptor(source: RandomAccess, read: ReadExact): Promise<Fields | undefined> {
  for (let i = FIRST_DESCRIPTOR; i < FIRST_DESCRIPTOR + MAX_DESCRIPTORS; i++) {
    if ((i + 1) * SECTOR_BYTES > source.size) return undefined;
    const bytes = await read(i * SECTOR_BYTES, SECTOR_BYTES);
    const id = new TextDecoder("latin1").decode(bytes.subarray(1, 6));
    // On a bridge disc, UDF descriptors may precede the primary descriptor.
    if (id !== "CD001" && !/^(BEA01|NSR0[23]|TEA01|BOOT2)$/.test(id)) return undefined;
    if (id !== "CD001") continue;
    if (bytes[0] === 1) return fieldsOf(bytes, WHAT);
    if (bytes[0] === 255) return undefined;
  }
  return undefined;
}

/** Bits of a directory record's flags (ECMA-119, 9.1.6). */
const HIDDEN = 1;
const DIRECTORY = 2;
const ASSOCIATED = 4;
const MORE_EXTENTS = 128;

interface DirectoryRecord {
  name: string;
  flags: number;
  extent: Extent & { offset: number };
  interleaved: boolean;
}

function recordOf(record: Fields, blockBytes: number): DirectoryRecord {
  const name = new TextDecoder("latin1").decode(record.bytes(33, record.u8(32)));
  return {
    // `;1` is the version of a file. A dot at the end marks a missing extension.
    name: name.replace(/;\d*$/, "").replace(/\.$/, ""),
    flags: record.u8(25),
    // The extended attributes of a file precede its contents.
    extent: { offset: (record.u32(2) + record.u8(1)) * blockBytes, length: record.u32(10) },
    interleaved: record.u8(26) !== 0,
  };
}

/** Yields the records of a folder. Records do not cross sector boundaries, and a length of 0 ends a sector. */
function* recordsOf(directory: Fields, blockBytes: number): Generator<DirectoryRecord> {
  for (let at = 0; at < directory.length;) {
    const length = directory.u8(at);
    if (length === 0) {
      at += SECTOR_BYTES - at % SECTOR_BYTES;
      continue;
    }
    yield recordOf(fieldsOf(directory.bytes(at, length), WHAT), blockBytes);
    at += length;
  }
}

function nodesOf(bytes: Uint8Array<ArrayBuffer>, blockBytes: number): Node<Extent[]>[] {
  const nodes: Node<Extent[]>[] = [];
  let unfinished: Node<Extent[]> | undefined;
  for (const { name, flags, extent, interleaved } of recordsOf(fieldsOf(bytes, WHAT), blockBytes)) {
    // The names of the folder itself and of its parent are 0 and 1.
    if (name === "\x00" || name === "\x01" || flags & (HIDDEN | ASSOCIATED)) continue;
    if (unfinished?.name === name) {
      unfinished.place.push(extent);
      unfinished.size += extent.length;
    } else {
      unfinished = undefined;
      const node: Node<Extent[]> = {
        ...{ name, directory: (flags & DIRECTORY) !== 0, size: extent.length },
        ...{ place: [extent], key: `${extent.offset}` },
      };
      if (interleaved) {
        node.fault = new DiscFault("malformed", `${WHAT} stores it interleaved, which is not supported.`);
      }
      nodes.push(node);
      if (flags & MORE_EXTENTS) unfinished = node;
    }
    if (!(flags & MORE_EXTENTS)) unfinished = undefined;
  }
  return nodes;
}
