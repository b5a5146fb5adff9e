/**
 * Returns a `Content-Disposition` header that makes a browser save the response under this name (RFC 6266). A name that
 * is not plain ASCII is given in both forms. Line breaks and quotes cannot escape from it (safety.md, S-WEB-8).
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
