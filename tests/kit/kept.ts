/** What is made once by ffmpeg and the like is kept in the system's temporary folder, for all files of a run and the next. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The path of what `make` made of this recipe in a folder it is given: once, whoever asks first. The folder appears under its
 * final name only when it is complete. Nobody writes to what is kept: `copyKept` is for those who change, move or remove it.
 */
export async function kept(recipe: string[], make: (folder: string) => Promise<string>): Promise<string> {
  const key = createHash("sha256").update(recipe.join("\0")).digest("hex").slice(0, 24);
  const root = join(tmpdir(), `lathe-fixtures-${Deno.uid() ?? 0}`);
  const target = join(root, key);
  const known = await Deno.readTextFile(join(target, "made")).catch(() => undefined);
  if (known) return join(target, known);
  await Deno.mkdir(root, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: root, prefix: "making-" });
  const path = await make(folder);
  const name = path.slice(folder.length + 1);
  await Deno.writeTextFile(join(folder, "made"), name);
  // Somebody else may have been faster; theirs is as good.
  await Deno.rename(folder, target).catch(() => Deno.remove(folder, { recursive: true }));
  return join(target, name);
}

/** A copy at `path` of what `make` writes to the file it is given, made once per recipe. */
export async function copyKept(
  path: string,
  recipe: string[],
  make: (made: string) => Promise<unknown>,
): Promise<void> {
  const made = await kept(recipe, async (folder) => {
    await make(join(folder, "made-file"));
    return join(folder, "made-file");
  });
  await Deno.copyFile(made, path);
}
