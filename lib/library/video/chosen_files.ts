import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import { LANGUAGE } from "../../../db/library/title_facets.ts";
import { lettersOfSigns } from "../lists/letters.ts";
import type { TitleChoice, TitleLetters, TitleListing } from "../video_model.ts";

/** Queries for whole lists: the files of selected titles, and index letters. */

type Repository = Pick<CatalogueRepository, "idsOfList" | "filesOfTitles" | "firstSigns" | "facets">;

/** A file of a selection. `path` is local. */
export interface ChosenFile {
  path: string;
  sizeBytes: number;
}

/** Returns the files of the titles without duplicates. Titles without a file are skipped. */
export async function chosenFiles(repository: Repository, choice: TitleChoice): Promise<ChosenFile[]> {
  const { kind, ids, list, except, remuxOnly } = choice;
  const arr = kind === "movies" ? "movie" : "series";
  const found = ids ?? (list === undefined ? [] : await repository.idsOfList(arr, list));
  const left = new Set(except);
  return await repository.filesOfTitles(arr, found.filter((id) => !left.has(id)), { remuxOnly });
}

/** Returns the languages of all files in a library, sorted. */
export async function languagesOf(repository: Repository, kind: "movie" | "series"): Promise<string[]> {
  const words = new Set((await repository.facets(kind)).flatMap((text) => text.split(" ")));
  return [...words].filter((word) => word.startsWith(LANGUAGE)).map((word) => word.slice(LANGUAGE.length)).sort();
}

/** Returns the index letters of a list sorted by title. */
export const lettersOf = async (
  repository: Repository,
  kind: "movie" | "series",
  listing: TitleListing,
): Promise<TitleLetters> => lettersOfSigns(await repository.firstSigns(kind, listing));
