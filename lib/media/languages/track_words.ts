/** What a track's title gives away about its purpose, in the languages discs are labelled in. */

const COMMENTARY =
  /comment(?:ary|aries|aire|o\b|i\b|aar)|comments?\b|kommentar|kommentti|koment[aá]r|comentari|comentári|коммент|コメンタリ|评论|評論|解[说說]|코멘터리|해설|yorum|σχόλι/iu;
const HEARING_IMPAIRED =
  /\bSDH\b|\bCC\b|\bHoH\b|closed.?caption|hard.?of.?hearing|hearing.?impaired|hörgeschädigt|malentendant|sordos|non.?udenti/iu;
const FORCED = /\bforced\b|\berzwungen|\bforc[ée]e?s?(?!\p{L})|\bforzad[oa]s?\b|\bforzat[oi]\b|強制/iu;
const VISUALLY_IMPAIRED =
  /audio.?descri|descriptive|visual(?:ly)?.?impaired|blind|hörfilm|audiodeskription|malvoyant|audiodesc/iu;

export const saysCommentary = (title: string | undefined): boolean => title !== undefined && COMMENTARY.test(title);
export const saysHearingImpaired = (title: string | undefined): boolean =>
  title !== undefined && HEARING_IMPAIRED.test(title);
export const saysForced = (title: string | undefined): boolean => title !== undefined && FORCED.test(title);
export const saysVisuallyImpaired = (title: string | undefined): boolean =>
  title !== undefined && VISUALLY_IMPAIRED.test(title);
