import type { ComponentChildren } from "preact";
import type * as z from "zod";
import type { ListKind } from "../../../../lib/library/lists/model.ts";
import type { LibraryState, TitleLetters } from "../../../../lib/library/video_model.ts";

/** Definition of a library list: source of the titles, filters, and rendering. */

/** Query of a list, as parsed by its API. */
export type ListQuery = {
  q?: string | undefined;
  filter: string;
  sort: string;
  order?: "asc" | "desc" | undefined;
  limit: number;
  offset?: number | undefined;
} & Record<string, string | number | undefined>;

/** Chip that filters the list to titles whose field `name` has the given `value`. */
export interface ListChip {
  name: string;
  value: string;
  label: string;
}

/** A filter with too many values for chips. */
export interface ListField {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** A sort field and its initial order. */
export interface ListSort {
  sort: string;
  label: string;
  first: "asc" | "desc";
}

/**
 * Table column between title and size. On a phone, the `main` column moves below the title and the others are hidden.
 */
export interface ListColumn {
  label: string;
  sort?: string;
  main?: boolean;
  num?: boolean;
}

/** A title as rendered by every list. */
export interface ListTitle {
  id: string | number;
  path: string;
  title: string;
  /** Year or artist, which a table shows next to the title. */
  aside?: string | number | undefined;
  /** Text below the title of a poster. */
  line: string;
  image: ComponentChildren;
  marks: ComponentChildren;
  badges: readonly string[];
  /** One cell per column. */
  cells: readonly ComponentChildren[];
  sizeBytes: number;
  /** True if the title has files that can be encoded. */
  canChoose: boolean;
}

/** Properties that do not depend on the list's state. */
export interface ListFacts {
  kind: ListKind;
  path: string;
  title: string;
  /** Name of the table for screen readers. */
  table: string;
  one: string;
  many: string;
  /** Description of the texts that the search field searches. */
  searched: string;
  /** True if images are square covers instead of posters. */
  square?: boolean;
  chips: readonly (readonly ListChip[])[];
  fields: readonly ListField[];
  sorts: readonly ListSort[];
  columns: readonly ListColumn[];
  /** Query with default values. */
  usual: ListQuery;
}

/** A list and the functions that load it. */
export interface ListSource<Q extends ListQuery = ListQuery> extends Omit<ListFacts, "usual"> {
  schema: z.ZodType<Q>;
  /** Sort fields for which the list shows initial letters. */
  lettered: readonly string[];
  /** Loads the titles and the age of the data. */
  load(query: Q): Promise<{ titles: ListTitle[]; total: number; state?: LibraryState }>;
  /** Loads only the names, in list order. */
  names(query: Q): Promise<string[]>;
  letters(query: Q): Promise<TitleLetters>;
}

const SIZES = { video: [5, 10, 20, 40, 60], music: [1, 2, 5, 10, 20] };

/** Filter field for sizes, with steps that fit the kind of title. */
export const sizeField = (of: keyof typeof SIZES): ListField => ({
  name: "minBytes",
  label: "Size",
  options: [
    ["", "Any size"],
    ...SIZES[of].map((gb) => [String(gb * 1_000_000_000), `over ${gb}\u00a0GB`] as const),
  ],
});

/** Returns chips that filter by the same field. */
export const chipsOf = (name: string, chips: Record<string, string>): ListChip[] =>
  Object.entries(chips).map(([value, label]) => ({ name, value, label }));
