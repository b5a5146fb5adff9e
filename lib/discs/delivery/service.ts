import { Fault } from "../../kit/fault.ts";
import { createMutex } from "../../kit/async.ts";
import { addToLibrary } from "./add_to_library.ts";
import { checkAccess } from "./check_access.ts";
import { deliverRip } from "./deliver.ts";
import { addAlbum } from "./music/add_album.ts";
import { reserveAlbumFolder } from "./music/album_folder.ts";
import { deliverAlbum } from "./music/deliver_album.ts";
import { publishAlbum } from "./music/publish_album.ts";
import type { DeliveryDeps } from "./deps.ts";
import type { Delivery } from "./model.ts";
import { deliveryFolder, publishFiles } from "./publish.ts";
import type { RetryMemory } from "./retry_memory.ts";
import { sweepRips } from "./sweep.ts";

/**
 * Creates the delivery service. Sweeps are serialized, because two concurrent ones would offer the same files twice.
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
      if (!deps.settings.current().disc.enabled) throw new Fault("bad_state", "Disc ripping is off.");
      return mutex(() => {
        // A manual retry usually follows a fix, so the pauses are reset.
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
