/** Time in milliseconds without a scroll event after which scrolling has stopped. */
export const REST_MS = 120;

/** Position of the top edge of a list in pixels at a time in milliseconds. */
export interface Scroll {
  top: number;
  at: number;
  /** Speed in screens per second, positive when scrolling down. 0 until the first scroll event. */
  speed: number;
}

/** Returns the scroll state at the next position. `screen` is the height of a screen in pixels. Pure. */
export function scrollTo({ speed, ...last }: Scroll, top: number, at: number, screen: number): Scroll {
  const step = (last.top - top) / screen;
  const passed = at - last.at;
  // The first step after a pause is a jump, so only its direction is used.
  const next = passed > REST_MS ? Math.sign(step) : (speed + step * 1000 / Math.max(1, passed)) / 2;
  return { top, at, speed: step === 0 ? speed : next };
}
