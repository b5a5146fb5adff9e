import type { DeliveryDeps } from "../deps.ts";
import { deliveryFolder, hiddenFolder } from "../publish.ts";
import type { StoredRip } from "../../rip_schema.ts";

/**
 * Reserves a folder for one disc. Two CDs may have the same name, such as the discs of a set with identical CD-Text:
 * the disc ID distinguishes them, and a number distinguishes copies of the same disc. The folder is created at once so
 * that no other delivery uses it.
 */
export async function reserveAlbumFolder(
  deps: Pick<DeliveryDeps, "settings" | "storage" | "rips">,
  rip: StoredRip,
): Promise<string> {
  if (rip.deliveryDir !== undefined) return rip.deliveryDir;
  const wanted = deliveryFolder(deps, rip);
  const used = new Set(
    (await deps.rips.list()).flatMap(({ id, record }) => id === rip.id ? [] : record.deliveryDir ?? []),
  );
  const discId = rip.cd?.discId ?? "";
  const own = discId === "" ? wanted : `${wanted} [${discId}]`;
  for (let number = 0;; number++) {
    const folder = number === 0 ? wanted : number === 1 ? own : `${own} (${number})`;
    if (used.has(folder) || await isThere(folder) || await isThere(hiddenFolder(folder))) continue;
    await Deno.mkdir(folder, { recursive: true });
    return folder;
  }
}

const isThere = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);
