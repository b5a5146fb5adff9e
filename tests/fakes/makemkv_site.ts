import { run } from "../kit/run.ts";

/** A file of an archive, or with `link` a symbolic link. */
export type ArchiveFile = string | { link: string };

/** Creates a gzip-compressed tar archive with one folder at the top, as MakeMKV's site offers them. */
export async function makemkvArchive(
  name: string,
  files: Record<string, ArchiveFile>,
  options: string[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_test_" });
  try {
    for (const [path, file] of Object.entries(files)) {
      const place = `${folder}/${name}/${path}`;
      await Deno.mkdir(place.slice(0, place.lastIndexOf("/")), { recursive: true });
      if (typeof file === "string") await Deno.writeTextFile(place, file, { mode: 0o755 });
      else await Deno.symlink(file.link, place);
    }
    const { code, stderr } = await run("tar", [...options, "-czf", `${name}.tar.gz`, name], { cwd: folder });
    if (code !== 0) throw new Error(stderr);
    return await Deno.readFile(`${folder}/${name}.tar.gz`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Response of the fake for a path: bytes, or a function that responds. */
export type Served = Uint8Array<ArrayBuffer> | string | (() => Response | Promise<Response>);

/** A site with MakeMKV's archives. `served` may be changed at any time. */
export function startMakemkvSite(served: Record<string, Served> = {}) {
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname;
    asked.push(path);
    const found = served[path];
    if (found === undefined) return new Response("Not found", { status: 404 });
    return typeof found === "function" ? await found() : new Response(found);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    served,
    asked,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
