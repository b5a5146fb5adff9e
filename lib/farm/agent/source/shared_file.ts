import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { realPlace } from "../../../kit/disk/real_place.ts";
import type { PartMessage } from "../../protocol.ts";

/** A media folder of the service, with its path on this machine. */
export interface MediaRoot {
  /** Path on the service. */
  path: string;
  /** Path on this machine. */
  local: string;
}

/** Converts the path of a source to a path on this machine. Undefined if it is not in any of the folders. Pure. */
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
 * Returns the local path of a source in one of the folders, after the service has confirmed its content. Undefined if
 * it must be transferred. Links that lead outside the folder are not followed.
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
  // Opening a named pipe would block.
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
