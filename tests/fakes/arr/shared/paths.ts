/** A folder as the manager sees it, and its path on this disk. */
export interface Mount {
  remote: string;
  local: string;
}

/** Translates between the manager's paths and this disk, like a container's volume. */
export interface Paths {
  toDisk(remote: string): string;
  toRemote(local: string): string;
  /** Joins path segments with the separator of the manager. */
  join(...parts: string[]): string;
  parent(path: string): string;
  name(path: string): string;
  /** True for a path inside the folder or the folder itself. Trailing slashes are ignored. */
  within(path: string, folder: string): boolean;
}

export function pathsOf(mounts: Mount[], windows = false): Paths {
  const separator = windows ? "\\" : "/";
  const bare = (path: string) => path.length > 1 ? path.replace(/[\\/]+$/, "") : path;
  const same = (path: string) => windows ? bare(path).toLowerCase().replaceAll("/", "\\") : bare(path);
  const within = (path: string, folder: string) =>
    same(path) === same(folder) || same(path).startsWith(`${same(folder)}${separator}`);
  const longestFirst = mounts.toSorted((a, b) => b.remote.length - a.remote.length);
  const cut = (path: string) => Math.max(path.lastIndexOf("/"), windows ? path.lastIndexOf("\\") : -1);

  return {
    toDisk(remote) {
      const mount = longestFirst.find((mount) => within(remote, mount.remote));
      if (mount === undefined) return remote;
      const rest = bare(remote).slice(bare(mount.remote).length).replaceAll(separator, "/");
      return bare(mount.local) + rest;
    },
    toRemote(local) {
      const mount = mounts.find((mount) => local === bare(mount.local) || local.startsWith(`${bare(mount.local)}/`));
      if (mount === undefined) return local;
      return bare(mount.remote) + local.slice(bare(mount.local).length).replaceAll("/", separator);
    },
    join: (first = "", ...rest) => [first === separator ? "" : bare(first), ...rest].join(separator),
    parent: (path) => bare(path).slice(0, cut(bare(path))) || "/",
    name: (path) => bare(path).slice(cut(bare(path)) + 1),
    within,
  };
}
