import { factsOf, knownFacts, knownTimes, packetTimes } from "./facts.ts";
import { ffprobe, run } from "./tools.ts";

/**
 * Measures the difference between a damaged file and the good file, independently of the verifier and with coarse
 * limits.
 */

/** Mean squared error in one plane above which a frame is treated as visibly different. 65 = 30 dB. */
const SEEN_ERROR = 65;
/** Share of the signal above which the difference of an audio block is treated as audible. */
const HEARD_SHARE = 0.45;
const BLOCK_SECONDS = 0.2;
const LISTENING_RATE = 8000;

/** Returns the number of frames that differ visibly when both files are played from the same time. */
export async function seenPictures(good: string, damaged: string): Promise<number> {
  const graph = "[0:v:0]setpts=PTS-STARTPTS,format=yuv420p[a];[1:v:0]setpts=PTS-STARTPTS,format=yuv420p[b];" +
    "[a][b]scale2ref[a2][b2];[a2][b2]psnr=stats_file=-:shortest=1[o]";
  const args = ["-v", "error", "-nostdin", "-i", damaged, "-i", good, "-filter_complex", graph];
  const text = new TextDecoder().decode(await run("ffmpeg", [...args, "-map", "[o]", "-f", "null", "-"]));
  let seen = 0;
  for (const line of text.split("\n")) {
    const errors = [...line.matchAll(/mse_[yuv]:([\d.]+)/g)].map(([, value]) => Number(value));
    if (errors.some((error) => error > SEEN_ERROR)) seen++;
  }
  return seen;
}

async function samples(path: string, track: number): Promise<Int16Array> {
  const args = ["-v", "quiet", "-nostdin", "-i", path, "-map", `0:a:${track}`, "-ar", String(LISTENING_RATE)];
  const bytes = await run("ffmpeg", [...args, "-f", "s16le", "-"]);
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1);
}

/** Returns the number of 0.2 s blocks that differ audibly in any channel of a track with `channels` channels. */
export async function heardBlocks(good: string, damaged: string, track: number, channels: number): Promise<number> {
  const [a, b] = await Promise.all([samples(good, track), samples(damaged, track)]);
  const block = Math.round(LISTENING_RATE * BLOCK_SECONDS) * channels;
  let heard = 0;
  for (let at = 0; at + block <= Math.min(a.length, b.length); at += block) {
    let differs = false;
    for (let channel = 0; channel < channels && !differs; channel++) {
      let [signal, other, difference] = [0, 0, 0];
      for (let i = at + channel; i < at + block; i += channels) {
        const [x, y] = [a[i] ?? 0, b[i] ?? 0];
        signal += x * x;
        other += y * y;
        difference += (x - y) * (x - y);
      }
      const loud = Math.max(signal, other);
      // Differences of -56 dB and below are encoder noise.
      differs = loud / (block / channels) > 2500 && Math.sqrt(difference / loud) > HEARD_SHARE;
    }
    if (differs) heard++;
  }
  return heard;
}

/** Returns the facts of `good` that are missing in `damaged`, and vice versa. */
export async function changedFacts(good: string, damaged: string): Promise<string[]> {
  const [a, b] = [await knownFacts(good), await factsOf(damaged)];
  return [
    ...a.filter((fact) => !b.includes(fact)).map((f) => `- ${f}`),
    ...b.filter((f) => !a.includes(f)).map((f) => `+ ${f}`),
  ];
}

/**
 * Returns the largest timestamp difference between packets of the same stream in milliseconds. Infinite if the number
 * of packets differs by more than two.
 */
export async function changedTimes(good: string, damaged: string): Promise<number> {
  const [a, b] = [await knownTimes(good), await packetTimes(damaged)];
  let largest = 0;
  for (const [index, times] of a) {
    const others = b.get(index) ?? [];
    if (Math.abs(times.length - others.length) > 2) return Infinity;
    times.forEach((time, i) => {
      const other = others[i];
      if (other !== undefined) largest = Math.max(largest, Math.abs(time - other));
    });
  }
  return largest;
}

/** Hashes all streams of a kind: their packets or their decoded content. */
export async function payloadHash(path: string, kind: "v" | "a" | "s", decode = false): Promise<string> {
  const codec = decode ? [] : ["-c", "copy"];
  const args = ["-v", "quiet", "-nostdin", "-i", path, "-map", `0:${kind}?`, ...codec, "-f", "streamhash", "-"];
  return new TextDecoder().decode(await run("ffmpeg", args).catch(() => new Uint8Array()));
}

interface TextPacket {
  stream_index: number;
  pts_time?: string;
  duration_time?: string;
  data_hash?: string;
}

/** True if all subtitle packets have the same content at the same times, within 40 ms. */
export async function sameTexts(good: string, damaged: string): Promise<boolean> {
  const [a, b] = [await textPackets(good), await textPackets(damaged)];
  const close = (x = "0", y = "0") => Math.abs(Number(x) - Number(y)) < 0.04;
  return a.length === b.length && a.every((one, i) => {
    const other = b[i];
    return other !== undefined && one.stream_index === other.stream_index && one.data_hash === other.data_hash &&
      close(one.pts_time, other.pts_time) && close(one.duration_time, other.duration_time);
  });
}

async function textPackets(path: string): Promise<TextPacket[]> {
  const entries = "packet=stream_index,pts_time,duration_time,data_hash";
  const found = await ffprobe(path, "-select_streams", "s", "-show_data_hash", "md5", "-show_entries", entries);
  const packets = (Array.isArray(found.packets) ? found.packets : []) as TextPacket[];
  return packets.sort((x, y) => x.stream_index - y.stream_index || Number(x.pts_time) - Number(y.pts_time));
}
