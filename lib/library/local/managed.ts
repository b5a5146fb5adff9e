import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";

/** Keeps titles out of sight whose folder a manager has. */
export interface Managed {
  /** The folders of the managers' titles on this machine; none when nothing is to be hidden. */
  folders(): Promise<string[]>;
  /** Hides anew when the folders are not those of the last time; always when `anyway`. */
  hide(anyway?: boolean): Promise<void>;
  /** Has the connected managers read, so that their folders are those of now. Failures are kept by the library. */
  read(): Promise<void>;
}

/** The store of managers' titles, the index to hide them in, and the library that reads the managers. */
export interface ManagedOptions {
  settings: Pick<SettingsService, "current">;
  catalogue: { folders(arrs: LibraryKind[]): Promise<string[]> };
  index: { hide(folders: string[]): Promise<void> };
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
  const folders = (): Promise<string[]> =>
    settings.current().localMedia.hideArrManaged
      ? catalogue.folders(connected(["movie", "series", "music"]))
      : Promise.resolve([]);

  return {
    folders,
    hide(anyway = false) {
      const mine = turn.then(async () => {
        const now = await folders();
        const key = now.toSorted().join("\0");
        if (!anyway && key === hidden) return;
        await index.hide(now);
        hidden = key;
      });
      turn = mine.catch(() => {});
      return mine;
    },
    read: async () =>
      void await Promise.allSettled(connected(["movie", "series"]).map((kind) => library.refresh(kind))),
  };
}
