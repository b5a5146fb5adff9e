import { PACKET_BYTES } from "../clip_info.ts";
import { writeTime } from "./transport.ts";

/** State of a subtitle stream: its screen parameters, and the number of its last composition. */
export interface Shown {
  /** Raw width, height and frame rate bytes from the stream. */
  screen: Uint8Array;
  composition: number;
}

const COMPOSITION_SEGMENT = 0x16;
const END_SEGMENT = 0x80;

/**
 * Returns the subtitle that a Presentation Graphics stream shows after the PES packet that starts in the transport
 * packet at `at`. Returns undefined if the packet does not change it, and null if the screen is cleared. Each PES
 * packet contains one segment. The layout follows ffmpeg's `pgssubdec.c`.
 */
export function shownAfter(bytes: Uint8Array, at: number): Shown | null | undefined {
  const adaptation = ((bytes[at + 7] ?? 0) & 0x20) !== 0 ? (bytes[at + 8] ?? 0) + 1 : 0;
  const head = at + 8 + adaptation;
  const segment = head + 9 + (bytes[head + 8] ?? 0);
  if (segment + 14 > at + PACKET_BYTES || bytes[segment] !== COMPOSITION_SEGMENT) return undefined;
  if (bytes[segment + 13] === 0) return null;
  const composition = ((bytes[segment + 8] ?? 0) << 8) | (bytes[segment + 9] ?? 0);
  return { screen: bytes.slice(segment + 3, segment + 8), composition };
}

/** Creates two packets that clear the subtitle at `time` (90 kHz). */
export function clearingPackets(pid: number, { screen, composition }: Shown, time: number): Uint8Array<ArrayBuffer>[] {
  const next = (composition + 1) & 0xffff;
  const nothing = [...screen, next >> 8, next & 0xff, 0, 0, 0, 0];
  return [[COMPOSITION_SEGMENT, 0, nothing.length, ...nothing], [END_SEGMENT, 0, 0]]
    .map((segment) => unitPacket(pid, segment, time));
}

/** Builds one transport packet that contains a complete PES packet of private stream 1, padded with stuffing. */
function unitPacket(pid: number, payload: number[], time: number): Uint8Array<ArrayBuffer> {
  const packet = new Uint8Array(PACKET_BYTES).fill(0xff);
  const head = PACKET_BYTES - 14 - payload.length;
  packet.set([0, 0, 0, 0, 0x47, 0x40 | (pid >> 8), pid & 0xff, 0x30, head - 9, 0]);
  packet.set([0, 0, 1, 0xbd, 0, 8 + payload.length, 0x81, 0x80, 5, 0x21], head);
  writeTime(packet, head + 9, time);
  packet.set(payload, head + 14);
  return packet;
}
