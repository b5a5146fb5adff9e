import { PACKET_BYTES } from "../clip_info.ts";
import type { Part } from "./parts.ts";
import { clearingPackets, type Shown, shownAfter } from "./subtitle_end.ts";
import {
  hasPayload,
  hasSync,
  pidAt,
  readTime,
  setContinuity,
  setPid,
  startsUnit,
  type UnitTimes,
  unitTimes,
  writeTime,
} from "./transport.ts";

/** Handling of a PID's packets. */
const DROP = 0;
const TABLE = 1;
const VIDEO = 2;
const OTHER = 3;
const SUBTITLES = 4;

/** Handling of a PID's current PES packet. */
const LEAVE = 0;
const KEEP = 1;
const HOLD = 2;

/** Number of PIDs. A PID has 13 bits. */
const PIDS = 8192;
const PROGRAM_PIDS = [0, 0x100];
/** Time of the first frame in the output, at 90 kHz. Decoding timestamps precede it and must not be negative. */
const FIRST_TIME = 900_000;
/** Longest time (90 kHz) by which a frame can follow a frame that is displayed later. */
const MAX_REORDER = 2 * 90_000;
/** Total duration (90 kHz) assigned to the frames at the end of a part that are kept only as references. */
const SQUEEZED = 180;

/**
 * Half the duration of an audio frame (90 kHz). An audio frame belongs to the part that plays more than half of it, so
 * that there are neither overlaps nor gaps between parts.
 */
const HALF_BLOCK: Record<string, number> = { ac3: 1440, eac3: 1440, dts: 480, dtshd: 480, dtshdma: 480, lpcm: 225 };

/** A stream of the title. */
export interface CutTrack {
  pid: number;
  kind: "video" | "audio" | "subtitles";
  codec: string;
}

/** Joins the packets of consecutive parts of a title into one stream with a single clock. */
export class Cutter {
  /** True if no more packets of the part are needed. */
  done = false;
  /** Number of packets without a sync byte. */
  damaged = 0;

  readonly #tracks: ReadonlyMap<number, CutTrack>;
  readonly #kinds = new Uint8Array(PIDS);
  readonly #targets = new Uint16Array(PIDS);
  readonly #halfBlocks = new Uint16Array(PIDS);
  readonly #states = new Uint8Array(PIDS);
  readonly #counters = new Uint8Array(PIDS);
  /**
   * Packets of frames that are displayed after the end of the part. They are held until it is known whether other
   * frames reference them.
   */
  #held: Uint8Array<ArrayBuffer>[] = [];
  /** Start and end of the part on its clip's clock, and the time of `#from` in the output. 90 kHz. */
  #from = 0;
  #until = 0;
  #shift = FIRST_TIME;
  /** Subtitle streams that currently show a subtitle, by output PID. */
  readonly #shown = new Map<number, Shown>();
  #packet = 0;
  #keyPacket = 0;
  #parts = 0;

  /** `tracks` are the streams of the title's first item. Each part names the streams to keep. */
  constructor(tracks: readonly CutTrack[]) {
    this.#tracks = new Map(tracks.map((track) => [track.pid, track]));
  }

  /** Starts the next part. `inTime` (45 kHz) is the time at which its video actually starts. */
  begin(part: Part, inTime: number): void {
    this.#shift += this.#until - this.#from;
    this.#from = inTime * 2;
    this.#until = part.outTime * 2;
    this.#packet = part.firstPacket;
    this.#keyPacket = part.keyPacket;
    this.#held = [];
    this.#parts++;
    this.done = false;
    this.#kinds.fill(DROP);
    this.#states.fill(LEAVE);
    for (const pid of PROGRAM_PIDS) this.#kinds[pid] = TABLE;
    for (const [pid, target] of part.pids) {
      const track = this.#tracks.get(target);
      this.#kinds[pid] = track?.kind === "video" ? VIDEO : track?.kind === "subtitles" ? SUBTITLES : OTHER;
      this.#halfBlocks[pid] = HALF_BLOCK[track?.codec ?? ""] ?? 0;
      this.#targets[pid] = target;
    }
  }

