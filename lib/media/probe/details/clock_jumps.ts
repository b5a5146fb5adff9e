import { open } from "node:fs/promises";
import type { ClockJump, Probe } from "../model.ts";
import { programStamps, type Stamp, stampStep, transportStamps } from "./stream_stamps.ts";

/** Number of bytes per read, and number of positions that are read in a large file. */
const CHUNK_BYTES = 256 * 1024;
const PLACES = 64;

/** Largest step back in seconds that is not a jump. ffmpeg corrects longer ones. */
const BACK_SECONDS = 0.1;
/**
 * Longest gap in seconds that is not a jump. Broadcasts may be interrupted for seconds. After a longer gap, a different
 * recording starts.
 */
const AHEAD_SECONDS = 60;
/**
 * Factor by which the seconds per byte of a range must exceed the usual ones for the range to be examined. Smaller
 * factors are normal, because a still image needs few bytes.
 */
const SLOW_FACTOR = 4;
/** Maximum number of bisections of a range, which is enough to reach a single chunk in a file of 4 TiB. */
const MAX_STEPS = 24;

/** Returns the timestamps of the chunk at a byte offset, in file order. */
type Read = (at: number) => Promise<Stamp[]>;

/** Two timestamps in the same stream. */
interface Stretch {
  from: Stamp;
  to: Stamp;
}

const secondsOf = ({ from, to }: Stretch): number => stampStep(from.seconds, to.seconds);
const bytesOf = ({ from, to }: Stretch): number => Math.max(1, to.at - from.at);
const isJump = (stretch: Stretch): boolean => secondsOf(stretch) < -BACK_SECONDS || secondsOf(stretch) > AHEAD_SECONDS;

/**
 * Finds the first jump between adjacent timestamps of a stream. The timestamp after it must confirm the jump, because a
 * single one may be damaged.
 */
function jumpIn(stamps: readonly Stamp[]): Stretch | undefined {
  const last = new Map<number, Stamp>();
  const jumps = new Map<number, Stretch>();
  for (const to of stamps) {
    const jump = jumps.get(to.stream);
    if (jump && !isJump({ from: jump.to, to })) return jump;
    jumps.delete(to.stream);
    const from = last.get(to.stream);
    if (from && isJump({ from, to })) jumps.set(to.stream, { from, to });
    else last.set(to.stream, to);
  }
  return undefined;
}

/** Returns one range for each stream that is present at both positions. */
function stretchesBetween(before: readonly Stamp[], after: readonly Stamp[]): Stretch[] {
  const last = new Map(before.map((stamp) => [stamp.stream, stamp]));
  const first = new Map(after.toReversed().map((stamp) => [stamp.stream, stamp]));
  return [...first].flatMap(([stream, to]) => {
    const from = last.get(stream);
    return from && from.at < to.at ? [{ from, to }] : [];
  });
}

/** True if time goes back within a range, or passes much faster than usual for its number of bytes. */
function isOdd(stretch: Stretch, secondsPerByte: number): boolean {
  const seconds = secondsOf(stretch);
  return seconds < -BACK_SECONDS || seconds > AHEAD_SECONDS + SLOW_FACTOR * secondsPerByte * bytesOf(stretch);
}

/** Bisects a suspicious range until the jump is between adjacent timestamps. Undefined if there is no jump. */
async function jumpWithin(stretch: Stretch, read: Read, secondsPerByte: number): Promise<Stretch | undefined> {
  let { from, to } = stretch;
  for (let steps = 0; steps < MAX_STEPS && bytesOf({ from, to }) > CHUNK_BYTES; steps++) {
    const middle = await read(Math.floor((from.at + to.at) / 2));
    const jump = jumpIn(middle);
    if (jump) return jump;
    const one = middle.find(({ stream, at }) => stream === from.stream && at > from.at && at < to.at);
    if (!one) break;
    const odd = [{ from, to: one }, { from: one, to }].find((half) => isOdd(half, secondsPerByte));
    if (!odd) return undefined;
    ({ from, to } = odd);
  }
  const near = [from, ...await read(from.at)];
  const end = near.at(-1)?.at ?? from.at;
  return jumpIn([...near, ...(await read(to.at)).filter(({ at }) => at > end)]);
}

