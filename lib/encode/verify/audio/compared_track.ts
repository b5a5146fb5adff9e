import { AUDIO_SECONDS } from "../packets/places.ts";
import { AUDIO_RATE } from "../video/samples.ts";
import type { AudioJudge } from "./audio_judge.ts";

/** Splits the audio of both files into sections of the same time and passes them to an `AudioJudge`. */
export interface ComparedTrack {
  /** Adds interleaved samples that start `at` seconds on the clock of the video. */
  add(side: "source" | "result", at: number, samples: Int16Array): void;
  end(): void;
}

const STRETCH = AUDIO_SECONDS * AUDIO_RATE;
/** Minimum length of the last section, in samples. */
const MIN_STRETCH = AUDIO_RATE;
/** Minimum length of a gap in seconds. Timestamps of blocks are rounded to a millisecond. */
const JUMP_SECONDS = 0.03;

const MAX_STRETCHES = 16;

interface Stretch {
  samples: Float32Array[];
  from: number;
  to: number;
}

interface Side {
  /** Sections by their number, counted from the start of the video. */
  stretches: Map<number, Stretch>;
  /** Index of the next sample. */
  position: number | undefined;
}

/** Creates a track. `channels` must be the same in both files. */
export function createComparedTrack(channels: number, judge: AudioJudge): ComparedTrack {
  const sides: Record<"source" | "result", Side> = {
    source: { stretches: new Map(), position: undefined },
    result: { stretches: new Map(), position: undefined },
  };
  const compare = (number: number) => {
    const [a, b] = [sides.source.stretches.get(number), sides.result.stretches.get(number)];
    sides.source.stretches.delete(number);
    sides.result.stretches.delete(number);
    if (!a || !b) return;
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (to - from < MIN_STRETCH) return;
    const cut = ({ samples }: Stretch) => samples.map((channel) => channel.subarray(from, to));
    judge.add({ atSeconds: number * AUDIO_SECONDS + from / AUDIO_RATE, source: cut(a), result: cut(b) });
  };
  const ready = () => {
    const reached = Math.min(sides.source.position ?? 0, sides.result.position ?? 0);
    for (const number of [...sides.source.stretches.keys()].toSorted((x, y) => x - y)) {
      if ((number + 1) * STRETCH <= reached) compare(number);
    }
  };
  return {
    add(name, at, samples) {
      const side = sides[name];
      const stated = Math.round(at * AUDIO_RATE);
      const jumps = side.position === undefined || Math.abs(stated - side.position) > JUMP_SECONDS * AUDIO_RATE;
      const position = jumps || side.position === undefined ? stated : side.position;
      write(side, position, samples, channels);
      forget(side);
      side.position = position + samples.length / channels;
      ready();
    },
    end() {
      for (const number of [...sides.source.stretches.keys()].toSorted((x, y) => x - y)) compare(number);
    },
  };
}

/** Drops sections that are waiting for the other file after it has ended. */
function forget({ stretches }: Side): void {
  while (stretches.size > MAX_STRETCHES) stretches.delete(Math.min(...stretches.keys()));
}

function write({ stretches }: Side, position: number, samples: Int16Array, channels: number): void {
  const count = Math.floor(samples.length / channels);
  for (let i = 0; i < count; i++) {
    const at = position + i;
    if (at < 0) continue;
    const number = Math.floor(at / STRETCH);
    let stretch = stretches.get(number);
    if (!stretch) {
      stretch = {
        samples: Array.from({ length: channels }, () => new Float32Array(STRETCH)),
        from: at % STRETCH,
        to: 0,
      };
      stretches.set(number, stretch);
    }
    const offset = at - number * STRETCH;
    for (let c = 0; c < channels; c++) {
      const channel = stretch.samples[c];
      if (channel) channel[offset] = (samples[i * channels + c] ?? 0) / 32768;
    }
    stretch.from = Math.min(stretch.from, offset);
    stretch.to = Math.max(stretch.to, offset + 1);
  }
}
