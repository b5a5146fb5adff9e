import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { realPlace } from "../../../kit/disk/real_place.ts";
import type { PartMessage } from "../../protocol.ts";

/** A folder of the service, and where this machine sees it. */
export interface MediaRoot {
  /** As the service calls it. */
  path: string;
  /** As it is called here. */
  local: string;
}

/** Where the source would lie on this machine; undefined when it is in no folder of theirs. Pure. */
export function localPath(path: string, roots: readonly MediaRoot[]): string | undefined {
  for (const { path: root, local } of roots) {
    const below = root.endsWith("/") || root.endsWith("\\") ? root : `${root}/`;
    const plain = path.replaceAll("\\", "/");
    if (!plain.startsWith(below.replaceAll("\\", "/"))) continue;
    const rest = plain.slice(below.length).split("/");
    if (rest.some((name) => name === ".." || name === "")) continue;
    return join(local, ...rest);
  }
  return undefined;
}

/**
 * The source as this machine sees it in one of its folders, once the service knows its bytes; undefined when it must be
 * transferred. A link that leads out of the folder is not followed.
 */
export async function findSharedFile(
  { path, sizeBytes, proof }: PartMessage["source"],
  roots: readonly MediaRoot[],
  prove: (sha256: string) => Promise<boolean>,
): Promise<string | undefined> {
  const local = localPath(path, roots);
  if (local === undefined) return undefined;
  const real = await realPlace(local);
  const allowed = await Promise.all(roots.map((root) => realPlace(root.local)));
  if (!allowed.some((root) => real.startsWith(join(root, "/")))) return undefined;
  const sha256 = await hashOf(real, sizeBytes, proof).catch(() => undefined);
  return sha256 !== undefined && await prove(sha256) ? real : undefined;
}

async function hashOf(
  path: string,
  sizeBytes: number,
  { offset, length }: PartMessage["source"]["proof"],
): Promise<string | undefined> {
  const info = await Deno.stat(path);
  // Opening a pipe would hang.
  if (!info.isFile || info.size !== sizeBytes) return undefined;
  const handle = await open(path, "r");
  try {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytesRead === length ? createHash("sha256").update(bytes).digest("hex") : undefined;
  } finally {
    await handle.close();
  }
}
