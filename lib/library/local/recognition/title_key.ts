import { createHash } from "node:crypto";
import { titleKey } from "../../../kit/fold.ts";
import type { LocalKind } from "./model.ts";

/** Letters and digits of a title: what two spellings of one title share. */
export const looseKey = (title: string): string =>
  titleKey(title.replaceAll("&", " and ")).replace(/[^\p{L}\p{N}]+/gu, "") || titleKey(title);

/** Names a title for as long as its folder (or, of loose files, folder and title) stays. */
export const itemId = (kind: LocalKind, folder: string, looseTitle = ""): string =>
  createHash("sha256").update(`${kind}\0${folder}\0${looseTitle}`).digest("base64url").slice(0, 22);
