import { keepUntilEnd, type LocalState, scanAll } from "./local_state.ts";
import { localRoots, rootsToScan } from "./roots.ts";
import type { FolderWatch } from "./watch/folder_watch.ts";

/** Watches the folders of the index while this is enabled in the settings. */
export interface LocalWatch {
  /** Applies the current settings. */
  apply(): void;
  close(): void;
}

/** Services of the watch in addition to those of the index. */
interface LocalWatchOptions {
  /** Called after a scan that a change caused. */
  onScanned?: () => Promise<unknown>;
}

/** Creates the watch. Its code is loaded only if it is enabled. */
export function createLocalWatch(state: LocalState, { onScanned }: LocalWatchOptions): LocalWatch {
  let watch: Promise<FolderWatch> | undefined;
  const scan = async () => {
    await scanAll(state);
    await onScanned?.();
  };
  const open = async () => {
    const { createFolderWatch } = await import("./watch/folder_watch.ts");
    return createFolderWatch({
      changed: () => keepUntilEnd(state, scan(), "Changed local media could not be scanned."),
      onUnwatched: (folder, reason) =>
        state.log("info", "A folder is rescanned instead of watched.", { folder, reason }),
    });
  };
  const close = () => {
    const closing = watch;
    watch = undefined;
    closing?.then((one) => one.close()).catch(() => {});
  };
  return {
    apply() {
      const settings = state.settings.current();
      if (!settings.localMedia.enabled || !settings.localMedia.watch) return close();
      watch ??= open();
      const folders = rootsToScan(localRoots(settings)).map(({ path }) => path);
      keepUntilEnd(state, watch.then((one) => one.set(folders)), "Local media cannot be watched.");
    },
    close,
  };
}
