import * as z from "zod";

/** Saved views of library lists. */

/** The library lists. The API accepts the same values. */
export const LIST_KINDS = ["movies", "series", "artists", "albums", "local"] as const;
/** Kind of library list. */
export type ListKind = typeof LIST_KINDS[number];

const name = z.string().trim().min(1, { error: "Enter a name for the view." }).max(60);
const query = z.string().max(1_000).transform((text) => text.replace(/^\?/, ""))
  .describe("The query string of the list's address: filter chips, sort order and layout");

/** A saved list with its filters. It is opened with the same query string. */
export const SavedView = z.object({
  id: z.string(),
  kind: z.enum(LIST_KINDS),
  name: z.string(),
  query: z.string(),
  createdAt: z.iso.datetime(),
}).meta({ id: "SavedView" });
/** `query` has no leading `?`. */
export type SavedView = z.infer<typeof SavedView>;

/** Input for creating a view. */
export const SavedViewInput = z.object({ kind: z.enum(LIST_KINDS), name, query }).meta({ id: "SavedViewInput" });
/** `query` may start with `?`. */
export type SavedViewInput = z.infer<typeof SavedViewInput>;

/** Changes to a view. */
export const SavedViewChange = z.object({ name: name.optional(), query: query.optional() }).meta({
  id: "SavedViewChange",
});
/** Absent fields are not changed. */
export type SavedViewChange = z.infer<typeof SavedViewChange>;
