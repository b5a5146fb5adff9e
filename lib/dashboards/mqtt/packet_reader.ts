import type { Packet } from "./packets.ts";

/** Maximum number of bytes of the length in a header. */
const LENGTH_BYTES = 4;

/**
 * Creates a function that receives the bytes of a connection and calls `onPacket` for each complete packet. The content
 * of a packet of more than `maxBytes` is discarded as it arrives, so that memory use is bounded. The function throws for
 * a malformed header, after which the connection cannot be used.
 */
export function createPacketReader({ maxBytes, onPacket, onTooLarge }: {
  maxBytes: number;
  onPacket(packet: Packet): void;
  onTooLarge(): void;
}): (bytes: Uint8Array) => void {
  let header: number[] = [];
  let body = new Uint8Array(0);
  /** Number of bytes of the current packet that have been received, and that are still missing. */
  let received = 0;
  let missing = 0;
  let isSkipped = false;

  function begin(length: number): void {
    isSkipped = length > maxBytes;
    body = new Uint8Array(isSkipped ? 0 : length);
    received = 0;
    missing = length;
  }

  function end(): void {
    const [first = 0] = header;
    header = [];
    if (isSkipped) onTooLarge();
    else onPacket({ type: first >> 4, flags: first & 0x0f, body });
  }

  /** Adds a byte to the header. Returns true if the header is complete. */
  function extendHeader(byte: number): boolean {
    header.push(byte);
    if (header.length === 1) return false;
    if (byte > 127) {
      if (header.length > LENGTH_BYTES) throw new RangeError("The length of an MQTT packet is malformed.");
      return false;
    }
    begin(header.slice(1).reduceRight((length, part) => length * 128 + (part & 0x7f), 0));
    return true;
  }

  return (bytes) => {
    for (let at = 0; at < bytes.length;) {
      if (missing === 0) {
        if (extendHeader(bytes[at++] ?? 0) && missing === 0) end();
        continue;
      }
      const part = bytes.subarray(at, at + missing);
      if (!isSkipped) body.set(part, received);
      received += part.length;
      missing -= part.length;
      at += part.length;
      if (missing === 0) end();
    }
  };
}
