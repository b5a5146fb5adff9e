import { JobFailure } from "../../../kit/fault.ts";
import { lines } from "../../../kit/process/lines.ts";
import { startProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";

/** Packets of one stream, in file order. Times are in seconds on the clock of the file. */
export interface PacketTrack {
  count: number;
  bytes: number;
  /** First presentation time. */
  start: number;
  /** End of the packet that is presented last. */
  end: number;
  /** Presentation times, at most `MAX_LISTED`. */
  times: number[];
  /** Size in bytes of each packet in `times`. */
  sizes: number[];
  /** Duration of each packet in `times`, from the container. 0 if it contains none. */
  durations: number[];
  /** Payload hash of each packet in `times`. */
  checksums: number[];
  /** Presentation times of keyframe packets. */
  keys: number[];
  /** True if the first packet is a keyframe. */
  startsWithKey: boolean;
  /** True if decoding starts at a frame that an edit list hides. All visible frames can then be decoded. */
  hiddenKey?: true;
  /** Duration of the longest packet, in seconds. */
  longest: number;
  /** Gaps between packets longer than `MIN_HOLE_SECONDS`, in file order. */
  holes: Hole[];
}

/** Gap in a stream. */
export interface Hole {
  at: number;
  seconds: number;
}

/** All packets of a file, by stream index. */
export interface PacketList {
  tracks: Map<number, PacketTrack>;
  /** Packets without a timestamp, which are covers. */
  stills: Map<number, { bytes: number; checksum: number }>;
  /** Demuxer errors. */
  complaints: string[];
}

/** File for ffprobe to read, and how to open it. */
export interface PacketOptions {
  ffprobePath: string;
  path: string;
  /** Options before the input, the same as for the encode. */
  inputOptions?: string[];
  signal?: AbortSignal;
}

/** Maximum number of listed packets. TrueHD has 1,200 packets per second. Beyond this number, only sums are kept. */
const MAX_LISTED = 1_000_000;
/** Minimum length of a gap in seconds. Shorter gaps are caused by rounding, or by padding between audio frames. */
export const MIN_HOLE_SECONDS = 0.12;
const TIMEOUT_MS = 3_600_000;

/** Reads timestamps, sizes and checksums of all packets without decoding. Throws `JobFailure` `unreadable`. */
export async function readPackets(
  { ffprobePath, path, inputOptions = [], signal }: PacketOptions,
): Promise<PacketList> {
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffprobePath,
    args: [
      ...["-hide_banner", "-v", "error", ...inputOptions, ...INPUT_GUARDS, "-show_data_hash", "murmur3"],
      ...["-show_entries", "packet=stream_index,pts_time,dts_time,duration_time,size,flags,data_hash"],
      ...["-of", "csv=p=0", fileOperand(path)],
    ],
  });
  const kill = () => child.signal("SIGKILL");
  const timer = setTimeout(kill, TIMEOUT_MS);
  signal?.addEventListener("abort", kill, { once: true });
  const reader = packetReader();
  const complaints: string[] = [];
  try {
    const packets = async () => {
      for await (const line of lines(child.stdout)) reader.add(line);
    };
    const log = async () => {
      for await (const line of lines(child.stderr)) if (complaints.length < 50) complaints.push(line);
    };
    const [status] = await Promise.all([child.status, packets(), log()]);
    signal?.throwIfAborted();
    if (!status.success) throw new JobFailure("unreadable", complaints[0] ?? "ffprobe could not read the packets.");
    return { tracks: reader.tracks, stills: reader.stills, complaints };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}

