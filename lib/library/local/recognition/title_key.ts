import { createHash } from "node:crypto";
import { titleKey } from "../../../kit/fold.ts";
import type { LocalKind } from "../../local_title_model.ts";

/** Reduces a title to letters and digits, so that different spellings match. */
export const looseKey = (title: string): string =>
  titleKey(title.replaceAll("&", " and ")).replace(/[^\p{L}\p{N}]+/gu, "") || titleKey(title);

/**
 * Returns the ID of a title, which does not change between scans. It is based on the folder, or on the folder and title
 * for files in a shared folder.
 */
export const itemId = (kind: LocalKind, folder: string, looseTitle = ""): string =>
  createHash("sha256").update(`${kind}\0${folder}\0${looseTitle}`).digest("base64url").slice(0, 22);
