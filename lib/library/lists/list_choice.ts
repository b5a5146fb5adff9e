import * as z from "zod";
import { LocalListing } from "../local_title_model.ts";
import { AlbumListing, ArtistListing } from "../music_model.ts";
import { MAX_CHOSEN, TitleChoice } from "../video_model.ts";

/** Titles that the user has selected in a library list. */

const numbers = {
  ids: z.array(z.int().min(1)).max(MAX_CHOSEN).optional(),
  except: z.array(z.int().min(1)).max(MAX_CHOSEN).default([]).describe("IDs to exclude from the list"),
};
const localId = z.string().min(1).max(64);
const isOne = ({ ids, list }: { ids?: unknown; list?: unknown }) => (ids === undefined) !== (list === undefined);
const exclusiveError = { error: "Specify either ids or list." };

/** Selected artists: by number, or a whole list with exceptions. */
export const ArtistChoice = z.object({ kind: z.literal("artists"), ...numbers, list: ArtistListing.optional() })
  .refine(isOne, exclusiveError).meta({ id: "ArtistChoice" });
/** Selected albums: by number, or a whole list with exceptions. */
export const AlbumChoice = z.object({ kind: z.literal("albums"), ...numbers, list: AlbumListing.optional() })
  .refine(isOne, exclusiveError).meta({ id: "AlbumChoice" });
/** Selected local media: by ID, or a whole list with exceptions. */
export const LocalChoice = z.object({
  kind: z.literal("local"),
  ids: z.array(localId).max(MAX_CHOSEN).optional(),
  list: LocalListing.optional(),
  except: z.array(localId).max(MAX_CHOSEN).default([]).describe("Titles to exclude from the list"),
}).refine(isOne, exclusiveError).meta({ id: "LocalChoice" });
/** Contains either `ids` or `list`. */
export type LocalChoice = z.infer<typeof LocalChoice>;
/** Contains either `ids` or `list`. */
export type MusicChoice = z.infer<typeof ArtistChoice> | z.infer<typeof AlbumChoice>;

/** Selected titles of one list. */
export const ListChoice = z.discriminatedUnion("kind", [TitleChoice, ArtistChoice, AlbumChoice, LocalChoice]).meta({
  id: "ListChoice",
});
/** `kind` is the kind of list in which the titles were selected. */
export type ListChoice = z.infer<typeof ListChoice>;
