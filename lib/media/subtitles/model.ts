/** Data for converting bitmap subtitles to text. Pure data. */

/** A bitmap with a palette: one byte per pixel. */
export interface IndexedBitmap {
  /** Vertical position of the first line in the video frame. */
  y: number;
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Up to 256 RGBA colours, each component 0 to 255. Missing entries are transparent. */
  palette: Uint8Array;
}

/** A greyscale bitmap, from 0 (black) to 255 (white). */
export interface GreyBitmap {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** One subtitle as bitmaps. Times are in seconds on the clock of the stream. */
export interface BitmapCue {
  startSeconds: number;
  endSeconds: number;
  forced: boolean;
  /** Height in lines of the video frame for which the subtitle was drawn. The size of its letters depends on it. */
  canvasHeight: number;
  /** Parts that are displayed together, each cropped to its content, from top to bottom. */
  bitmaps: IndexedBitmap[];
}

/** A decoded subtitle stream. */
export interface DecodedTrack {
  cues: BitmapCue[];
  /**
   * Number of packets (DVD) or display sets (Blu-ray) that were read completely, including those that only clear the
   * screen.
   */
  intact: number;
}

/** One subtitle as text. */
export interface TextCue {
  startSeconds: number;
  endSeconds: number;
  forced: boolean;
  /** True if the bitmap was in the upper half of the frame. */
  top: boolean;
  text: string;
}
