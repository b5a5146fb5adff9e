import type { NotificationTarget } from "../settings/sections/notifications.ts";
import type * as z from "zod";

/** Notification messages and targets, which do not depend on the format of a service. */

export type Target = z.infer<typeof NotificationTarget>;

/** Event to which a target can subscribe, or a test requested by the user. */
export type NotifyEvent = Target["events"][number] | "test";

/** One event in plain text. Each kind of target truncates and escapes it. */
export interface Message {
  event: NotifyEvent;
  title: string;
  message: string;
  failed: boolean;
  /** Time in ISO 8601. */
  at: string;
}

/** Result of one delivery. `detail` is shown to the user and never contains a secret. */
export type Outcome = { ok: true } | { ok: false; detail: string };

/** Truncates a string to at most `limit` code points. A truncated text ends in "…". */
export function cut(text: string, limit: number): string {
  return cutBy(text, limit, () => 1);
}

/** Truncates a text to at most `limit` UTF-8 bytes without splitting a character. */
export function cutBytes(text: string, limit: number): string {
  return cutBy(text, limit, utf8Length);
}

/** Truncates a text where the sum of `weight` of its code points would exceed `limit`, including the "…". */
export function cutBy(text: string, limit: number, weight: (codePoint: string) => number): string {
  const room = limit - weight("…");
  let used = 0;
  let end = 0;
  let fitting = 0;
  for (const codePoint of text) {
    used += weight(codePoint);
    if (used > limit) return room < 0 ? "" : `${text.slice(0, fitting)}…`;
    end += codePoint.length;
    if (used <= room) fitting = end;
  }
  return text;
}

/** Removes control characters and lone surrogates, which some servers reject. Keeps line breaks. */
export function tidy(text: string): string {
  return text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n]+/gu, " ").trim();
}

/** Same as `tidy`, but on one line. */
export function oneLine(text: string): string {
  return tidy(text).replace(/\s+/g, " ");
}

/** Returns the number of UTF-8 bytes of one code point. */
export function utf8Length(codePoint: string): number {
  const code = codePoint.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
