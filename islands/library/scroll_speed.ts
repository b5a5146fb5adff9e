/** Time in milliseconds without a scroll event after which scrolling has stopped. */
export const REST_MS = 120;

/** Scroll speed of a list, measured from the position of its top edge. */
export interface ScrollSpeed {
  /** Returns the speed in screens per second, down or up. 0 until the first scroll. */
  now(): number;
  /** Records the current position of the top edge. */
  measure(top: number): void;
  /** Keeps only the direction, once scrolling has stopped. */
  stop(): void;
}

/** Starts measuring at the position `top`. */
export function createScrollSpeed(top: number): ScrollSpeed {
  let last = { top, at: 0 };
  let speed = 0;
  return {
    now: () => speed,
    measure(top) {
      const at = performance.now();
      if (top !== last.top) {
        const step = (last.top - top) / innerHeight;
        // The first step after a pause is a jump: only its direction counts, not its speed.
        speed = at - last.at > REST_MS ? Math.sign(step) : (speed + step * 1000 / Math.max(1, at - last.at)) / 2;
      }
      last = { top, at };
    },
    stop: () => speed = Math.sign(speed),
  };
}
