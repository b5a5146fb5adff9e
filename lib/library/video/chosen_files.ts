import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import { LANGUAGE } from "../../../db/library/title_facets.ts";
import { lettersOfSigns } from "../lists/letters.ts";
import type { TitleChoice, TitleLetters, TitleListing } from "./model.ts";

/** What is asked of whole lists: the files of chosen titles, and where letters begin. */

type Repository = Pick<CatalogueRepository, "idsOfList" | "filesOfTitles" | "firstSigns" | "facets">;

/** A file as a selection keeps it; `path` on this machine. */
export interface ChosenFile {
  path: string;
  sizeBytes: number;
}

/** The files of the titles, each once; those without a file are left out. */
export async function chosenFiles(repository: Repository, choice: TitleChoice): Promise<ChosenFile[]> {
  const { kind, ids, list, except, remuxOnly } = choice;
  const arr = kind === "movies" ? "movie" : "series";
  const found = ids ?? (list === undefined ? [] : await repository.idsOfList(arr, list));
  const left = new Set(except);
  return await repository.filesOfTitles(arr, found.filter((id) => !left.has(id)), { remuxOnly });
}

/** The words of all languages, in their order. */
export async function languagesOf(repository: Repository, kind: "movie" | "series"): Promise<string[]> {
  const words = new Set((await repository.facets(kind)).flatMap((text) => text.split(" ")));
  return [...words].filter((word) => word.startsWith(LANGUAGE)).map((word) => word.slice(LANGUAGE.length)).sort();
}

/** The letters of a list by title. */
export const lettersOf = async (
  repository: Repository,
  kind: "movie" | "series",
  listing: TitleListing,
): Promise<TitleLetters> => lettersOfSigns(await repository.firstSigns(kind, listing));
