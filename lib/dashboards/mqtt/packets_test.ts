import { deepStrictEqual as same, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { createPacketReader } from "./packet_reader.ts";
import { messageOf, type Packet, publishPacket } from "./packets.ts";

const MAX_BYTES = 300;

/** Reads chunks. Returns the packets, and the number of packets that were too large. */
function read(chunks: Uint8Array[]): { packets: Packet[]; tooLarge: number } {
  const packets: Packet[] = [];
  let tooLarge = 0;
  const reader = createPacketReader({
    maxBytes: MAX_BYTES,
    onPacket: (packet) => packets.push(packet),
    onTooLarge: () => tooLarge++,
  });
  for (const chunk of chunks) reader(chunk);
  return { packets, tooLarge };
}

const chunksOf = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

Deno.test("messages arrive complete and in order, however the bytes are divided, and too large ones are discarded", () => {
  const message = fc.record({
    topic: fc.string({ unit: "grapheme", maxLength: 20 }),
    payload: fc.string({ maxLength: 400 }),
  });
  fc.assert(fc.property(fc.array(message), fc.integer({ min: 1, max: 500 }), (messages, size) => {
    const encoded = messages.map(({ topic, payload }) => publishPacket(topic, payload));
    const bytes = new Uint8Array(encoded.flatMap((packet) => [...packet]));
    const { packets, tooLarge } = read(chunksOf(bytes, size));
    // Messages of this size have a header of two bytes, or of three bytes from 128 bytes on.
    const small = messages.filter((_, i) => {
      const length = encoded[i]?.length ?? 0;
      return length - (length > 129 ? 3 : 2) <= MAX_BYTES;
    });
    same(packets.map(messageOf), small.map((one) => ({ ...one, retained: true })));
    same(tooLarge, messages.length - small.length);
  }));
});

Deno.test("arbitrary bytes are packets or a malformed length, and never a message that they do not contain", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
    try {
      for (const packet of read([bytes]).packets) {
        ok(packet.body.length <= MAX_BYTES);
        messageOf(packet);
      }
    } catch (error) {
      ok(error instanceof RangeError);
    }
  }));
  throws(() => read([new Uint8Array([0x30, 0xff, 0xff, 0xff, 0xff])]), RangeError);
  for (const body of [[], [0], [0, 5, 65], [0, 1, 0xff]]) {
    same(messageOf({ type: 3, flags: 0, body: new Uint8Array(body) }), undefined);
  }
});
