import * as z from "zod";

/** Tolerant schemas for the responses of players, which omit fields, send null, and change types between versions. */

const MAX_LIST = 100_000;
const MAX_NAME = 80;

/** A text. Anything else is an empty text. */
export const text = z.string().catch("");
/** A number, also if it is sent as text. Anything else is 0. */
export const number = z.coerce.number().catch(0);
/** A list without the entries that do not match. Anything else is an empty list. */
export const listOf = <T extends z.ZodType>(entry: T) =>
  z.array(z.unknown()).max(MAX_LIST).catch([]).transform((all) =>
    all.flatMap((one) => {
      const parsed = entry.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    })
  );

/**
 * Returns a name from a player in a form that can be shown: one line, at most 80 characters, without control and
 * direction characters. Pure.
 */
export function shownName(value: string): string {
  const line = value.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\s]+/gu, " ").trim();
  const letters = [...line.slice(0, MAX_NAME * 4)];
  return letters.length <= MAX_NAME ? letters.join("") : `${letters.slice(0, MAX_NAME - 1).join("")}…`;
}

/** Returns a token without the characters that a header must not contain. Pure. */
export const headerText = (token: string): string => token.replace(/[^\x21-\x7e]/g, "");

/** Returns the folder of a path of any platform. Pure. */
export const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, "") || "/";

/** True if `path` is `root` or below it. Windows paths are compared without case and with either slash. Pure. */
export function isBelow(path: string, root: string): boolean {
  const isWindows = /^([A-Za-z]:|\\\\)/.test(root);
  const plain = (one: string) =>
    (isWindows ? one.replaceAll("\\", "/").toLowerCase() : one.normalize("NFC")).replace(/\/+$/, "");
  return plain(path) === plain(root) || plain(path).startsWith(`${plain(root)}/`);
}
