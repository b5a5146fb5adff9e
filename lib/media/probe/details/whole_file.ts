import type { Probe } from "../model.ts";
import type { ProbeOptions } from "../run_ffprobe.ts";
import { lastPackets } from "./late_end.ts";

/** Difference in seconds, and as a share of the duration, by which the last packet may precede the end in the header. */
const END_SECONDS = 10;
const END_SHARE = 0.02;

/**
 * True if the longest video or audio stream can be read to the end that the header contains. False for a file that is
 * still being copied.
 */
export async function reachesEnd(probe: Probe, options: ProbeOptions): Promise<boolean> {
  if (await endsWithZeros(probe.path)) return false;
  const played = probe.streams.filter((stream) =>
    (stream.kind === "video" && !stream.still) || stream.kind === "audio"
  );
  const end = probe.startSeconds + probe.durationSeconds;
  const allowed = Math.max(END_SECONDS, probe.durationSeconds * END_SHARE);
  for (const { index } of played) {
    const packets = await lastPackets(probe.path, index, options);
    if (packets?.last.some(({ seconds, lasts }) => end - seconds - lasts <= allowed)) return true;
  }
  return false;
}

const TAIL_BYTES = 64 << 10;

/** True if the end of a file is reserved but not written. The index of an MP4 file lists its frames nevertheless. */
async function endsWithZeros(path: string): Promise<boolean> {
  using file = await Deno.open(path);
  const { size } = await file.stat();
  await file.seek(Math.max(0, size - TAIL_BYTES), Deno.SeekMode.Start);
  const tail = new Uint8Array(Math.min(size, TAIL_BYTES));
  let filled = 0;
  while (filled < tail.length) {
    const read = await file.read(tail.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return tail.every((byte) => byte === 0);
}
