import type { ComponentChildren } from "preact";
import type * as z from "zod";
import type { ListKind } from "../../../../lib/library/lists/model.ts";
import type { LibraryState, TitleLetters } from "../../../../lib/library/video_model.ts";

/** What one list of a library is: where its titles come from, what it is narrowed by, and how a title is drawn. */

/** What an address asks of a list, as its API reads it. */
export type ListQuery = {
  q?: string | undefined;
  filter: string;
  sort: string;
  order?: "asc" | "desc" | undefined;
  limit: number;
  offset?: number | undefined;
} & Record<string, string | number | undefined>;

/** Narrows the list to those of which `name` is `value`. */
export interface ListChip {
  name: string;
  value: string;
  label: string;
}

/** Something to narrow by that has too many values for chips. */
export interface ListField {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** What the list can be sorted by, and in which order at first. */
export interface ListSort {
  sort: string;
  label: string;
  first: "asc" | "desc";
}

/** A column of the table between title and size. On a telephone the `main` one stands under the title, others go. */
export interface ListColumn {
  label: string;
  sort?: string;
  main?: boolean;
  num?: boolean;
}

/** A title as every list draws it. */
export interface ListTitle {
  id: string | number;
  path: string;
  title: string;
  /** Beside the title in a table: year, artist. */
  aside?: string | number | undefined;
  /** Under the title of a poster. */
  line: string;
  picture: ComponentChildren;
  marks: ComponentChildren;
  badges: readonly string[];
  /** As many as the list has columns. */
  cells: readonly ComponentChildren[];
  sizeBytes: number;
  /** It has files that can be encoded. */
  canChoose: boolean;
}

/** What is the same for every state of a list. */
export interface ListFacts {
  kind: ListKind;
  path: string;
  title: string;
  /** Name of the table. */
  table: string;
  one: string;
  many: string;
  /** What is typed into the search field. */
  searched: string;
  /** Pictures are covers, not posters. */
  square?: boolean;
  chips: readonly (readonly ListChip[])[];
  fields: readonly ListField[];
  sorts: readonly ListSort[];
  columns: readonly ListColumn[];
  /** The query that nothing was asked in. */
  usual: ListQuery;
}

/** A list and the calls that fill it. */
export interface ListSource<Q extends ListQuery = ListQuery> extends Omit<ListFacts, "usual"> {
  schema: z.ZodType<Q>;
  /** Sorted so, a list has letters beside it. */
  lettered: readonly string[];
  /** Which titles stand on the page, and how old that knowledge is. */
  load(query: Q): Promise<{ titles: ListTitle[]; total: number; state?: LibraryState }>;
  /** Names alone, in order of the list. */
  names(query: Q): Promise<string[]>;
  letters(query: Q): Promise<TitleLetters>;
}

const SIZES = { films: [5, 10, 20, 40, 60], music: [1, 2, 5, 10, 20] };

/** The field that narrows by size, in steps that fit what is listed. */
export const sizeField = (of: keyof typeof SIZES): ListField => ({
  name: "minBytes",
  label: "Size",
  options: [
    ["", "Any size"],
    ...SIZES[of].map((gb) => [String(gb * 1_000_000_000), `over ${gb}\u00a0GB`] as const),
  ],
});

/** Chips that narrow by the same thing. */
export const chipsOf = (name: string, chips: Record<string, string>): ListChip[] =>
  Object.entries(chips).map(([value, label]) => ({ name, value, label }));
