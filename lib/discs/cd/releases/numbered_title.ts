/** `Track 05`: what a track is called that nobody has named. */
export const numberedTitle = (number: number): string => `Track ${String(number).padStart(2, "0")}`;
