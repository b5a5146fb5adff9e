/** `Track 05`: default name of an untitled track. */
export const numberedTitle = (number: number): string => `Track ${String(number).padStart(2, "0")}`;
