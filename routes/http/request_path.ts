/** Returns the path of a request target as sent, before any normalisation, without scheme, host and query. */
export function rawPath(url: string): string {
  const afterScheme = url.indexOf("://");
  const start = afterScheme === -1 ? 0 : url.indexOf("/", afterScheme + 3);
  if (start === -1) return "/";
  return url.slice(start).replace(/[?#].*$/s, "");
}

/**
 * Returns the path for routing and authorisation: the part below the base path, or "/" for the base path itself.
 * Undefined for a path outside the base path. Only whole segments match.
 */
export function pathBelow(base: string, path: string): string | undefined {
  if (base === "" || path === base) return path === base ? "/" : path;
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
}
