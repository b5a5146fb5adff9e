import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";

/** A file that was chosen; `sizeBytes` where whoever chose it knows the size. */
export interface SelectedFile {
  path: string;
  sizeBytes?: number;
}

/** Chosen files, kept for the calls that follow: an address holds no more than a few dozen paths. */
export interface Selections {
  /** Answers the id. A path that is named twice counts once; `note` is what people are to know of the choice. */
  keep(files: readonly SelectedFile[], note?: string): string;
  /** What is to be known of a choice. Throws as `files`. */
  note(id: string): string | undefined;
  /** Throws `not_found` for one that was never kept, or that was dropped for later ones. */
  files(id: string): SelectedFile[];
  /** The same, their paths alone. */
  paths(id: string): string[];
}

const MAX_SELECTIONS = 50;

/** Selections of this run of the service. */
export function createSelections(): Selections {
  const kept = new Map<string, { files: SelectedFile[]; note?: string }>();
  const keptUnder = (id: string) => {
    const found = kept.get(id);
    if (found === undefined) {
      throw new Fault("not_found", "This selection is not known any more; choose the files again.");
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
