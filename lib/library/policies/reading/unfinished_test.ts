import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { createDiskReads } from "../../../kit/disk/disk_reads.ts";
import { JobFailure } from "../../../kit/fault.ts";
import { isUnfinished } from "./unfinished.ts";

inFolder(
  "a file is used once it has stopped changing and can be read to its end, and after a day in any case",
  async (folder) => {
    const path = join(folder, "a.mkv");
    await Deno.writeTextFile(path, "a");
    const changedAt = Math.max(
      (await Deno.stat(path)).mtime?.getTime() ?? 0,
      (await Deno.stat(path)).ctime?.getTime() ?? 0,
    );
    const after = (ms: number, reachesEnd: () => Promise<boolean>) =>
      isUnfinished({
        media: { reachesEnd },
        disks: createDiskReads(),
        clock: { now: () => new Date(changedAt + ms) },
      }, path);
    const whole = () => Promise.resolve(true);
    const cutOff = () => Promise.resolve(false);
    const unreadable = () => Promise.reject(new JobFailure("unreadable", "no header"));
    same(await Promise.all([after(0, whole), after(19_000, whole), after(21_000, whole)]), [true, true, false]);
    same(await Promise.all([after(21_000, cutOff), after(21_000, unreadable)]), [true, true]);
    same(await Promise.all([after(DAY_MS + 1, cutOff), after(DAY_MS + 1, unreadable)]), [false, false]);
    same(
      await isUnfinished({
        media: { reachesEnd: whole },
        disks: createDiskReads(),
        clock: { now: () => new Date() },
      }, `${path}.gone`),
      false,
    );
  },
);
