/** Returns the last full second of a movie that has a frame. */
export const lastSecond = (durationSeconds: number): number => Math.max(0, Math.floor(durationSeconds) - 1);

/** Returns a time some seconds earlier or later, limited to the duration of the movie. */
export const movedBy = (seconds: number, by: number, durationSeconds: number): number =>
  Math.min(lastSecond(durationSeconds), Math.max(0, seconds + by));

/** Returns the divider position for a pointer position, in percent of the frame width. */
export const dividerAt = (pointerX: number, { left, width }: { left: number; width: number }): number =>
  Math.round(Math.min(100, Math.max(0, (pointerX - left) / width * 100)));
