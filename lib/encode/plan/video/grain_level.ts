/** Separates film grain from texture, motion and compression artifacts in luma frames. Pure. */

/** Side length of the compared blocks in pixels. */
const BLOCK = 16;
/** Maximum motion of a block between two frames, in pixels. */
const REACH = 5;
/** Range of the mean of a block. Grain is not visible in black and white, so other blocks are ignored. */
const [DARKEST, BRIGHTEST] = [28, 228];
/** Maximum number of blocks examined per frame, and the minimum required. */
const [MAX_BLOCKS, MIN_BLOCKS] = [240, 12];
/** Number of blocks for which motion is searched. They are from the half with less motion. */
const SEARCHED_BLOCKS = 30;
/** Minimum level. If the level without motion search is lower, there is no grain. */
const NONE = 0.4;

/**
 * Returns the grain of consecutive 8-bit luma frames of equal size: the standard deviation of a block against its
 * position in the previous frame. Texture does not change or moves, so it has no effect, while grain changes in every
 * frame. Undefined if the frames are too dark or too few.
 */
export function grainOfFrames(bytes: Uint8Array, width: number, height: number): number | undefined {
  const count = Math.floor(bytes.length / (width * height));
  const levels: number[] = [];
  for (let i = 1; i < count; i++) {
    const before = bytes.subarray((i - 1) * width * height, i * width * height);
    const frame = bytes.subarray(i * width * height, (i + 1) * width * height);
    const level = grainOfPair(before, frame, width, height);
    if (level !== undefined) levels.push(level);
  }
  // Repeated frames have no change, and a keyframe causes a large change once, so the second-highest level is used.
  return levels.sort((a, b) => b - a)[Math.min(1, levels.length - 1)];
}

function grainOfPair(before: Uint8Array, frame: Uint8Array, width: number, height: number): number | undefined {
  const columns = Math.floor((width - 2 * REACH) / BLOCK);
  const rows = Math.floor((height - 2 * REACH) / BLOCK);
  const step = Math.max(1, Math.ceil(columns * rows / MAX_BLOCKS));
  const found: { at: number; still: number }[] = [];
  for (let i = 0; i < columns * rows; i += step) {
    const at = (REACH + Math.floor(i / columns) * BLOCK) * width + REACH + (i % columns) * BLOCK;
    const mean = meanOf(frame, at, width);
    if (mean > DARKEST && mean < BRIGHTEST) found.push({ at, still: variance(before, frame, at, at, width) });
  }
  if (found.length < MIN_BLOCKS) return undefined;
  const half = found.sort((a, b) => a.still - b.still).slice(0, Math.ceil(found.length / 2));
  const still = Math.sqrt((half[half.length >> 1]?.still ?? 0) / 2);
  if (still < NONE) return still;
  const every = Math.max(1, half.length / SEARCHED_BLOCKS);
  const searched = Array.from(
    { length: Math.min(half.length, SEARCHED_BLOCKS) },
    (_, i) => half[Math.floor(i * every)],
  );
  const levels = searched.flatMap((block) => block ? [leastDeviation(before, frame, block.at, width)] : []);
  return levels.sort((a, b) => a - b)[levels.length >> 1];
}

function meanOf(frame: Uint8Array, at: number, width: number): number {
  let sum = 0;
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) sum += frame[at + y * width + x] ?? 0;
  }
  return sum / (BLOCK * BLOCK);
}

/** Returns the deviation of the difference at the best match, divided between the two frames. */
function leastDeviation(before: Uint8Array, frame: Uint8Array, at: number, width: number): number {
  let least = Infinity;
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      least = Math.min(least, variance(before, frame, at, at + dy * width + dx, width));
    }
  }
  return Math.sqrt(least / 2);
}

/** Returns the variance of the difference between two blocks. Uniform changes in brightness are ignored. */
function variance(before: Uint8Array, frame: Uint8Array, at: number, from: number, width: number): number {
  let [sum, squares] = [0, 0];
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const difference = (frame[at + y * width + x] ?? 0) - (before[from + y * width + x] ?? 0);
      sum += difference;
      squares += difference * difference;
    }
  }
  const n = BLOCK * BLOCK;
  return squares / n - (sum / n) ** 2;
}
