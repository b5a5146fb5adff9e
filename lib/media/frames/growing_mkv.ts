import { Fault } from "../../kit/fault.ts";
import { startProcess } from "../../kit/process/process.ts";
import { isJpeg, stillArgs } from "./frames.ts";
import type { HdrFormat } from "../probe/model.ts";

/** Request for the latest frame of an encode in progress, as a JPEG with a width of `width` pixels. */
export interface GrowingRequest {
  ffmpegPath: string;
  /** A Matroska or WebM file that ffmpeg is still writing. */
  path: string;
  width: number;
  hdr?: HdrFormat;
  signal?: AbortSignal;
}

interface Cluster {
  offset: number;
  seconds: number;
}

const WALL_MS = 10_000;
/**
 * Lengths in seconds of the end of the file that is decoded. The longer one is used only if the shorter one contains no
 * frame. Encoders insert a keyframe at least every ten seconds.
 */
const SPANS_SECONDS = [12, 60];
const MAX_TAIL_BYTES = 96 * 1024 * 1024;

/**
 * Extracts the latest keyframe of a file without an index. Only the header and the last clusters are read and passed to
 * ffmpeg. Throws `Fault` `no_preview` while nothing has been written.
 */
export async function lastFrameOfGrowingMkv(request: GrowingRequest): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(request.path, { read: true }).catch((error) => {
    // An encoder does not create its output file until shortly after its start.
    throw error instanceof Deno.errors.NotFound ? new Fault("no_preview", "Nothing has been written yet.") : error;
  });
  const { headEnd, clusters, end } = await walk(file);
  const last = clusters.at(-1);
  if (last) {
    for (const span of SPANS_SECONDS) {
      const from = clusters.find((c) => c.seconds >= last.seconds - span && end - c.offset <= MAX_TAIL_BYTES) ?? last;
      const frame = await decode(request, file, headEnd, from.offset, end);
      if (frame) return frame;
      if (from === clusters[0]) break;
    }
  }
  throw new Fault("no_preview", "No frame of the encode can be shown yet.");
}

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const CLUSTER_TIME = 0xe7;

/**
 * Reads the headers of all elements, using the sizes of complete clusters. Stops at the cluster that is being written.
 */
async function walk(file: Deno.FsFile): Promise<{ headEnd: number; clusters: Cluster[]; end: number }> {
  const size = (await file.stat()).size;
  const clusters: Cluster[] = [];
  let scale = 1_000_000;
  let headEnd = 0;
  let at = 0;
  while (at + 12 < size) {
    const head = await readAt(file, at, 64);
    const element = elementAt(head, 0);
    if (!element) break;
    if (element.id === SEGMENT) {
      at += element.body;
      continue;
    }
    if (element.size === undefined || at + element.body + element.size > size) break;
    if (element.id === INFO) scale = timestampScale(await readAt(file, at + element.body, element.size)) ?? scale;
    if (element.id === CLUSTER) {
      if (clusters.length === 0) headEnd = at;
      const time = elementAt(head, element.body);
      const value = time?.id === CLUSTER_TIME ? numberAt(head, time.body, time.size ?? 0) : 0;
      clusters.push({ offset: at, seconds: (value * scale) / 1e9 });
    }
    at += element.body + element.size;
  }
  return { headEnd, clusters, end: at };
}

/** Reads the ID and size of an element. `body` is the offset of its contents. An unknown size is undefined. */
function elementAt(bytes: Uint8Array, at: number): { id: number; size: number | undefined; body: number } | undefined {
  const idLength = vintLength(bytes[at]);
  if (idLength === undefined || idLength > 4 || at + idLength >= bytes.length) return undefined;
  const id = numberAt(bytes, at, idLength);
  const sizeAt = at + idLength;
  const sizeLength = vintLength(bytes[sizeAt]);
  if (sizeLength === undefined || sizeAt + sizeLength > bytes.length) return undefined;
  // The length marker is removed first, because an eight-byte size with it would not fit into a double.
  const first = (bytes[sizeAt] ?? 0) - 2 ** (8 - sizeLength);
  const size = first * 256 ** (sizeLength - 1) + numberAt(bytes, sizeAt + 1, sizeLength - 1);
  const unknown = size >= 2 ** (7 * sizeLength) - 1;
  return { id, size: unknown ? undefined : size, body: sizeAt + sizeLength };
}

const vintLength = (first: number | undefined): number | undefined => first ? Math.clz32(first) - 23 : undefined;

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

function timestampScale(info: Uint8Array): number | undefined {
  let at = 0;
  while (at < info.length) {
    const element = elementAt(info, at);
    if (!element || element.size === undefined) return undefined;
    if (element.id === TIMESTAMP_SCALE) return numberAt(info, element.body, element.size);
    at = element.body + element.size;
  }
  return undefined;
}

async function readAt(file: Deno.FsFile, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  await file.seek(offset, Deno.SeekMode.Start);
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

async function decode(
  { ffmpegPath, width, hdr = "sdr", signal }: GrowingRequest,
  file: Deno.FsFile,
  headEnd: number,
  from: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-v", "error", "-skip_frame", "nokey", "-protocol_whitelist", "pipe", "-f", "matroska"],
      ...["-i", "pipe:0", "-map", "0:V:0", "-fps_mode", "passthrough", ...stillArgs(hdr, width), "pipe:1"],
    ],
    stdin: "piped",
  });
  const kill = () => child.signal("SIGKILL");
  const timer = setTimeout(kill, WALL_MS);
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const [pictures] = await Promise.all([
      new Response(child.stdout).bytes(),
      child.stderr.pipeTo(new WritableStream()),
      feed(child.stdin, file, [[0, headEnd], [from, end]]),
      child.status,
    ]);
    signal?.throwIfAborted();
    return lastJpeg(pictures);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}

async function feed(to: WritableStream<Uint8Array<ArrayBuffer>>, file: Deno.FsFile, ranges: [number, number][]) {
  const writer = to.getWriter();
  try {
    for (const [start, stop] of ranges) {
      for (let at = start; at < stop; at += 65_536) {
        await writer.write(await readAt(file, at, Math.min(65_536, stop - at)));
      }
    }
    await writer.close();
  } catch {
    // ffmpeg has read enough and closed the pipe.
    await writer.abort().catch(() => {});
  }
}

/** Returns the last of several consecutive JPEGs. Each starts with FF D8 FF, which occurs nowhere else in a JPEG. */
function lastJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  for (let at = bytes.length - 3; at >= 0; at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd8 && bytes[at + 2] === 0xff) {
      const last = bytes.slice(at);
      return isJpeg(last) ? last : undefined;
    }
  }
  return undefined;
}
