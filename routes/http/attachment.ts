/**
 * Returns a `Content-Disposition` header with which a browser saves the response under this name (RFC 6266). A name
 * that is not plain ASCII is included in both forms. Line breaks and quotes are escaped (safety.md, S-WEB-8).
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
