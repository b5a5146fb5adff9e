/**
 * Converts untrusted text to a single line of valid UTF-8, so that it cannot inject a second line, a field or a change
 * of text direction. Pure.
 */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").replace(/[\u202a-\u202e\u2066-\u2069]/g, "").trim();
