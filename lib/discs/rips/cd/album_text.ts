import { basename, join } from "node:path";
import { Fault } from "../../../kit/fault.ts";
import type { StoredRip } from "../../rip_schema.ts";

/** Text files stored with the tracks of an album. */
export const ALBUM_TEXTS = ["log", "cue", "playlist"] as const;
/** A text file of an album. */
export type AlbumText = (typeof ALBUM_TEXTS)[number];

/**
 * Returns a text file of the album, from the rip folder if it has been published, otherwise from the cached copies.
 * Throws `not_found`.
 */
export async function albumText(
  { cd, deliveryDir }: Pick<StoredRip, "cd" | "deliveryDir">,
  kind: AlbumText,
): Promise<{ name: string; text: string }> {
  const path = cd?.album?.[kind];
  const name = path === undefined ? "" : basename(path);
  const places = path === undefined ? [] : [...(deliveryDir === undefined ? [] : [join(deliveryDir, name)]), path];
  for (const place of places) {
    const text = await Deno.readTextFile(place).catch(() => undefined);
    if (text !== undefined) return { name, text };
  }
  throw new Fault(
    "not_found",
    "This file of the disc does not exist: its album has not been written, or the file was removed.",
  );
}
