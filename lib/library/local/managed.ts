import type { ManagedFolders } from "../../../db/library/local/local_scan.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** Knows the titles whose folder a manager has, and keeps them out of sight where that is wanted. */
export interface Managed {
  /** The folders of the managers' titles on this machine, and whether what lies in them is hidden. */
  folders(): Promise<ManagedFolders>;
  /** Marks and hides anew when the folders are not those of the last time; always when `anyway`. */
  hide(anyway?: boolean): Promise<void>;
  /** Has the connected managers read, so that their folders are those of now. Failures are kept by the library. */
  read(): Promise<void>;
}

/** The store of managers' titles, the index to hide them in, and the library that reads the managers. */
export interface ManagedOptions {
  settings: Pick<SettingsService, "current">;
  catalogue: { folders(arrs: LibraryKind[]): Promise<string[]> };
  index: { markManaged(managed: ManagedFolders): Promise<void> };
  library: { refresh(kind: "movie" | "series"): Promise<unknown> };
}

/** Which folders were hidden last is kept in memory: the first `hide` after a start always writes. */
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
