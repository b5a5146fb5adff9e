import { entriesOf, isFolder, mediaBelow, sizeOf } from "./disk.ts";
import { boolOf, json, type Routes, valueOf } from "./http.ts";
import type { Paths } from "./paths.ts";
import type { Fields } from "./types.ts";

const HIDDEN = /^(\.|\$recycle\.bin$|@eaDir$|#recycle$|lost\+found$|system volume information$)/i;

/** The manager's view of its disk. It reports a missing folder as empty, never as an error. */
export function filesystemRoutes(paths: Paths, windows: boolean): Routes {
  const separator = windows ? "\\" : "/";
  const ended = (path: string) => /[\\/]$/.test(path) ? path : path + separator;

  async function listing(path: string, includeFiles: boolean): Promise<Fields> {
    const local = paths.toDisk(path).replace(/(?<=.)\/+$/, "");
    const directories: Fields[] = [];
    const files: Fields[] = [];
    for (const { name, isDirectory } of await entriesOf(local)) {
      if (HIDDEN.test(name)) continue;
      const stat = await Deno.stat(`${local}/${name}`).catch(() => undefined);
      const lastModified = stat?.mtime?.toISOString();
      const remote = paths.join(path, name);
      if (isDirectory) directories.push({ type: "folder", name, path: ended(remote), lastModified });
      else if (includeFiles && stat !== undefined) {
        files.push({ type: "file", name, path: remote, size: stat.size, lastModified });
      }
    }
    return { parent: ended(paths.parent(path)), directories, files };
  }

  return {
    "GET /filesystem": async ({ query }) => {
      const asked = valueOf(query, "path") ?? "";
      const whole = boolOf(query, "allowFoldersWithoutTrailingSlashes") || /[\\/]$/.test(asked);
      const path = asked === "" ? separator : whole ? asked : ended(paths.parent(asked));
      return json(await listing(path, boolOf(query, "includeFiles")));
    },
    "GET /filesystem/type": async ({ query }) => {
      const file = await sizeOf(paths.toDisk(valueOf(query, "path") ?? "")) !== undefined;
      return json({ type: file ? "file" : "folder" });
    },
    "GET /filesystem/mediafiles": async ({ query }) => {
      const path = valueOf(query, "path") ?? "";
      const local = paths.toDisk(path);
      const found = await isFolder(local) ? await mediaBelow(local) : [];
      return json(found.map((file) => {
        const remote = paths.toRemote(file);
        return {
          path: remote,
          relativePath: remote.slice(path.replace(/[\\/]+$/, "").length + 1),
          name: paths.name(remote),
        };
      }));
    },
  };
}
