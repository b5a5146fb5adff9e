/**
 * Returns the page to open after a login: a local path, or the first page for any other value (safety.md, S-AUTH-11).
 */
export function loginTarget(wanted: string | undefined): string {
  // deno-lint-ignore no-control-regex -- browsers drop them, and what is left may name another host
  const odd = /[\x00-\x20\x7f\\]/;
  return wanted !== undefined && wanted.length <= 2000 && /^\/(?![/\\])/.test(wanted) && !odd.test(wanted)
    ? wanted
    : "/";
}
