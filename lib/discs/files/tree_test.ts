import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { DiscFault } from "./model.ts";
import { bytesAccess } from "./random_access.ts";
import { createTree, type FileSystem, type Node } from "./tree.ts";

const node = (name: string, key: string, directory = true, size = 0): Node<string> => ({
  name,
  key,
  directory,
  size,
  place: key,
});

/** A file system whose folders contain what `children` returns for a location. */
const system = (children: (place: string) => Node<string>[] | Promise<Node<string>[]>): FileSystem<string> => ({
  kind: "udf",
  volumeName: undefined,
  root: node("", ""),
  readDirectory: async ({ place }) => await children(place),
  openFile: ({ size }) => Promise.resolve(bytesAccess(new Uint8Array(size))),
  close: () => Promise.resolve(),
});

async function walk(tree: ReturnType<typeof createTree>, folder = ""): Promise<number> {
  let count = 0;
  for (const { name, directory } of await tree.list(folder)) {
    count += 1 + (directory ? await walk(tree, `${folder}/${name}`) : 0);
  }
  return count;
}

Deno.test("createTree() ends where folders that are shared multiply", async () => {
  // Fifteen levels of ten folders, each of which contains all ten folders of the next level: 10^15 paths.
  let reads = 0;
  const tree = createTree(system((place) => {
    reads++;
    return Array.from(
      { length: 10 },
      (_, i) => node(`d${i}`, `${place.length ? Number(place.split(".")[0]) + 1 : 1}.${i}`),
    );
  }));
  await rejects(walk(tree), { code: "malformed", message: /more than/ });
  same(reads <= 10_001, true);
});

Deno.test("createTree() refuses too many names, too long lists, and too many of both together", async () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => node(`${i}`, `f${i}`, false));
  same(await walk(createTree(system(() => names(50_000)))), 50_000);
  await rejects(walk(createTree(system(() => names(50_001)))), {
    code: "malformed",
    message: /more than 50000 files/,
  });
  const folders = (size: number) => (place: string) =>
    place === "" ? Array.from({ length: 10 }, (_, i) => node(`${i}`, `d${i}`, true, size)) : [];
  same(await walk(createTree(system(folders(6_000_000)))), 10);
  await rejects(walk(createTree(system(folders(7_000_000)))), { code: "malformed", message: /too long/ });
  await rejects(walk(createTree(system(folders(17_000_000)))), { code: "malformed", message: /too long/ });
});

Deno.test("createTree() reads each folder once for any number of callers", async () => {
  let reads = 0;
  const tree = createTree(system((place) => (reads++, place === "" ? [node("a", "a")] : [node("b", "b", false, 3)])));
  await Promise.all(Array.from({ length: 20 }, () => tree.open("A/B")));
  same(await tree.list("a"), [{ name: "b", directory: false, size: 3 }]);
  same(reads, 2);
});

Deno.test("createTree() tries a folder again that could not be read, and a malformed one never", async () => {
  for (const [code, reads] of [["unreadable", 2], ["malformed", 1]] as const) {
    let count = 0;
    const tree = createTree(system(() => {
      if (count++ === 0) throw new DiscFault(code, "the first time");
      return [node("a", "a", false)];
    }));
    await rejects(tree.list(""), { message: "the first time" });
    if (code === "unreadable") same((await tree.list("")).length, 1);
    else await rejects(tree.list(""), { message: "the first time" });
    same(count, reads);
  }
});
