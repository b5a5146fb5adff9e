/**
 * `Content-Disposition` that makes a browser save what it gets under this name (RFC 6266). A name that is not plain is
 * given in both forms; line ends and quotes cannot get out of it (safety.md, S-WEB-8).
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
}
