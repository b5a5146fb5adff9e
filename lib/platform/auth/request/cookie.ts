import { createHash } from "node:crypto";
import { REMEMBERED_MS } from "../session.ts";

/** Properties of a request that determine the cookie's name and attributes. */
export interface CookiePlace {
  /** The request arrived over HTTPS, here or at a proxy in front. */
  secure: boolean;
  /** URL base, "" for none. */
  base: string;
  /** Distinguishes instances on the same host. */
  tag: string;
}

/** Short public identifier of an instance that reveals nothing about the secret. */
export const instanceTag = (secret: string): string =>
  createHash("sha256").update(`tag ${secret}`).digest("hex").slice(0, 8);

/** With these prefixes browsers reject cookies set by another host or over plain HTTP (RFC 6265bis). */
const nameOf = ({ secure, base, tag }: CookiePlace): string =>
  `${secure ? base === "" ? "__Host-" : "__Secure-" : ""}lathe-${tag}`;

/** Returns the session cookie of a request. Undefined if there is none or more than one. */
export function readCookie(header: string | null, place: CookiePlace): string | undefined {
  const wanted = `${nameOf(place)}=`;
  const found = (header ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair.startsWith(wanted));
  return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
}

/** Returns the `Set-Cookie` header for a new session, or with an empty value the one that removes the cookie. */
export function writeCookie(value: string, remembered: boolean, place: CookiePlace): string {
  const seconds = value === "" ? 0 : remembered ? REMEMBERED_MS / 1000 : undefined;
  return [
    `${nameOf(place)}=${value}`,
    `Path=${place.base === "" ? "/" : place.base}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(place.secure ? ["Secure"] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join("; ");
}
