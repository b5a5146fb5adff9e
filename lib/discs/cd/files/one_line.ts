/** A text of others as one line of what UTF-8 can spell: it forges no second line, field or direction of writing. Pure. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").replace(/[\u202a-\u202e\u2066-\u2069]/g, "").trim();