/** A jump in a stream. `stream` is its number in the container. `only` is true if other streams continue. */
export interface FoundJump {
  afterSeconds: number;
  bySeconds: number;
  stream: number;
  only: boolean;
}

/**
 * Minimum difference between the durations of two streams that is attributed to a jump: a share of the jump, but at
 * least `DRIFT_SECONDS`. Smaller differences have other reasons.
 */
const DRIFT_SHARE = 0.5;
const DRIFT_SECONDS = 0.25;

/** True if another stream continues through the whole file without the jump of `stream`. */
function othersContinue(stamps: readonly Stamp[], stream: number, bySeconds: number): boolean {
  const passed = [...Map.groupBy(stamps, (stamp) => stamp.stream)].flatMap(([id, own]) => {
    const [first, last] = [own[0], own.at(-1)];
    return first && last && first !== last ? [{ id, seconds: stampStep(first.seconds, last.seconds) }] : [];
  });
  const own = passed.find(({ id }) => id === stream)?.seconds;
  const least = Math.max(DRIFT_SECONDS, Math.abs(bySeconds) * DRIFT_SHARE);
  return own !== undefined &&
    passed.some(({ id, seconds }) => id !== stream && Math.sign(bySeconds) * (own - seconds) > least);
}

/** Finds the first jump in a file of `size` bytes by reading samples. Undefined if the timestamps are continuous. */
export async function findJump(size: number, read: Read): Promise<FoundJump | undefined> {
  const count = Math.min(PLACES, Math.ceil(size / CHUNK_BYTES));
  const last = Math.max(0, size - CHUNK_BYTES);
  const places: Stamp[][] = [];
  for (let i = 0; i < count; i++) places.push(await read(count < 2 ? 0 : Math.floor(last * i / (count - 1))));
  const stretches = places.slice(1).map((place, i) => stretchesBetween(places[i] ?? [], place));
  const rates = stretches.flat().map((one) => secondsOf(one) / bytesOf(one)).filter((rate) => rate > 0);
  const usual = rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0;
  const described = ({ from, to }: Stretch): FoundJump => {
    const { stream } = from;
    const first = places.flat().find((stamp) => stamp.stream === stream) ?? from;
    const bySeconds = secondsOf({ from, to });
    const only = othersContinue(places.flat(), stream, bySeconds);
    return { afterSeconds: stampStep(first.seconds, from.seconds), bySeconds, stream, only };
  };
  for (const [i, place] of places.entries()) {
    const jump = jumpIn(place);
    if (jump) return described(jump);
    for (const stretch of stretches[i] ?? []) {
      const within = isOdd(stretch, usual) ? await jumpWithin(stretch, read, usual) : undefined;
      if (within) return described(within);
    }
  }
  return undefined;
}

/**
 * Finds the position at which the timestamps of a transport or program stream restart or jump ahead, as in recordings
 * whose bytes were concatenated and in interrupted broadcasts. `ids` are the stream numbers in the container by stream
 * index.
 */
export async function clockJumpOf(
  probe: Probe,
  ids: readonly (number | undefined)[],
  signal?: AbortSignal,
): Promise<ClockJump | undefined> {
  const isProgram = probe.format === "mpeg";
  if (!isProgram && !/\bmpegts\b/.test(probe.format)) return undefined;
  const stampsIn = isProgram ? programStamps : transportStamps;
  const file = await open(probe.path);
  try {
    const data = new Uint8Array(CHUNK_BYTES);
    const jump = await findJump(probe.sizeBytes, async (at) => {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(data, 0, CHUNK_BYTES, at);
      return stampsIn(data.subarray(0, bytesRead), at);
    });
    if (!jump) return undefined;
    const { only, stream, ...facts } = jump;
    const index = only ? ids.indexOf(stream) : -1;
    return { ...facts, ...(index < 0 ? {} : { stream: index }) };
  } finally {
    await file.close();
  }
}
