import { createHash } from "node:crypto";
import type { LocalKind } from "./model.ts";

/** A title as it is sorted and searched, the same words as the queue's: lower case, NFKD without marks. */
export function titleKey(title: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\u0000-\u007f]*$/.test(title)) return title.toLowerCase().slice(0, 500);
  return title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().slice(0, 500);
}

/** Letters and digits of a title: what two spellings of one title share. */
export const looseKey = (title: string): string =>
  titleKey(title.replaceAll("&", " and ")).replace(/[^\p{L}\p{N}]+/gu, "") || titleKey(title);

/** Names a title for as long as its folder (or, of loose files, folder and title) stays. */
export const itemId = (kind: LocalKind, folder: string, looseTitle = ""): string =>
  createHash("sha256").update(`${kind}\0${folder}\0${looseTitle}`).digest("base64url").slice(0, 22);
