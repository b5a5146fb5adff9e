import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { cannotRun, executableKind } from "./executable.ts";
import { findTool } from "./tools.ts";

/**
 * Builds the header of an ELF executable. The functions below build the other formats, so that no toolchain is needed.
 */
function elf(machine: number): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  new DataView(bytes.buffer).setUint16(18, machine, true);
  return bytes;
}
function machO(cpu: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(64));
  view.setUint32(0, 0xcffaedfe);
  view.setUint32(4, cpu, true);
  return new Uint8Array(view.buffer);
}
function universal(...cpus: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + cpus.length * 20));
  view.setUint32(0, 0xcafebabe);
  view.setUint32(4, cpus.length);
  cpus.forEach((cpu, i) => view.setUint32(8 + i * 20, cpu));
  return new Uint8Array(view.buffer);
}
function pe(machine: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(256));
  view.setUint16(0, 0x4d5a);
  view.setUint32(0x3c, 0x80, true);
  view.setUint32(0x80, 0x50450000);
  view.setUint16(0x84, machine, true);
  return new Uint8Array(view.buffer);
}
const text = (s: string) => new TextEncoder().encode(s);
const [X64, ARM64] = [0x01000007, 0x0100000c];

for (
  const [name, head, os, arch, reason] of [
    ["an x86-64 program on x86-64 Linux", elf(0x3e), "linux", "x86_64", undefined],
    ["an ARM64 program on x86-64 Linux", elf(0xb7), "linux", "x86_64", /built for aarch64, but this server is x86_64/],
    ["an ARM64 program on ARM64 Linux", elf(0xb7), "linux", "aarch64", undefined],
    ["a RISC-V program on x86-64 Linux", elf(0xf3), "linux", "x86_64", /riscv64/],
    ["a Mac program on Linux", machO(X64), "linux", "x86_64", /macOS program/],
    ["an Intel program on an ARM Mac", machO(X64), "darwin", "aarch64", /built for x86_64/],
    ["a universal program on an ARM Mac", universal(X64, ARM64), "darwin", "aarch64", undefined],
    ["a Windows program on Linux", pe(0x8664), "linux", "x86_64", /Windows program/],
    ["a Windows program on Windows", pe(0x8664), "windows", "x86_64", undefined],
    ["a script on Linux", text("#!/bin/sh\nexec ffmpeg"), "linux", "x86_64", undefined],
    ["a script on Windows", text("#!/bin/sh\n"), "windows", "x86_64", /script/],
    ["a text file", text("this is no program at all, is it?"), "linux", "x86_64", /not a program/],
    ["nothing", new Uint8Array(), "linux", "x86_64", /not a program/],
  ] as const
) {
  Deno.test(`${name} ${reason ? "is refused" : "may run"}`, () => {
    const found = cannotRun(executableKind(head), os, arch);
    if (reason) match(found ?? "", reason);
    else equal(found, undefined);
  });
}

Deno.test("findTool() looks at the file, not only at its name", async () => {
  const dir = await Deno.makeTempDir({ prefix: "lathe_tools_" });
  const search = { folders: [dir], os: "linux", arch: "x86_64" };
  try {
    const path = join(dir, "ffmpeg");
    match((await findTool("ffmpeg", "", search)).error ?? "", /was not found\. Install it/);
    await Deno.writeFile(path, new Uint8Array(), { mode: 0o755 });
    match((await findTool("ffmpeg", "", search)).error ?? "", /is empty/);
    await Deno.writeFile(path, elf(0xb7));
    match((await findTool("ffmpeg", "", search)).error ?? "", /built for aarch64/);
    await Deno.writeFile(path, elf(0x3e));
    deepEqual(await findTool("ffmpeg", "", search), { path });
    deepEqual(await findTool("ffmpeg", path, search), { path });
    await Deno.chmod(path, 0o644);
    match((await findTool("ffmpeg", path, search)).error ?? "", /not marked as executable/);
    match((await findTool("ffmpeg", "bin/ffmpeg", search)).error ?? "", /must be absolute/);
    match((await findTool("ffmpeg", dir, search)).error ?? "", /is not a file/);
    match((await findTool("ffmpeg", join(dir, "no"), search)).error ?? "", /does not exist/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a broken program early on the path does not hide a valid one after it", async () => {
  const [bad, good] = [await Deno.makeTempDir(), await Deno.makeTempDir()];
  try {
    await Deno.writeFile(join(bad, "ffmpeg"), elf(0xb7), { mode: 0o755 });
    await Deno.writeFile(join(good, "ffmpeg"), elf(0x3e), { mode: 0o755 });
    const search = { folders: [bad, good], os: "linux", arch: "x86_64" };
    deepEqual(await findTool("ffmpeg", "", search), { path: join(good, "ffmpeg") });
  } finally {
    for (const dir of [bad, good]) await Deno.remove(dir, { recursive: true });
  }
});
