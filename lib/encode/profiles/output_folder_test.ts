import { equal } from "node:assert/strict";
import fc from "fast-check";
import { outputFolderProblem } from "./output_folder.ts";

const RELATIVE = "Use an absolute path.";
const CONTROL = "Remove control characters.";
const UPWARDS = "Remove parent folder steps (..).";
const TOP = "Use a folder below this one.";
const SYSTEM = "This folder belongs to the system.";

for (
  const [directory, wanted] of [
    ["", undefined],
    ["/media", undefined],
    ["/mnt/disk", undefined],
    ["/home/me/encoded", undefined],
    ["/run/media/me/disk", undefined],
    ["/usr/local/media", undefined],
    ["/var/lib/media", undefined],
    ["/etcetera", undefined],
    ["/library", undefined],
    ["/", TOP],
    ["//", TOP],
    ["/./", TOP],
    ["/home", TOP],
    ["/var/", TOP],
    ["/run/media", TOP],
    ["/media/encoded", undefined],
    ["/media/encoded/", undefined],
    ["/media//encoded", undefined],
    ["/media/The Film (1999) [x265]", undefined],
    ["/media/Фильмы/映画", undefined],
    ["/media/..hidden", undefined],
    ["/media/a..b", undefined],
    ["/process", undefined],
    ["/devices", undefined],
    ["/media/proc/sys/dev", undefined],
    ["encoded", RELATIVE],
    ["./encoded", RELATIVE],
    ["~/encoded", RELATIVE],
    [" /media", RELATIVE],
    ["..", RELATIVE],
    ["/media/..", UPWARDS],
    ["/media/../etc", UPWARDS],
    ["/media\\..\\etc", UPWARDS],
    ["/../proc", UPWARDS],
    ["/etc", SYSTEM],
    ["/etc/lathe/out", SYSTEM],
    ["/usr", SYSTEM],
    ["/usr/lib/x", SYSTEM],
    ["/bin", SYSTEM],
    ["/boot/efi", SYSTEM],
    ["/run/lock", SYSTEM],
    ["/proc", SYSTEM],
    ["/proc/self/fd/1", SYSTEM],
    ["//proc/1", SYSTEM],
    ["/./sys", SYSTEM],
    ["/sys/", SYSTEM],
    ["/dev/shm/out", SYSTEM],
    ["/media/a\0b", CONTROL],
    ["/media/a\nb", CONTROL],
    ["/media/a\x7f", CONTROL],
    ["/proc\0", CONTROL],
  ] as const
) {
  Deno.test(`outputFolderProblem(${JSON.stringify(directory)}): ${wanted ?? "none"}`, () => {
    equal(outputFolderProblem(directory), wanted);
  });
}

Deno.test("outputFolderProblem() refuses every spelling of a system folder", () => {
  const slashes = fc.constantFrom("/", "//", "/./", "///");
  const folder = fc.constantFrom("proc", "sys", "dev", "etc", "boot", "bin", "sbin", "lib", "lib64");
  fc.assert(fc.property(slashes, folder, slashes, fc.string(), (first, name, second, rest) => {
    equal(outputFolderProblem(`${first}${name}${second}${rest}`) === undefined, false);
  }));
});
