/** Edits of container bytes that move the timestamps of one track after a certain time. */

/** Timestamps at or after `fromSeconds` move by `bySeconds`. */
export interface Move {
  fromSeconds: number;
  bySeconds: number;
}

const MASTERS = [0x18538067, 0x1f43b675, 0xa0];
const CLUSTER_TIME = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;

/** Reads a Matroska variable-length integer. `marked` keeps the length bits, as in element IDs. */
function numberAt(bytes: Uint8Array, at: number, marked: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  let value = marked ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return { value, length };
}

/** Moves the blocks of a Matroska track. The relative times of blocks limit a move to 32 s. */
export function moveMatroskaTrack(track: number, { fromSeconds, bySeconds }: Move) {
  return (bytes: Uint8Array<ArrayBuffer>): Uint8Array => {
    const view = new DataView(bytes.buffer);
    let cluster = 0;
    for (let at = 0; at + 2 < bytes.length;) {
      const id = numberAt(bytes, at, true);
      const size = numberAt(bytes, at + id.length, false);
      const body = at + id.length + size.length;
      if (MASTERS.includes(id.value)) {
        at = body;
        continue;
      }
      if (id.value === CLUSTER_TIME) cluster = bytes.subarray(body, body + size.value).reduce((a, b) => a * 256 + b, 0);
      if ((id.value === SIMPLE_BLOCK || id.value === BLOCK) && (bytes[body] ?? 0) === (0x80 | track)) {
        const relative = view.getInt16(body + 1);
        if (cluster + relative >= fromSeconds * 1000) view.setInt16(body + 1, relative + bySeconds * 1000);
      }
      at = body + size.value;
    }
    return bytes;
  };
}

const PACKET_BYTES = 188;
const STAMP_HZ = 90_000;
const STAMP_BYTES = 5;

function stampAt(bytes: Uint8Array, at: number): number {
  const [p = 0, q = 0, r = 0, s = 0, t = 0] = bytes.subarray(at, at + STAMP_BYTES);
  return (p >> 1 & 7) * 2 ** 30 + (q << 22 | r >> 1 << 15 | s << 7 | t >> 1);
}

function setStamp(bytes: Uint8Array, at: number, units: number): void {
  const [high, middle, low] = [Math.floor(units / 2 ** 30) & 7, Math.floor(units / 2 ** 15) & 0x7fff, units & 0x7fff];
  const kind = (bytes[at] ?? 0) & 0xf0;
  bytes.set([kind | high << 1 | 1, middle >> 7, (middle & 0x7f) << 1 | 1, low >> 7, (low & 0x7f) << 1 | 1], at);
}

/** Moves the packets of a transport stream with this PID. */
export function moveTransportTrack(pid: number, { fromSeconds, bySeconds }: Move) {
  return (bytes: Uint8Array<ArrayBuffer>): Uint8Array => {
    let first: number | undefined;
    for (let at = 0; at + PACKET_BYTES <= bytes.length; at += PACKET_BYTES) {
      const [, b = 0, c = 0, control = 0, field = 0] = bytes.subarray(at, at + 5);
      if (((b & 0x1f) << 8 | c) !== pid || (b & 0x40) === 0) continue;
      const presented = at + 4 + (control & 0x20 ? 1 + field : 0) + 9;
      const hasDecoding = (bytes[presented] ?? 0) >> 4 === 3;
      const units = stampAt(bytes, presented);
      first ??= units;
      if (units - first < fromSeconds * STAMP_HZ) continue;
      for (const stamp of hasDecoding ? [presented, presented + STAMP_BYTES] : [presented]) {
        setStamp(bytes, stamp, stampAt(bytes, stamp) + bySeconds * STAMP_HZ);
      }
    }
    return bytes;
  };
}
