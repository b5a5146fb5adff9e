/**
 * Returns a `Content-Disposition` header, so that a browser saves the response as `name` (RFC 6266). The name is
 * included both in plain ASCII and in full. Line breaks and quotes are escaped (safety.md, S-WEB-8).
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
