/** Decides whether text may replace the bitmaps it was recognized from. */

export interface TrackCounts {
  /** Packets of the stream, and those that could not be decoded completely. */
  packets: number;
  damaged: number;
  /** Decoded subtitles, and those without recognized text. */
  pictures: number;
  empty: number;
}

/**
 * With a higher share of damaged packets, a track keeps its bitmaps: dialogue cannot be followed with one in ten lines
 * missing, while players can still display the rest of a damaged bitmap.
 */
const MAX_DAMAGED = 0.1;
/**
 * Signs, music notes and drawings contain no letters, but they are rare. A higher share means that recognition failed.
 */
const MAX_EMPTY = 0.2;

/** Reason why the bitmaps must be kept, as a clause. Undefined if the text is usable. Pure. */
export function reasonToKeepPictures({ packets, damaged, pictures, empty }: TrackCounts): string | undefined {
  if (packets > 0 && damaged > packets * MAX_DAMAGED) {
    return `${damaged} of its ${packets} packets cannot be decoded`;
  }
  if (pictures === 0) return "it contains no images";
  if (empty > pictures * MAX_EMPTY) return `no text was found in ${empty} of its ${pictures} images`;
  return undefined;
}
