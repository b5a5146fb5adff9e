/** The last second of a film of which there is a frame to show. */
export const lastSecond = (durationSeconds: number): number => Math.max(0, Math.floor(durationSeconds) - 1);

/** A moment some seconds on or back, within the film. */
export const movedBy = (seconds: number, by: number, durationSeconds: number): number =>
  Math.min(lastSecond(durationSeconds), Math.max(0, seconds + by));

/** Where the divider stands for a pointer over the picture, in percent of its width. */
export const dividerAt = (pointerX: number, { left, width }: { left: number; width: number }): number =>
  Math.round(Math.min(100, Math.max(0, (pointerX - left) / width * 100)));
