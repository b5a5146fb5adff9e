import { median } from "../median.ts";
import type { AudioFault } from "./audio_fault.ts";
import type { AudioPart } from "./audio_measure.ts";

/** Maximum delay of a track in seconds. Correct encodes have a much smaller delay, even at low bitrates. */
const DELAY_SECONDS = 0.032;
/** Maximum delay between channels of a track, in seconds. */
const CHANNEL_SECONDS = 0.006;

/** Checks the delay of each channel relative to the other channels of the track. */
export function judgeChannelDelay(parts: AudioPart[], names: string[], faults: AudioFault[]): void {
  const votes = new Map<number, number[]>();
  for (const { channels } of parts) {
    for (const [c, { apart = 0 }] of channels.entries()) {
      if (Math.abs(apart) > CHANNEL_SECONDS) votes.set(c, [...(votes.get(c) ?? []), apart]);
    }
  }
  for (const [c, seconds] of votes) {
    if (seconds.length < Math.min(2, parts.length) || faults.some(({ kind }) => kind === "late" || kind === "drift")) {
      continue;
    }
    const ms = Math.round((median(seconds) ?? 0) * 1000);
    faults.push({
      kind: "late",
      atSeconds: parts[0]?.atSeconds ?? 0,
      detail: `channel ${names[c] ?? c + 1} is ${Math.abs(ms)} ms ${ms > 0 ? "later" : "earlier"} than the others`,
    });
    return;
  }
}

/** Checks a track for a constant or increasing delay relative to its source. */
export function judgeDelay(parts: AudioPart[], faults: AudioFault[]): void {
  const delays = parts.flatMap((part) => {
    const reliable = part.channels.filter(({ shift }) => shift && shift.likeness > 0.5 && shift.unique);
    const seconds = median(reliable.map(({ shift }) => shift?.seconds ?? 0));
    return seconds === undefined ? [] : [{ at: part.atSeconds, seconds }];
  });
  const late = delays.filter(({ seconds }) => Math.abs(seconds) > DELAY_SECONDS);
  const [first] = late;
  // A single section may contain audio that repeats.
  if (!first || late.length < Math.min(2, delays.length)) return;
  const middle = median(late.map(({ seconds }) => seconds)) ?? 0;
  const [early, end] = [delays[0]?.seconds ?? 0, delays.at(-1)?.seconds ?? 0];
  const drifts = late.length < delays.length && Math.abs(end - early) > DELAY_SECONDS;
  const ms = Math.round(Math.abs(drifts ? end : middle) * 1000);
  const words = (drifts ? end : middle) > 0 ? "later" : "earlier";
  faults.push({
    kind: drifts ? "drift" : "late",
    atSeconds: first.at,
    detail: `up to ${ms} ms ${words} than in the source`,
  });
}
