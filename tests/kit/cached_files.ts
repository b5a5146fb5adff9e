import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { findProgram } from "../../build/needs.ts";

/**
 * Cache folder for test files that take time to create (clips, discs, archives), shared by all checkouts and test files
 * on this machine. `deno task clean` removes it.
 */
export const cacheFolder = (): string => join(tmpdir(), `lathe-tests-${Deno.uid() ?? 0}`);

/** Tools whose version affects the created files. */
const TOOLS = ["ffmpeg", "mkvmerge"];

/** Returns path, size and date of the tools. Querying the versions would start two processes per test file. */
const toolIdentity = (): string[] =>
  TOOLS.map((name) => {
    const path = findProgram(name);
    if (path === undefined) return name;
    const { size, mtime } = Deno.statSync(path);
    return [Deno.realPathSync(path), size, mtime?.getTime()].join(" ");
  });

/**
 * Returns the path of a file that `make` creates once per recipe and tool version in the folder passed to it. The
 * folder is renamed when complete, so test files may call this concurrently. Callers must only read the file and the
 * folder. A test that changes, moves or removes its file uses `copyCached`.
 */
export async function cachedFile(recipe: string[], make: (folder: string) => Promise<string>): Promise<string> {
  const key = createHash("sha256").update([...toolIdentity(), ...recipe].join("\0")).digest("hex").slice(0, 24);
  const root = cacheFolder();
  const target = join(root, key);
  const known = await Deno.readTextFile(join(target, "made")).catch(() => undefined);
  if (known) return join(target, known);
  await Deno.mkdir(root, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: root, prefix: "making-" });
  try {
    const path = await make(folder);
    const name = path.slice(folder.length + 1);
    await Deno.writeTextFile(join(folder, "made"), name);
    // If the rename fails, another test file has created the folder with the same content.
    await Deno.rename(folder, target).catch(() => Deno.remove(folder, { recursive: true }));
    return join(target, name);
  } catch (error) {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    throw error;
  }
}

/** Copies to `path` the file that `make` creates, once per recipe, at the path passed to it. */
export async function copyCached(
  path: string,
  recipe: string[],
  make: (made: string) => Promise<unknown>,
): Promise<void> {
  const made = await cachedFile(recipe, async (folder) => {
    await make(join(folder, "made-file"));
    return join(folder, "made-file");
  });
  await Deno.copyFile(made, path);
}

/**
 * Returns the value that `make` creates once per recipe. It may be any cloneable value, such as maps of bytes. Each
 * caller receives a copy.
 */
export async function cachedValue<T>(recipe: string[], make: () => Promise<T>): Promise<T> {
  const path = await cachedFile(recipe, async (folder) => {
    await Deno.writeFile(join(folder, "value"), serialize(await make()));
    return join(folder, "value");
  });
  return deserialize(await Deno.readFile(path));
}

/** Returns the source texts of modules as part of a recipe, so that a changed generator invalidates its files. */
export const sourceTexts = (base: string, ...names: string[]): string[] =>
  names.map((name) => Deno.readTextFileSync(new URL(name, base)));
