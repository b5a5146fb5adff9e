const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Format of all IDs in the API. */
export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Creates a random ID of 16 characters (82 bits), for which collisions can be ignored. */
export function newId(): string {
  // 252 is the largest multiple of 36 below 256. With larger byte values, the first letters would be more frequent.
  const letters: string[] = [];
  while (letters.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) {
      if (byte < 252 && letters.length < 16) letters.push(ALPHABET.charAt(byte % 36));
    }
  }
  return letters.join("");
}

/** Returns `bytes` random bytes in lowercase hexadecimal. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, "0")).join("");
