import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";

/** Chosen files, kept for the pages that follow: an address holds no more than a few dozen paths. */
export interface Selections {
  /** Answers the id. */
  keep(paths: string[]): string;
  /** Throws `not_found` for one that was never kept, or that was dropped for later ones. */
  paths(id: string): string[];
}

const MAX_SELECTIONS = 50;

/** Selections of this run of the service. */
export function createSelections(): Selections {
  const kept = new Map<string, string[]>();
  return {
    keep(paths) {
      const id = newId();
      kept.set(id, [...new Set(paths)]);
      for (const old of [...kept.keys()].slice(0, -MAX_SELECTIONS)) kept.delete(old);
      return id;
    },
    paths(id) {
      const paths = kept.get(id);
      if (paths === undefined) {
        throw new Fault("not_found", "This selection is not known any more; choose the files again.");
      }
      return paths;
    },
  };
}
