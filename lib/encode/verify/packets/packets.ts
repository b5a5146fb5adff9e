import { JobFailure } from "../../../kit/fault.ts";
import { lines } from "../../../kit/process/lines.ts";
import { startProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";

/** The packets of one stream, in file order. Times in seconds on the file's own clock. */
export interface PacketTrack {
  count: number;
  bytes: number;
  /** First presentation time. */
  start: number;
  /** End of the packet that is presented last. */
  end: number;
  /** Presentation times; at most `MAX_LISTED`. */
  times: number[];
  /** Bytes of each packet in `times`. */
  sizes: number[];
  /** Stated length of each packet in `times`; 0 when the container states none. */
  durations: number[];
  /** Hash of each payload in `times`. */
  checksums: number[];
  /** Presentation times of packets where decoding can begin. */
  keys: number[];
  /** Whether the first packet is a place where decoding can begin. */
  startsWithKey: boolean;
  /** Decoding begins at a picture that an edit list hides, so that all that are shown can be decoded. */
  hiddenKey?: true;
  /** Longest packet, in seconds. */
  longest: number;
  /** Stretches without a packet that are longer than `MIN_HOLE_SECONDS`, in presentation order of storage. */
  holes: Hole[];
}

/** A stretch of a stream where there is nothing. */
export interface Hole {
  at: number;
  seconds: number;
}

/** All packets of a file, by stream index. */
export interface PacketList {
  tracks: Map<number, PacketTrack>;
  /** Packets without a time: covers. */
  stills: Map<number, { bytes: number; checksum: number }>;
  /** What the demuxer complained about. */
  complaints: string[];
}

/** Which file is read by ffprobe, and how it is opened. */
export interface PacketOptions {
  ffprobePath: string;
  path: string;
  /** Options before the input, as the encode had them. */
  inputOptions?: string[];
  signal?: AbortSignal;
}

/** TrueHD has 1,200 packets a second: beyond this many only sums are kept. */
const MAX_LISTED = 1_000_000;
/** Shorter holes are rounding, or the padding between two sound frames. */
export const MIN_HOLE_SECONDS = 0.12;
const TIMEOUT_MS = 3_600_000;

/** Reads the times, sizes and checksums of all packets without decoding. Throws `JobFailure` `unreadable`. */
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

/** Folds ffprobe's lines into tracks. Pure but for its own state. */
export function packetReader(): Pick<PacketList, "tracks" | "stills"> & { add(line: string): void } {
  const tracks = new Map<number, PacketTrack>();
  const stills: PacketList["stills"] = new Map();
  const hiddenKeys = new Set<number>();
  let last: PacketTrack | undefined;
  return {
    tracks,
    stills,
    add(line) {
      // Packets with side data end their line early; the checksum stands alone on the next one.
      if (line.startsWith(",")) {
        if (last && last.checksums.length > 0) last.checksums[last.checksums.length - 1] = checksumOf(line.slice(1));
        return;
      }
      const [stream = "", presented = "", decoded = "", lasts = "", size = "", flags = "", hash = ""] = line.split(",");
      const index = Number(stream);
      const time = presented === "N/A" ? Number(decoded) : Number(presented);
      // Edit lists of MP4 mark what is decoded and never shown.
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

/** The first 32 of the 128 bits of `murmur3:0e993ef4…`; 0 for anything else. It takes a fifth of the time of a CRC. */
const checksumOf = (text: string): number =>
  text.startsWith(HASH) ? parseInt(text.slice(HASH.length, HASH.length + 8), 16) | 0 : 0;

/** Holes, and packets that last as long: MP4 writes a pause of audio so, and they hold no more samples than others. */
export const pausesOf = ({ holes, times, durations }: PacketTrack): Hole[] => [
  ...holes,
  ...times.flatMap((at, i) => {
    const seconds = durations[i] ?? 0;
    return seconds > MIN_HOLE_SECONDS ? [{ at, seconds }] : [];
  }),
];

/** Presentation order; times closer than half a millisecond are one. */
export function sortedTimes({ times }: PacketTrack): number[] {
  const sorted = Float64Array.from(times).sort();
  const distinct: number[] = [];
  for (const time of sorted) {
    const before = distinct.at(-1);
    if (before === undefined || time - before > 0.0005) distinct.push(time);
  }
  return distinct;
}

/** Index in `source` where two payload lists first differ; undefined when they are the same throughout. */
export function firstDifference(source: PacketTrack, result: PacketTrack): number | undefined {
  // What cannot be decoded at the start is not copied.
  const skipped = source.startsWithKey ? 0 : Math.max(0, source.times.indexOf(source.keys[0] ?? NaN));
  const listed = source.times.length;
  for (let i = skipped; i < listed; i++) {
    const [own, copy] = [source.checksums[i], result.checksums[i - skipped]];
    if (own !== copy || source.sizes[i] !== result.sizes[i - skipped]) return i;
  }
  return source.count - skipped === result.count ? undefined : listed;
}
