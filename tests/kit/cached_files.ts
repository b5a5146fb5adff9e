import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { findProgram } from "../../build/needs.ts";

/**
 * The cache of files that tests need and that take time to make (clips, discs, archives), shared by all checkouts and test
 * files of this machine. `deno task clean` removes it.
 */
export const cacheFolder = (): string => join(tmpdir(), `lathe-tests-${Deno.uid() ?? 0}`);

/** Programs whose other version makes other files of the same recipe. */
const TOOLS = ["ffmpeg", "mkvmerge"];

/** Path, size and date of the tools: asking them for their versions would start two programs per test file. */
const toolIdentity = (): string[] =>
  TOOLS.map((name) => {
    const path = findProgram(name);
    if (path === undefined) return name;
    const { size, mtime } = Deno.statSync(path);
    return [Deno.realPathSync(path), size, mtime?.getTime()].join(" ");
  });

/**
 * The path of the file that `make` makes in the folder it gets, made once per recipe and version of the tools. The folder
 * gets its final name when it is complete, so test files may ask at the same time. Callers only read the file and the
 * folder; a test that changes, moves or removes its file uses `copyCached`.
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
    // Another test file may have been faster; its folder holds the same.
    await Deno.rename(folder, target).catch(() => Deno.remove(folder, { recursive: true }));
    return join(target, name);
  } catch (error) {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    throw error;
  }
}

/** A copy at `path` of the file that `make` writes to the path it gets, made once per recipe. */
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

/** The value that `make` makes, once per recipe: whatever can be cloned, such as maps of bytes. Each caller gets a copy. */
export async function cachedValue<T>(recipe: string[], make: () => Promise<T>): Promise<T> {
  const path = await cachedFile(recipe, async (folder) => {
    await Deno.writeFile(join(folder, "value"), serialize(await make()));
    return join(folder, "value");
  });
  return deserialize(await Deno.readFile(path));
}

/** The texts of modules, as a part of the recipe of what they make: another maker makes another file. */
export const sourceTexts = (base: string, ...names: string[]): string[] =>
  names.map((name) => Deno.readTextFileSync(new URL(name, base)));
