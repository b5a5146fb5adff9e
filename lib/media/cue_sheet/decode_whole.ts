/** Decodes a text in a character set supported by `TextDecoder`. Undefined if it contains an invalid byte. */
export function decodeWhole(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
