import { createHash } from "node:crypto";
import { SESSION_TTL_MS } from "../session.ts";

/** Properties of a request that determine the name and attributes of the cookie. */
export interface CookiePlace {
  /** True if the request arrived over HTTPS, at this service or at a proxy. */
  secure: boolean;
  /** Base path of the URL, "" for none. */
  base: string;
  /** Distinguishes instances on the same host. */
  tag: string;
  /** Distinguishes the cookies of one instance. Absent for the session cookie. */
  purpose?: "oidc";
}

/** Returns a short public identifier of an instance that reveals nothing about the secret. */
export const instanceTag = (secret: string): string =>
  createHash("sha256").update(`tag ${secret}`).digest("hex").slice(0, 8);

/**
 * Returns the name of the cookie. Over HTTPS it has the prefix `__Host-` or `__Secure-`. Browsers reject a cookie with
 * such a prefix if it was set over plain HTTP or, with `__Host-`, by another host (RFC 6265bis).
 */
const nameOf = ({ secure, base, tag, purpose }: CookiePlace): string =>
  `${secure ? base === "" ? "__Host-" : "__Secure-" : ""}lathe-${tag}${purpose === undefined ? "" : `-${purpose}`}`;

/** Returns the session cookie of a request. Undefined if there is none or more than one. */
export function readCookie(header: string | null, place: CookiePlace): string | undefined {
  const wanted = `${nameOf(place)}=`;
  const found = (header ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair.startsWith(wanted));
  return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
}

/**
 * Returns the `Set-Cookie` header for a new session. With an empty value, returns the header that removes the cookie.
 */
export function writeCookie(value: string, remembered: boolean, place: CookiePlace): string {
  const seconds = value === "" ? 0 : remembered ? SESSION_TTL_MS / 1000 : undefined;
  return [
    `${nameOf(place)}=${value}`,
    `Path=${place.base === "" ? "/" : place.base}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(place.secure ? ["Secure"] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join("; ");
}
