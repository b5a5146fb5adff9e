/**
 * Decodes OSTA compressed Unicode (OSTA UDF, 2.1.1): the first byte is 8 or 16, the number of bits per character.
 * Undefined for other values. Without any bytes, returns an empty text.
 */
export function compressedText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return "";
  const body = bytes.subarray(1);
  if (bytes[0] === 8) return Array.from(body, (byte) => String.fromCharCode(byte)).join("");
  if (bytes[0] === 16) return new TextDecoder("utf-16be").decode(body.subarray(0, body.length & ~1));
  return undefined;
}

/** Decodes a field of fixed length whose last byte is the number of bytes that are used (ECMA-167, part 1, 7.2.12). */
export const fixedText = (field: Uint8Array): string =>
  (compressedText(field.subarray(0, Math.min(field.at(-1) ?? 0, field.length - 1))) ?? "").replace(/\0.*$/s, "").trim();
