import type { NotificationTarget } from "../settings/notifications.ts";
import type * as z from "zod";

/** What is told to notification targets, before any target's own spelling. */

export type Target = z.infer<typeof NotificationTarget>;

/** What a target can choose; and the test that a person asks for, which nobody chooses. */
export type NotifyEvent = Target["events"][number] | "test";

/** One event in plain text, without markup; each kind of target cuts and escapes it. */
export interface Message {
  event: NotifyEvent;
  title: string;
  message: string;
  failed: boolean;
  /** ISO 8601. */
  at: string;
}

/** How one delivery ended. `detail` is shown to people and never holds a secret. */
export type Outcome = { ok: true } | { ok: false; detail: string };

/** At most `limit` code points; what is cut ends in "…". */
export function cut(text: string, limit: number): string {
  return cutBy(text, limit, () => 1);
}

/** At most `limit` bytes of UTF-8, never through a character. */
export function cutBytes(text: string, limit: number): string {
  return cutBy(text, limit, utf8Length);
}

/** Cuts where the sum of `weight` over the code points would pass `limit`, with room for the "…". */
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

/** Without control characters and lone surrogates, which some servers refuse; line breaks stay. */
export function tidy(text: string): string {
  return text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n]+/gu, " ").trim();
}

/** The same on one line. */
export function oneLine(text: string): string {
  return tidy(text).replace(/\s+/g, " ");
}

/** UTF-8 bytes of one code point. */
export function utf8Length(codePoint: string): number {
  const code = codePoint.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