  /**
   * Filters complete packets, modifies them in place, and returns the ranges to write. The result is valid until
   * `packets` is reused.
   */
  cut(packets: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
    const out: Uint8Array<ArrayBuffer>[] = [];
    // Kept packets are moved to the front. Held packets are inserted between two runs.
    let runStart = 0;
    let end = 0;
    for (let at = 0; at + PACKET_BYTES <= packets.length && !this.done; at += PACKET_BYTES, this.#packet++) {
      if (!hasSync(packets, at)) {
        this.damaged++;
        continue;
      }
      const isVideo = this.#kinds[pidAt(packets, at)] === VIDEO;
      const state = this.#decide(packets, at);
      if (state === HOLD) this.#held.push(packets.slice(at, at + PACKET_BYTES));
      if (state !== KEEP) continue;
      if (isVideo && this.#held.length > 0) {
        for (const held of this.#held) this.#number(held, 0);
        out.push(packets.subarray(runStart, end), ...this.#held);
        this.#held = [];
        runStart = end;
      }
      this.#number(packets, at);
      if (end !== at) packets.copyWithin(end, at, at + PACKET_BYTES);
      end += PACKET_BYTES;
    }
    out.push(packets.subarray(runStart, end));
    return out;
  }

  /** Ends the part. Clears the subtitles still on screen, which would otherwise remain over the next part. */
  end(): Uint8Array<ArrayBuffer>[] {
    // Uses the last millisecond of the part, so that the subtitle is cleared before the next part shows one.
    const time = this.#until - 90 - this.#from + this.#shift;
    const packets = [...this.#shown].flatMap(([pid, shown]) => clearingPackets(pid, shown, time));
    for (const packet of packets) this.#number(packet, 0);
    this.#shown.clear();
    return packets;
  }

  /** Decides whether the packet at `at` is kept, held or dropped, and prepares it for the output. */
  #decide(bytes: Uint8Array, at: number): number {
    const pid = pidAt(bytes, at);
    const kind = this.#kinds[pid] ?? DROP;
    if (kind === DROP) return LEAVE;
    if (kind === TABLE) return this.#parts === 1 ? KEEP : LEAVE;
    const times = startsUnit(bytes, at) ? unitTimes(bytes, at) : undefined;
    if (times) {
      this.#states[pid] = this.#stateAt(pid, kind, times.time);
      if (this.#states[pid] !== LEAVE) this.#move(bytes, times);
    }
    const state = this.#states[pid] ?? LEAVE;
    const target = this.#targets[pid] ?? pid;
    if (times && kind === SUBTITLES && state === KEEP) this.#noteShown(bytes, at, target);
    if (state !== LEAVE && target !== pid) setPid(bytes, at, target);
    return state;
  }

  /** A frame displayed after the end is held, because a later frame displayed before the end may reference it. */
  #stateAt(pid: number, kind: number, time: number): number {
    const middle = time + (this.#halfBlocks[pid] ?? 0);
    if (middle < this.#from || (kind === VIDEO && this.#packet < this.#keyPacket)) return LEAVE;
    if (middle < this.#until) return KEEP;
    if (kind !== VIDEO) return LEAVE;
    if (time >= this.#until + MAX_REORDER) this.done = true;
    return HOLD;
  }

  #noteShown(bytes: Uint8Array, at: number, pid: number): void {
    const shown = shownAfter(bytes, at);
    if (shown) this.#shown.set(pid, shown);
    else if (shown === null) this.#shown.delete(pid);
  }

  #move(bytes: Uint8Array, { time, timeAt, decodeAt }: UnitTimes): void {
    const after = time - this.#until;
    const shown = after < 0 ? time : Math.floor(this.#until - SQUEEZED + SQUEEZED * after / (2 * MAX_REORDER));
    const moved = this.#shift - this.#from;
    writeTime(bytes, timeAt, shown + moved);
    if (decodeAt > 0) writeTime(bytes, decodeAt, Math.min(readTime(bytes, decodeAt), shown) + moved);
  }

  /** Held packets are numbered in stream order when they are released. */
  #number(bytes: Uint8Array, at: number): void {
    const pid = pidAt(bytes, at);
    if (this.#kinds[pid] === TABLE) return;
    const counter = this.#counters[pid] ?? 0;
    setContinuity(bytes, at, hasPayload(bytes, at) ? counter : (counter + 15) & 15);
    if (hasPayload(bytes, at)) this.#counters[pid] = (counter + 1) & 15;
  }
}
