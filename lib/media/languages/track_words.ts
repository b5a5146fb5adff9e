/** Determines the purpose of a track from its name, in the languages of disc releases. */

const COMMENTARY =
  /comment(?:ary|aries|aire|o\b|i\b|aar)|comments?\b|kommentar|kommentti|koment[aá]r|comentari|comentári|коммент|コメンタリ|评论|評論|解[说說]|코멘터리|해설|yorum|σχόλι/iu;
const HEARING_IMPAIRED =
  /\bSDH\b|\bCC\b|\bHoH\b|closed.?caption|hard.?of.?hearing|hearing.?impaired|hörgeschädigt|malentendant|sordos|non.?udenti/iu;
/** Pattern without `\b` at the end of a word, because `\b` supports only ASCII letters and does not match after `é`. */
const FORCED =
  /(?<!\p{L}|\b(?:non?|not|without|un)[-\s])(?:forced|erzwungen\p{L}*|forc(?:é|[ée]e)s?|forzad[oa]s?|forzat[oi])(?!\p{L})|強制/iu;
const VISUALLY_IMPAIRED =
  /audio.?descri|descriptive|visual(?:ly)?.?impaired|blind|hörfilm|audiodeskription|malvoyant|audiodesc/iu;

/**
 * True if a track name indicates an audio commentary. Like all functions in this file, returns false for a track
 * without a name.
 */
export const isCommentaryTitle = (title: string | undefined): boolean => title !== undefined && COMMENTARY.test(title);
/** True if a subtitle's title indicates SDH, closed captions or similar. */
export const isHearingImpairedTitle = (title: string | undefined): boolean =>
  title !== undefined && HEARING_IMPAIRED.test(title);
/** True if a subtitle's title indicates that only foreign dialogue is translated. */
export const isForcedTitle = (title: string | undefined): boolean => title !== undefined && FORCED.test(title);
/** True if an audio track's title indicates audio description. */
export const isVisuallyImpairedTitle = (title: string | undefined): boolean =>
  title !== undefined && VISUALLY_IMPAIRED.test(title);
