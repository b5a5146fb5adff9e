import * as z from "zod";

/** Lists that a person keeps under a name. */

/** The lists of a library; also the values that the API takes. */
export const LIST_KINDS = ["movies", "series", "artists", "albums", "local"] as const;
/** Which list of a library. */
export type ListKind = typeof LIST_KINDS[number];

const name = z.string().trim().min(1, { error: "Give the view a name." }).max(60);
const query = z.string().max(1_000).transform((text) => text.replace(/^\?/, ""))
  .describe("What the address of the list says behind its ?: chips, sort and layout");

/** A list of a library under a name; the same address opens it. */
export const SavedView = z.object({
  id: z.string(),
  kind: z.enum(LIST_KINDS),
  name: z.string(),
  query: z.string(),
  createdAt: z.iso.datetime(),
}).meta({ id: "SavedView" });
/** `query` has no `?` in front. */
export type SavedView = z.infer<typeof SavedView>;

/** A new view. */
export const SavedViewInput = z.object({ kind: z.enum(LIST_KINDS), name, query }).meta({ id: "SavedViewInput" });
/** `query` may begin with `?`. */
export type SavedViewInput = z.infer<typeof SavedViewInput>;

/** What of a view is changed. */
export const SavedViewChange = z.object({ name: name.optional(), query: query.optional() }).meta({
  id: "SavedViewChange",
});
/** What is absent stays. */
export type SavedViewChange = z.infer<typeof SavedViewChange>;
