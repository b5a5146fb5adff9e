import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { cannotRun, executableKind } from "./executable.ts";

/** Returns the first bytes of a file, with two- or four-byte numbers at the given offsets. */
function head(bytes: number, numbers: [at: number, size: 2 | 4, value: number, little?: boolean][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes));
  for (const [at, size, value, little = false] of numbers) {
    if (size === 2) view.setUint16(at, value, little);
    else view.setUint32(at, value, little);
  }
  return new Uint8Array(view.buffer);
}

const elf = (machine: number, little = true) =>
  head(64, [[0, 4, 0x7f454c46], [4, 2, little ? 0x0201 : 0x0202], [18, 2, machine, little]]);
const macho = (cpu: number) => head(64, [[0, 4, 0xcffaedfe], [4, 4, cpu, true]]);
const pe = (machine: number, at = 0x80, bytes = 0x100) => {
  const numbers: [number, 2 | 4, number, boolean?][] = [[0, 2, 0x4d5a], [0x3c, 4, at, true]];
  if (at + 6 <= bytes) numbers.push([at, 4, 0x50450000], [at + 4, 2, machine, true]);
  return head(bytes, numbers);
};
const universal = (cpus: number[], bytes = 4096, count = cpus.length) =>
  head(bytes, [
    [0, 4, 0xcafebabe],
    [4, 4, count],
    ...cpus.map((cpu, i) => [8 + i * 20, 4, cpu] as [number, 4, number]),
  ]);
const text = (content: string) => new TextEncoder().encode(content);

for (
  const [name, bytes, form, ...machines] of [
    ["Linux on Intel", elf(0x3e), "elf", "x86_64"],
    ["Linux on ARM", elf(0xb7), "elf", "aarch64"],
    ["Linux on a 32-bit Intel", elf(0x03), "elf", "x86"],
    ["Linux on a 32-bit ARM", elf(0x28), "elf", "arm"],
    ["Linux on RISC-V", elf(0xf3), "elf", "riscv64"],
    ["Linux on a machine with the high byte first", elf(0x15, false), "elf", "other"],
    ["Linux on Intel, written with the high byte first", elf(0x3e, false), "elf", "x86_64"],
    ["macOS on Intel", macho(0x01000007), "mach-o", "x86_64"],
    ["macOS on ARM", macho(0x0100000c), "mach-o", "aarch64"],
    ["macOS on both", universal([0x01000007, 0x0100000c]), "mach-o", "x86_64", "aarch64"],
    ["macOS on more machines than the head shows", universal([0x01000007], 28, 1000), "mach-o", "x86_64"],
    ["Windows on Intel", pe(0x8664), "pe", "x86_64"],
    ["Windows on ARM", pe(0xaa64), "pe", "aarch64"],
    ["a script", text("#!/bin/sh\nexec ffmpeg\n"), "script"],
    ["the shortest script", text("#!"), "script"],
    ["DOS", pe(0x8664, 0x8000), "unknown"],
    ["Windows with a head that ends before its machine", pe(0x8664, 0xfc), "unknown"],
    ["Windows with a head at the end of all numbers", pe(0x8664, 0xffffffff), "unknown"],
    ["a text", text("not a program at all, but long enough for one"), "unknown"],
    ["the first bytes of a Linux program", elf(0x3e).subarray(0, 19), "unknown"],
    ["nothing", new Uint8Array(), "unknown"],
  ] as [string, Uint8Array, string, ...string[]][]
) Deno.test(`executableKind() returns ${name}`, () => deepEqual(executableKind(bytes), { form, machines }));

Deno.test("executableKind() reads a header at any place in memory", () => {
  const memory = new Uint8Array(200);
  memory.set(elf(0xb7), 77);
  deepEqual(executableKind(memory.subarray(77, 141)), { form: "elf", machines: ["aarch64"] });
});

Deno.test("executableKind() accepts any bytes, and returns one machine for a program that is not universal", () => {
  const magic = fc.constantFrom([0x7f, 0x45, 0x4c, 0x46], [0xca, 0xfe, 0xba, 0xbe], [0x4d, 0x5a], [
    0xcf,
    0xfa,
    0xed,
    0xfe,
  ]);
  fc.assert(fc.property(magic, fc.uint8Array({ maxLength: 200 }), (first, rest) => {
    const { form, machines } = executableKind(Uint8Array.from([...first, ...rest]));
    ok(machines.length === 1 || form === "unknown" || form === "mach-o", `${form} ${machines}`);
  }));
});

for (
  const [name, bytes, os, arch, wanted] of [
    ["its own program on Linux", elf(0x3e), "linux", "x86_64", undefined],
    ["its own program on FreeBSD", elf(0x3e), "freebsd", "x86_64", undefined],
    ["a universal program on either Mac", universal([0x01000007, 0x0100000c]), "darwin", "aarch64", undefined],
    ["its own program on Windows", pe(0x8664), "windows", "x86_64", undefined],
    ["a script on Linux", text("#!/bin/sh"), "linux", "aarch64", undefined],
    ["a script on Windows", text("#!/bin/sh"), "windows", "x86_64", "is a script that Windows cannot start"],
    ["a Windows program on Linux", pe(0x8664), "linux", "x86_64", "is a Windows program"],
    ["a Linux program on a Mac", elf(0xb7), "darwin", "aarch64", "is a Linux program"],
    ["a Mac program on Linux", macho(0x01000007), "linux", "x86_64", "is a macOS program"],
    ["an ARM program on Intel", elf(0xb7), "linux", "x86_64", "is built for aarch64, but this server is x86_64"],
    [
      "an Intel program on a Mac with ARM",
      macho(0x01000007),
      "darwin",
      "aarch64",
      "is built for x86_64, but this server is aarch64 " +
      '(started anyway, it fails with "Unknown system error -86" unless Rosetta is installed)',
    ],
    [
      "a page of a web site",
      text("<!DOCTYPE html><title>404 Not Found</title>"),
      "linux",
      "x86_64",
      "is not a program",
    ],
  ] as const
) Deno.test(`cannotRun(): ${name}`, () => equal(cannotRun(executableKind(bytes), os, arch), wanted));
