import { createHash } from "node:crypto";
import { REMEMBERED_MS } from "../session.ts";

/** How this request reached us, as far as cookies care. */
export interface CookiePlace {
  /** By HTTPS, ours or that of a proxy in front. */
  secure: boolean;
  /** URL base, "" for none. */
  base: string;
  /** Tells instances on one host apart. */
  tag: string;
}

/** Short and public: tells instances apart without saying anything of the secret. */
export const instanceTag = (secret: string): string =>
  createHash("sha256").update(`tag ${secret}`).digest("hex").slice(0, 8);

/** The prefixes make browsers refuse cookies that another host or plain HTTP set (RFC 6265bis). */
const nameOf = ({ secure, base, tag }: CookiePlace): string =>
  `${secure ? base === "" ? "__Host-" : "__Secure-" : ""}lathe-${tag}`;

/** The session cookie of a request; undefined when there is none or more than one. */
export function readCookie(header: string | null, place: CookiePlace): string | undefined {
  const wanted = `${nameOf(place)}=`;
  const found = (header ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair.startsWith(wanted));
  return found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
}

/** `Set-Cookie` of a new session, or with an empty value of its end. */
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
