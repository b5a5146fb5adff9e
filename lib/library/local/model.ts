import * as z from "zod";
import { LocalCandidate, LocalItem, type LocalStatus } from "../local_title_model.ts";

/** Schemas of the local media API, in addition to those of the index. */

/** A page of the local media list, without the titles' files. */
export const LocalItems = z.object({
  items: z.array(LocalItem),
  total: z.int(),
  limit: z.int(),
  nextCursor: z.string().optional(),
}).meta({ id: "LocalItemPage" });
/** A page of titles. `total` is the number of titles that match the query. `nextCursor` is absent on the last page. */
export type LocalItems = z.infer<typeof LocalItems>;

const webAddress = z.url({ protocol: /^https?$/ }).max(4096).optional();

/** A manual match of a title: one of the candidates, or none. */
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
/** Body of a manual match. `clear` removes the current match. */
export type LocalMatch = z.infer<typeof LocalMatch>;

/** Bus events that local media publishes and listens to. */
export interface LocalBusEvents {
  local: { local: LocalStatus };
  /** The titles of a manager were refreshed. */
  library: { kind: string };
}
