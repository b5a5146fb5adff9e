/** Returns the path of a request target as sent, before any normalization, without scheme, host and query. */
export function rawPath(url: string): string {
  const afterScheme = url.indexOf("://");
  const start = afterScheme === -1 ? 0 : url.indexOf("/", afterScheme + 3);
  if (start === -1) return "/";
  return url.slice(start).replace(/[?#].*$/s, "");
}

/**
 * Returns the path used for routing and by the gate: below the URL base, or "/" for the base itself. Undefined for a
 * path outside the base. Matches whole segments only.
 */
export function pathBelow(base: string, path: string): string | undefined {
  if (base === "" || path === base) return path === base ? "/" : path;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}
