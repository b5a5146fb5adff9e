/** Picture subtitles on their way to text. Pure data. */

/** A picture with a palette: one byte a pixel. */
export interface IndexedPicture {
  /** Line of the film's picture where it begins. */
  y: number;
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Up to 256 colours as R, G, B, A, each 0 to 255; what is missing is transparent. */
  palette: Uint8Array;
}

/** A grey picture, 0 black to 255 white. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** One subtitle as a picture; times in seconds on the stream's own clock. */
export interface PictureCue {
  startSeconds: number;
  endSeconds: number;
  forced: boolean;
  /** Lines of the film's picture that the subtitle is drawn for: tells how large its letters are. */
  canvasHeight: number;
  /** The parts that are shown together, each cropped to what it holds, from top to bottom. */
  pictures: IndexedPicture[];
}

/** A decoded stream. */
export interface DecodedTrack {
  cues: PictureCue[];
  /** Packets (DVD) or display sets (Blu-ray) that were read to their end, those that only clear the screen among them. */
  intact: number;
}

/** One subtitle as text. */
export interface TextCue {
  startSeconds: number;
  endSeconds: number;
  forced: boolean;
  /** The picture lay in the upper half of the film. */
  top: boolean;
  text: string;
}
