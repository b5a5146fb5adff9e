import { Fault } from "../../kit/fault.ts";
import { createMutex } from "../../kit/async.ts";
import { addToLibrary } from "./add_to_library.ts";
import { checkAccess } from "./check_access.ts";
import { deliverRip } from "./deliver.ts";
import { addAlbum } from "./music/add_album.ts";
import { deliverAlbum } from "./music/deliver_album.ts";
import { publishAlbum } from "./music/publish_album.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { Delivery } from "./model.ts";
import { deliveryFolder, hiddenFolder, publishFiles } from "./publish.ts";
import type { RetryMemory } from "./retry_memory.ts";
import { sweepRips } from "./sweep.ts";
import type { StoredRip } from "../rip_schema.ts";

/**
 * Creates the delivery service. Sweeps run one after another, because two concurrent sweeps would offer the same files
 * twice.
 */
export function createDelivery(deps: DeliveryDeps): Delivery & { close(): Promise<void> } {
  const memory: RetryMemory = new Map();
  const mutex = createMutex();
  const reserving = createMutex();
  const ending = new AbortController();
  return {
    folderOf: (rip) =>
      rip.cd === undefined
        ? Promise.resolve(deliveryFolder(deps, rip))
        : reserving(() => reserveAlbumFolder(deps, rip)),
    publish: (rip, options) => (rip.cd === undefined ? publishFiles : publishAlbum)(deps, rip, options),
    deliver: (rip, options) => (rip.cd === undefined ? deliverRip : deliverAlbum)(deps, rip, options),
    addToLibrary: (rip) => (rip.cd === undefined ? addToLibrary : addAlbum)(deps, rip),
    check: () => checkAccess(deps),
    sweep({ again = false } = {}) {
      if (!deps.settings.current().disc.enabled) throw new Fault("bad_state", "Disc ripping is disabled.");
      return mutex(() => {
        // A manual retry usually follows a fix, so the delays are reset.
        if (again) memory.clear();
        return sweepRips(deps, memory, ending.signal);
      });
    },
    async close() {
      ending.abort();
      await mutex(() => Promise.resolve());
    },
  };
}

/**
 * Reserves a folder for one disc. Two CDs may have the same name, such as the discs of a set with identical CD-Text.
 * The disc ID distinguishes them, and a number distinguishes copies of the same disc. The folder is created
 * immediately, so that no other delivery uses it.
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
