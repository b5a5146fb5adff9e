/** What a track's title gives away about its purpose, in the languages discs are labelled in. */

const COMMENTARY =
  /comment(?:ary|aries|aire|o\b|i\b|aar)|comments?\b|kommentar|kommentti|koment[aá]r|comentari|comentári|коммент|コメンタリ|评论|評論|解[说說]|코멘터리|해설|yorum|σχόλι/iu;
const HEARING_IMPAIRED =
  /\bSDH\b|\bCC\b|\bHoH\b|closed.?caption|hard.?of.?hearing|hearing.?impaired|hörgeschädigt|malentendant|sordos|non.?udenti/iu;
/** `\b` knows ASCII letters only and finds no end of a word behind `é`. */
const FORCED =
  /(?<!\p{L}|\b(?:non?|not|without|un)[-\s])(?:forced|erzwungen\p{L}*|forc(?:é|[ée]e)s?|forzad[oa]s?|forzat[oi])(?!\p{L})|強制/iu;
const VISUALLY_IMPAIRED =
  /audio.?descri|descriptive|visual(?:ly)?.?impaired|blind|hörfilm|audiodeskription|malvoyant|audiodesc/iu;

/** Whether a title says that people talk about the film; false without a title, as for the others here. */
export const saysCommentary = (title: string | undefined): boolean => title !== undefined && COMMENTARY.test(title);
/** Whether a subtitle's title says SDH, closed captions or the like. */
export const saysHearingImpaired = (title: string | undefined): boolean =>
  title !== undefined && HEARING_IMPAIRED.test(title);
/** Whether a subtitle's title says that only foreign speech is translated. */
export const saysForced = (title: string | undefined): boolean => title !== undefined && FORCED.test(title);
/** Whether a sound track's title says that it describes the picture. */
export const saysVisuallyImpaired = (title: string | undefined): boolean =>
  title !== undefined && VISUALLY_IMPAIRED.test(title);
