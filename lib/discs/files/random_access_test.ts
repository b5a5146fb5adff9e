import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { noise } from "../../../tests/fixtures/discs/image_walk.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { openRandomAccess, readFault } from "./random_access.ts";

inFolder("openRandomAccess() serves reads side by side, each with its own bytes", async (dir) => {
  const bytes = noise(1_000_000);
  await Deno.writeFile(join(dir, "file"), bytes);
  const file = await openRandomAccess(join(dir, "file"));
  const places = Array.from({ length: 200 }, (_, i) => i * 7919 % bytes.length);
  const found = await Promise.all(places.map((at) => file.read(at, 10_000)));
  same(found, places.map((at) => bytes.slice(at, at + 10_000)));
  same(await file.read(bytes.length, 10), new Uint8Array(0));
  same(await file.read(2 * bytes.length, 10), new Uint8Array(0));
  await file.close();
});

inFolder("openRandomAccess() throws where a file became shorter instead of answering less", async (dir) => {
  await Deno.writeFile(join(dir, "file"), noise(10_000));
  const file = await openRandomAccess(join(dir, "file"));
  await Deno.truncate(join(dir, "file"), 5000);
  await rejects(file.read(4000, 2000), { code: "unreadable", message: /was changed while/ });
  await rejects(file.read(0, 10), { code: "unreadable", message: /was changed while/ });
  await file.close();
});

inFolder("openRandomAccess() detects another size with an unchanged modification time", async (dir) => {
  const [path, time] = [join(dir, "file"), new Date(2011, 2, 4)];
  await Deno.writeFile(path, noise(10_000));
  await Deno.utime(path, time, time);
  const file = await openRandomAccess(path);
  await Deno.writeFile(path, noise(10), { append: true });
  await Deno.utime(path, time, time);
  await rejects(file.read(0, 10), { code: "unreadable", message: /was changed while/ });
  await file.close();
});

Deno.test("readFault() reports read errors of a drive and a removed disc, and rethrows defects", () => {
  const error = (code: string, errno: number, message: string) => Object.assign(new Error(message), { code, errno });
  const faultOf = (fault: unknown) =>
    fault instanceof Error && "code" in fault ? [fault.code, fault.message] : undefined;
  same(faultOf(readFault("/dev/sr0", 4096, error("EIO", -5, "EIO: i/o error, read"))), [
    "unreadable",
    "/dev/sr0 cannot be read at byte 4096 (sector 2): i/o error. If it is a disc, it may be dirty or scratched.",
  ]);
  // Deno reports ENOMEDIUM and EMEDIUMTYPE with the code UNKNOWN, because Node has no names for these errors.
  const unknown = (errno: number) => readFault("/dev/sr0", 0, error("UNKNOWN", errno, "UNKNOWN: unknown error, read"));
  same(faultOf(unknown(-123)), ["no_disc", "There is no longer a disc in /dev/sr0."]);
  same(faultOf(unknown(-124)), [
    "unreadable",
    "/dev/sr0 cannot be read at byte 0 (sector 0): system error -124. If it is a disc, it may be dirty or scratched.",
  ]);
  const defect = new TypeError("x");
  same(readFault("/dev/sr0", 0, defect), defect);
});
