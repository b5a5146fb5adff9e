import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { identityOf } from "../delivery/file_moves.ts";
import { isSameName } from "../delivery/file_names.ts";

/** The disk as it will be after planned undos, which have not been executed. */
export interface DiskView {
  /** Returns the identity that a file will have, or undefined if there will be none. */
  identify(path: string): Promise<SourceIdentity | undefined>;
  /** True if another spelling of a file name will be in use, which some file systems regard as the same name. */
  hasOtherSpelling(path: string): Promise<boolean>;
  /** Records a planned move. A file at the new path is replaced. */
  move(from: string, to: string, identity: SourceIdentity): void;
  /** True if a planned move has changed this path. */
  isPlanned(path: string): boolean;
}

/** Creates a view of the disk as it is now. */
export function createDiskView(): DiskView {
  const planned = new Map<string, SourceIdentity | undefined>();
  return {
    identify: async (path) => planned.has(path) ? planned.get(path) : await identityOf(path),
    async hasOtherSpelling(path) {
      const folder = dirname(path);
      const names = await readdir(folder).catch(() => []);
      const others = names.filter((name) => name !== basename(path) && isSameName(name, basename(path)));
      return others.some((name) => !planned.has(join(folder, name)) || planned.get(join(folder, name)) !== undefined);
    },
    move(from, to, identity) {
      planned.set(from, undefined).set(to, identity);
    },
    isPlanned: (path) => planned.has(path),
  };
}
