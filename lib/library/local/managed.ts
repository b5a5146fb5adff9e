import type { ManagedFolders } from "../../../db/library/local/local_scan.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** Finds titles whose folder belongs to a manager, and hides them if enabled. */
export interface Managed {
  /** Returns the managers' folders for titles on this machine, and whether their contents are hidden. */
  folders(): Promise<ManagedFolders>;
  /** Updates the hidden titles if the managers' folders have changed, or in any case if `anyway` is true. */
  hide(anyway?: boolean): Promise<void>;
  /** Refreshes the connected managers to get their current folders. Failures are stored by the library. */
  read(): Promise<void>;
}

/** The store of the managers' titles, the index in which titles are hidden, and the library that reads the managers. */
export interface ManagedOptions {
  settings: Pick<SettingsService, "current">;
  catalogue: { folders(arrs: LibraryKind[]): Promise<string[]> };
  index: { markManaged(managed: ManagedFolders): Promise<void> };
  library: { refresh(kind: "movie" | "series"): Promise<unknown> };
}

/**
 * Creates the service that hides managed titles. The folders that were hidden last are kept only in memory, so the
 * first `hide` after a start always writes.
 */
export function createManaged({ settings, catalogue, index, library }: ManagedOptions): Managed {
  let hidden: string | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const connected = <K extends LibraryKind>(kinds: readonly K[]): K[] => {
    const { connections } = settings.current();
    return kinds.filter((kind) => connections[kind].enabled);
  };
  const folders = async (): Promise<ManagedFolders> => ({
    folders: await catalogue.folders(connected(["movie", "series", "music"])),
    hide: settings.current().localMedia.hideArrManaged,
  });

  return {
    folders,
    hide(anyway = false) {
      const mine = turn.then(async () => {
        const now = await folders();
        const key = [now.hide, ...now.folders.toSorted()].join("\0");
        if (!anyway && key === hidden) return;
        await index.markManaged(now);
        hidden = key;
      });
      turn = mine.catch(() => {});
      return mine;
    },
    read: async () =>
      void await Promise.allSettled(connected(["movie", "series"]).map((kind) => library.refresh(kind))),
  };
}
