/** Whether text may stand in place of the pictures it was read off. */

export interface TrackCounts {
  /** Packets of the stream, and those that could not be decoded to their end. */
  packets: number;
  damaged: number;
  /** Subtitles that were decoded, and those on which no text was found. */
  pictures: number;
  empty: number;
}

/**
 * With more than this share of its packets damaged a track keeps its pictures: one lost line in ten and dialogue can no
 * longer be followed, while players show what is left of a damaged picture.
 */
const MAX_DAMAGED = 0.1;
/** Signs, music notes and drawings hold no letters, but they are few; with more of them the letters were not recognised. */
const MAX_EMPTY = 0.2;

/** Why the pictures must stay, as a clause; undefined when the text may be used. Pure. */
export function reasonToKeepPictures({ packets, damaged, pictures, empty }: TrackCounts): string | undefined {
  if (packets > 0 && damaged > packets * MAX_DAMAGED) {
    return `${damaged} of its ${packets} packets cannot be decoded`;
  }
  if (pictures === 0) return "it holds no pictures";
  if (empty > pictures * MAX_EMPTY) return `no text was found on ${empty} of its ${pictures} pictures`;
  return undefined;
}
