/** A text in a character set that `TextDecoder` knows; undefined when a byte of it stands for nothing. */
export function decodeWhole(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
