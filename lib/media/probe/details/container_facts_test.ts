import { equal } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import type { Probe } from "../model.ts";
import { containerFactsOf } from "./container_facts.ts";

const text = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));
const word = (value: number): number[] => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
const box = (name: string, bytes = 8): number[] => [...word(8 + bytes), ...text(name), ...Array(bytes).fill(0)];
const largeBox = (name: string): number[] => [...word(1), ...text(name), ...word(0), ...word(24), ...Array(8).fill(0)];
const openBox = (name: string): number[] => [...word(0), ...text(name), ...Array(8).fill(0)];
const riff = (name: string, bytes = 11): number[] => [
  ...[...text("RIFF"), bytes + 4, 0, 0, 0, ...text(name)],
  ...Array(bytes + bytes % 2).fill(0),
];
const matroska = (size: number[], bytes: number): number[] => [
  ...[0x1a, 0x45, 0xdf, 0xa3, 0x84, 1, 2, 3, 4, 0x18, 0x53, 0x80, 0x67],
  ...[...size, ...Array(bytes).fill(0)],
];
const known = matroska([0x40, 9], 9);
const unknown = matroska([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 9);
const mp4 = [...box("ftyp"), ...box("moov"), ...largeBox("mdat")];

for (
  const [name, format, bytes, wanted] of [
    ["one MP4 file", "mov,mp4", mp4, false],
    ["two MP4 files", "mov,mp4", [...mp4, ...mp4], true],
    ["an MP4 file with two indexes", "mov,mp4", [...mp4, ...box("moov")], false],
    ["an MP4 file whose last box has no length", "mov,mp4", [...box("ftyp"), ...openBox("mdat"), ...mp4], false],
    ["an MP4 file with bytes behind it", "mov,mp4", [...mp4, 0, 0, 0, 1], false],
    ["one AVI file", "avi", riff("AVI "), false],
    ["a long AVI file of two lists", "avi", [...riff("AVI "), ...riff("AVIX")], false],
    ["two AVI files", "avi", [...riff("AVI "), ...riff("AVIX"), ...riff("AVI ")], true],
    ["one Matroska file", "matroska,webm", known, false],
    ["two Matroska files", "matroska,webm", [...known, ...known], true],
    ["a Matroska file of unknown length", "matroska,webm", [...unknown, ...known], false],
    ["a Matroska file with bytes behind it", "matroska,webm", [...known, 0, 0, 0, 0, 0], false],
    ["a Matroska file that is cut off", "matroska,webm", known.slice(0, 14), false],
    ["two files of another kind", "mp3", [...mp4, ...mp4], false],
    ["an empty file", "avi", [], false],
  ] as [string, string, number[], boolean][]
) {
  inFolder(`${name} ${wanted ? "are" : "is not"} called joined`, async (dir) => {
    const path = join(dir, "file");
    await Deno.writeFile(path, Uint8Array.from(bytes));
    equal((await containerFactsOf({ path, format, sizeBytes: bytes.length } as Probe)).joined ?? false, wanted);
  });
}
