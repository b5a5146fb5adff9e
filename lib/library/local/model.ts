import * as z from "zod";
import { LocalCandidate, LocalItem, type LocalStatus } from "./recognition/model.ts";

/** Shapes of the local media API beside those of the index. */

/** A page of the list of local media; the files of its titles are left out. */
export const LocalItems = z.object({
  items: z.array(LocalItem),
  total: z.int(),
  limit: z.int(),
  nextCursor: z.string().optional(),
}).meta({ id: "LocalItemPage" });
/** A page of titles; `total` counts all that fit the query, `nextCursor` is absent on the last page. */
export type LocalItems = z.infer<typeof LocalItems>;

const webAddress = z.url({ protocol: /^https?$/ }).max(4096).optional();

/** What a person says a title is: one of the candidates, or none of them. */
export const LocalMatch = z.union([
  z.object({
    candidate: LocalCandidate.extend({
      url: webAddress,
      poster: webAddress,
      backdrop: webAddress,
      overview: z.string().max(20_000).optional(),
      genres: LocalCandidate.shape.genres.max(50).default([]),
    }),
  }),
  z.object({ clear: z.literal(true) }),
]).meta({ id: "LocalMatch" });
/** Body of a manual match; `clear` removes what was matched. */
export type LocalMatch = z.infer<typeof LocalMatch>;

/** What local media tell on the bus, and what they hear there. */
export interface LocalBusEvents {
  local: { local: LocalStatus };
  /** The titles of a manager were read anew. */
  library: { kind: string };
}