/** Combines ffprobe's output lines into tracks. Pure except for its own state. */
export function packetReader(): Pick<PacketList, "tracks" | "stills"> & { add(line: string): void } {
  const tracks = new Map<number, PacketTrack>();
  const stills: PacketList["stills"] = new Map();
  const hiddenKeys = new Set<number>();
  let last: PacketTrack | undefined;
  return {
    tracks,
    stills,
    add(line) {
      // For packets with side data, the line ends early, and the checksum is on a separate line.
      if (line.startsWith(",")) {
        if (last && last.checksums.length > 0) last.checksums[last.checksums.length - 1] = checksumOf(line.slice(1));
        return;
      }
      const [stream = "", presented = "", decoded = "", lasts = "", size = "", flags = "", hash = ""] = line.split(",");
      const index = Number(stream);
      const time = presented === "N/A" ? Number(decoded) : Number(presented);
      // Edit lists of MP4 mark frames that are decoded but not shown.
      if (stream === "" || !Number.isInteger(index) || !Number.isFinite(time) || flags.includes("D")) {
        last = undefined;
        if (flags.startsWith("K")) hiddenKeys.add(index);
        if (hash !== "" && Number.isInteger(index)) {
          stills.set(index, { bytes: Number(size) || 0, checksum: checksumOf(hash) });
        }
        return;
      }
      last = tracks.get(index);
      if (!last) {
        last = { ...emptyTrack(time, flags.startsWith("K")), ...(hiddenKeys.has(index) ? { hiddenKey: true } : {}) };
        tracks.set(index, last);
      }
      addPacket(last, {
        time,
        seconds: Number(lasts) || 0,
        bytes: Number(size) || 0,
        key: flags.startsWith("K"),
        hash,
      });
    },
  };
}

const emptyTrack = (start: number, startsWithKey: boolean): PacketTrack => ({
  count: 0,
  bytes: 0,
  start,
  end: start,
  times: [],
  sizes: [],
  durations: [],
  checksums: [],
  keys: [],
  startsWithKey,
  longest: 0,
  holes: [],
});

interface Packet {
  time: number;
  seconds: number;
  bytes: number;
  key: boolean;
  hash: string;
}

function addPacket(track: PacketTrack, { time, seconds, bytes, key, hash }: Packet): void {
  const hole = time - track.end;
  if (track.count > 0 && hole > MIN_HOLE_SECONDS) track.holes.push({ at: track.end, seconds: hole });
  track.count++;
  track.bytes += bytes;
  track.start = Math.min(track.start, time);
  track.end = Math.max(track.end, time + seconds);
  track.longest = Math.max(track.longest, seconds);
  if (track.times.length >= MAX_LISTED) return;
  track.times.push(time);
  track.sizes.push(bytes);
  track.durations.push(seconds);
  track.checksums.push(checksumOf(hash));
  if (key) track.keys.push(time);
}

const HASH = "murmur3:";

/**
 * Returns the first 32 of the 128 bits of `murmur3:0e993ef4…`. 0 for other input. Murmur takes a fifth of the time of a
 * CRC.
 */
const checksumOf = (text: string): number =>
  text.startsWith(HASH) ? parseInt(text.slice(HASH.length, HASH.length + 8), 16) | 0 : 0;

/**
 * Returns gaps, and packets that are as long as a gap. MP4 stores a pause in audio as a long packet with the usual
 * number of samples.
 */
export const pausesOf = ({ holes, times, durations }: PacketTrack): Hole[] => [
  ...holes,
  ...times.flatMap((at, i) => {
    const seconds = durations[i] ?? 0;
    return seconds > MIN_HOLE_SECONDS ? [{ at, seconds }] : [];
  }),
];

/** Returns the times in presentation order. Times less than half a millisecond apart are merged. */
export function sortedTimes({ times }: PacketTrack): number[] {
  const sorted = Float64Array.from(times).sort();
  const distinct: number[] = [];
  for (const time of sorted) {
    const before = distinct.at(-1);
    if (before === undefined || time - before > 0.0005) distinct.push(time);
  }
  return distinct;
}

/** Returns the index in `source` at which two lists of payloads first differ. Undefined if they are equal. */
export function firstDifference(source: PacketTrack, result: PacketTrack): number | undefined {
  // Packets at the start that cannot be decoded are not copied.
  const skipped = source.startsWithKey ? 0 : Math.max(0, source.times.indexOf(source.keys[0] ?? NaN));
  const listed = source.times.length;
  for (let i = skipped; i < listed; i++) {
    const [own, copy] = [source.checksums[i], result.checksums[i - skipped]];
    if (own !== copy || source.sizes[i] !== result.sizes[i - skipped]) return i;
  }
  return source.count - skipped === result.count ? undefined : listed;
}
