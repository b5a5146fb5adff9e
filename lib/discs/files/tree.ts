import { type DiscEntry, DiscFault, type DiscFiles, type RandomAccess } from "./model.ts";
import { isSafeName } from "./safe_name.ts";

/** A file or folder within an image. */
export interface Node<Place> {
  name: string;
  directory: boolean;
  /** Size in bytes, also for folders. */
  size: number;
  place: Place;
  /** Identifies a folder. Two folders with the same key are identical. */
  key: string;
  /** Reason why the file or folder cannot be opened. */
  fault?: DiscFault;
}

/** Functions of a file system that read folders and files. */
export interface FileSystem<Place> {
  kind: DiscFiles["kind"];
  volumeName: string | undefined;
  root: Node<Place>;
  readDirectory(node: Node<Place>): Promise<Node<Place>[]>;
  openFile(node: Node<Place>, path: string): Promise<RandomAccess>;
  close(): Promise<void>;
}

/**
 * Limits of the tree. A Blu-ray has a few thousand files, with a few hundred bytes of directory data each. A disc that
 * exceeds these limits is damaged or malicious.
 */
const MAX_DEPTH = 16;
const MAX_ENTRIES = 50_000;
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
const MAX_ALL_DIRECTORY_BYTES = 64 * 1024 * 1024;

/** Creates the tree of a file system. Folders are read once, on demand, within limits for the whole disc. */
export function createTree<Place>(system: FileSystem<Place>): DiscFiles {
  const folders = new Map<Node<Place>, Promise<Node<Place>[]>>();
  let entries = 0;
  let directoryBytes = 0;

  async function readFolder(chain: Node<Place>[], path: string): Promise<Node<Place>[]> {
    // A path always contains at least the root.
    const node = chain.at(-1) as Node<Place>;
    if (node.fault) throw node.fault;
    if (chain.length > MAX_DEPTH) throw malformed(path, `folders are nested more than ${MAX_DEPTH} levels deep`);
    if (chain.filter(({ key }) => key === node.key).length > 1) throw malformed(path, "the folder contains itself");
    directoryBytes += node.size;
    if (node.size > MAX_DIRECTORY_BYTES || directoryBytes > MAX_ALL_DIRECTORY_BYTES) {
      throw malformed(path, "the file lists are too long");
    }
    const found = await system.readDirectory(node);
    entries += found.length;
    if (entries > MAX_ENTRIES) throw malformed(path, `there are more than ${MAX_ENTRIES} files`);
    const byName = new Map<string, Node<Place>>();
    for (const child of found) if (isSafeName(child.name) && !byName.has(child.name)) byName.set(child.name, child);
    return [...byName.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  }

  function childrenOf(chain: Node<Place>[], path: string): Promise<Node<Place>[]> {
    const node = chain.at(-1) as Node<Place>;
    const kept = folders.get(node);
    if (kept) return kept;
    const children = readFolder(chain, path);
    folders.set(node, children);
    // Malformed data does not change, but after a failed read, the next attempt may succeed.
    children.catch((error) => {
      if (error instanceof DiscFault && error.code === "malformed") return;
      folders.delete(node);
      directoryBytes -= node.size;
    });
    return children;
  }

  /** Returns the nodes from the root to the path. Undefined if the path does not exist. */
  async function chainTo(path: string): Promise<Node<Place>[] | undefined> {
    const chain = [system.root];
    for (const part of path.split("/").filter((part) => part !== "")) {
      if (!chain.at(-1)?.directory) return undefined;
      const child = sameName(await childrenOf(chain, pathOf(chain)), part);
      if (!child) return undefined;
      chain.push(child);
    }
    return chain;
  }

  return {
    kind: system.kind,
    ...(system.volumeName ? { volumeName: system.volumeName } : {}),
    async list(folder) {
      const chain = await chainTo(folder);
      return chain?.at(-1)?.directory ? (await childrenOf(chain, pathOf(chain))).map(entryOf) : [];
    },
    async open(path) {
      const chain = await chainTo(path);
      const node = chain?.at(-1);
      if (!chain || !node || node.directory) return undefined;
      if (node.fault) throw new DiscFault(node.fault.code, `${pathOf(chain)} cannot be read. ${node.fault.message}`);
      return await system.openFile(node, pathOf(chain));
    },
    close: () => system.close(),
  };
}

const pathOf = (chain: { name: string }[]): string => chain.slice(1).map(({ name }) => name).join("/");

const entryOf = ({ name, directory, size }: Node<unknown>): DiscEntry => ({
  name,
  directory,
  size: directory ? 0 : size,
});

/** Finds an item by name. An exact match is preferred to a name that differs only in case. */
export const sameName = <T extends { name: string }>(items: T[], name: string): T | undefined =>
  items.find((item) => item.name === name) ??
    items.find((item) => item.name.toUpperCase() === name.toUpperCase());

const malformed = (path: string, why: string): DiscFault =>
  new DiscFault("malformed", `The file system of the disc is damaged: ${why} (in ${path || "its root"}).`);
