/** Returns the content of every file below a folder, by path. */
export async function fileContents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) Object.assign(found, await fileContents(path));
    else found[path] = await Deno.readTextFile(path);
  }
  return found;
}
