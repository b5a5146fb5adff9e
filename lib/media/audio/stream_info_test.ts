import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { type StreamInfo, streamInfoOf } from "./pcm_md5.ts";

/** Builds marker, header and STREAMINFO of a FLAC file bit by bit, according to RFC 9639, section 8.2. */
function flacHead({ sampleRate, channels, bitDepth, samples, md5 }: StreamInfo, { last = true } = {}): Uint8Array {
  const bits = [
    [32, 0x664c6143],
    [1, last ? 1 : 0],
    [7, 0],
    [24, 34],
    [16, 4096],
    [16, 4096],
    [24, 14],
    [24, 16_000],
    [20, sampleRate],
    [3, channels - 1],
    [5, bitDepth - 1],
    [36, samples ?? 0],
  ].map(([size = 0, value = 0]) => value.toString(2).padStart(size, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  const sum = (md5 ?? "0".repeat(32)).match(/../g) ?? [];
  return Uint8Array.from([...bytes.map((byte) => parseInt(byte, 2)), ...sum.map((byte) => parseInt(byte, 16))]);
}

const CD: StreamInfo = { sampleRate: 44_100, channels: 2, bitDepth: 16, samples: 441_000, md5: "0f".repeat(16) };

Deno.test("streamInfoOf() reads back every head that can be written", () => {
  const head = fc.record({
    sampleRate: fc.integer({ min: 1, max: 2 ** 20 - 1 }),
    channels: fc.integer({ min: 1, max: 8 }),
    bitDepth: fc.integer({ min: 4, max: 32 }),
    samples: fc.integer({ min: 1, max: 2 ** 36 - 1 }),
    md5: fc.uint8Array({ minLength: 16, maxLength: 16 }).filter((sum) => sum.some((byte) => byte !== 0))
      .map((sum) => sum.toHex()),
  });
  fc.assert(fc.property(head, fc.boolean(), (info, last) => deepEqual(streamInfoOf(flacHead(info, { last })), info)));
});

Deno.test("streamInfoOf() returns no length and no checksum if the encoder wrote none", () => {
  deepEqual(streamInfoOf(flacHead({ ...CD, samples: undefined, md5: undefined })), {
    ...CD,
    samples: undefined,
    md5: undefined,
  });
});

Deno.test("streamInfoOf() reads a header inside a larger buffer", () => {
  const memory = new Uint8Array(100).fill(255);
  memory.set(flacHead(CD), 13);
  deepEqual(streamInfoOf(memory.subarray(13)), CD);
});

const changed = (at: number, value: number): Uint8Array => {
  const head = flacHead(CD);
  head[at] = value;
  return head;
};

for (
  const [name, head] of [
    ["nothing", new Uint8Array()],
    ["a head that was cut off", flacHead(CD).subarray(0, 41)],
    ["another marker", changed(0, 0x46)],
    ["an ID3 tag before the marker", Uint8Array.from([0x49, 0x44, 0x33, ...flacHead(CD)])],
    ["another block first", changed(4, 0x84)],
    ["a block of another length", changed(7, 35)],
  ] as const
) Deno.test(`streamInfoOf() reads nothing out of ${name}`, () => equal(streamInfoOf(head), undefined));
