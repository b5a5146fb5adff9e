import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";

/** Selected file. `sizeBytes` is set if the size is known to the caller. */
export interface SelectedFile {
  path: string;
  sizeBytes?: number;
}

/** Selected files that are stored for later requests, because a URL can contain only a few dozen paths. */
export interface Selections {
  /** Stores files and returns the ID. Duplicate paths are ignored. `note` is a message for the user. */
  keep(files: readonly SelectedFile[], note?: string): string;
  /** Returns the message for the user. Throws the errors of `files`. */
  note(id: string): string | undefined;
  /** Returns the files. Throws `not_found` for an ID that was never stored or has expired. */
  files(id: string): SelectedFile[];
  /** Returns the paths of the files. */
  paths(id: string): string[];
}

const MAX_SELECTIONS = 50;

/** Creates the store for selections. They are kept until the service ends. */
export function createSelections(): Selections {
  const kept = new Map<string, { files: SelectedFile[]; note?: string }>();
  const keptUnder = (id: string) => {
    const found = kept.get(id);
    if (found === undefined) {
      throw new Fault("not_found", "This selection no longer exists. Select the files again.");
    }
    return found;
  };
  return {
    keep(chosen, note) {
      const id = newId();
      kept.set(id, { files: [...new Map(chosen.map((file) => [file.path, file])).values()], note });
      for (const old of [...kept.keys()].slice(0, -MAX_SELECTIONS)) kept.delete(old);
      return id;
    },
    note: (id) => keptUnder(id).note,
    files: (id) => keptUnder(id).files,
    paths: (id) => keptUnder(id).files.map(({ path }) => path),
  };
}
