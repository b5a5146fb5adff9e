/** Returns the default name of an untitled track, such as `Track 05`. */
export const numberedTitle = (number: number): string => `Track ${String(number).padStart(2, "0")}`;
