import assert, { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { startProcess } from "../../kit/process/process.ts";
import { CHILD_TOKEN } from "./boot.ts";
import { openMachine, startFromStat } from "./boot.ts";
import { claimFolder } from "./claim.ts";
import { isNetworkShare } from "./network_share.ts";
import { reserveFile } from "./reserve_file.ts";
import { createSpace, keptFree } from "./space.ts";
import { defaultConfigDir, openStorage, storageFolders } from "./storage.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_system_" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("startFromStat() is not misled by brackets and spaces in a program's name", () => {
  const fields = Array.from({ length: 40 }, (_, i) => String(i + 3));
  same(startFromStat(`77 (odd) S (name) ${fields.join(" ")}`), "22");
  same(startFromStat(undefined), undefined);
});

Deno.test({
  name: "a child is recognised by number, start time and token together, and never by one alone",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const machine = await openMachine();
    const child = startProcess({ path: "/bin/sleep", args: ["30.5"], env: { [CHILD_TOKEN]: "ours" } });
    try {
      const start = await machine.processStart(child.pid);
      assert(start !== undefined && /^\d+$/.test(start));
      assert(await machine.isOurChild(child.pid, start, "ours"));
      assert(!await machine.isOurChild(child.pid, start, "another"));
      assert(!await machine.isOurChild(child.pid, `${start}0`, "ours"));
      assert(!await machine.isOurChild(2 ** 22 + 1, start, "ours"));
      same(await machine.children(new Set(["ours"]), []), [child.pid]);
      same(await machine.children(new Set(), ["30.5"]), [child.pid]);
      same(await machine.children(new Set(["nobody"]), []), []);
    } finally {
      child.signal("SIGKILL");
      await Promise.all([child.status, child.stdout.cancel(), child.stderr.cancel()]);
    }
    same(await machine.processStart(child.pid), undefined);
  },
});

Deno.test("a second start on the same folder names the process that holds it", () =>
  withFolder(async (folder) => {
    const script = `
      const { claimFolder } = await import(${JSON.stringify(import.meta.resolve("./claim.ts"))});
      const answer = await claimFolder(${JSON.stringify(folder)});
      console.log(JSON.stringify("heldBy" in answer ? answer.heldBy : "claimed"));
      if ("claim" in answer && Deno.args[0] === "die") Deno.kill(Deno.pid, "SIGKILL");`;
    const second = async (...args: string[]) => {
      const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", script, ...args] }).output();
      return JSON.parse(new TextDecoder().decode(stdout) || '"died"');
    };
    const first = await claimFolder(folder);
    assert("claim" in first);
    same(await second(), { pid: Deno.pid });
    await first.claim.announce({ port: 3939, url: "http://localhost:3939" });
    same(await second(), { pid: Deno.pid, port: 3939, url: "http://localhost:3939" });
    await first.claim.release();
    await second("die");
    same(await second(), "claimed", "a lock goes with its process, whatever its end");
  }));

Deno.test("folders follow the environment, and a moved parent moves its children", () => {
  const plain = storageFolders("/c", {});
  same(plain.folders.transcodes, "/c/cache/transcodes");
  same(plain.folders.backups, "/c/data/backups");
  const moved = storageFolders("/c", { SERVICE_CACHE_DIR: "/fast", SERVICE_LOG_DIR: "logs", SERVICE_RIP_DIR: " " });
  same(moved.folders.images, "/fast/images");
  same(moved.folders.rips, "/fast/rips");
  same(moved.folders.logs, "/c/logs");
  same(moved.overridden, ["cache", "logs"]);
  same(defaultConfigDir({ SERVICE_DATA_DIR: "/d" }, "linux", "/home/a"), "/d");
  same(defaultConfigDir({}, "linux", "/home/a"), "/home/a/.config/lathe");
});

Deno.test("S-SEC-3: openStorage() restricts every folder to its owner", () =>
  withFolder(async (folder) => {
    const { folders, jobLogs } = await openStorage({ configDir: join(folder, "config") });
    for (const path of [...Object.values(folders), jobLogs, join(folder, "config")]) {
      same(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o700, path);
    }
  }));

Deno.test({
  name: "network shares are recognised by the kernel's type, negative numbers included",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0, 0x65735546]) {
      assert(await isNetworkShare("/x", () => Promise.resolve({ type })), type.toString(16));
    }
    assert(!await isNetworkShare("/x", () => Promise.resolve({ type: 0xef53 })));
    assert(!await isNetworkShare("/nowhere"));
    assert(!await isNetworkShare("/tmp"));
  },
});

Deno.test("room is promised once, shared per disk, and given back", async () => {
  const disk = () => Promise.resolve({ device: "d", freeBytes: 1000, totalBytes: 2000 });
  const space = createSpace({ disk });
  const usable = 1000 - keptFree(2000);
  same(await space.reserve("a", [{ path: "/", bytes: 300 }, { path: "/tmp", bytes: 300 }]), undefined);
  same(await space.reserve("b", [{ path: "/", bytes: 400 }]), { path: "/", needed: 400, free: usable - 600 });
  space.wrote("a", "/", 250);
  same(await space.reserve("b", [{ path: "/", bytes: 400 }]), undefined);
  same((await space.shortage([{ path: "/", bytes: 400 }]))?.free, usable - 350 - 400);
  same(await space.reserve("a", [{ path: "/", bytes: 500 }]), undefined, "one's own reservation is replaced");
  space.release("a");
  space.release("b");
  same(await space.shortage([{ path: "/nowhere/yet", bytes: usable }]), undefined);
  const racing = await Promise.all(["x", "y", "z"].map((owner) => space.reserve(owner, [{ path: "/", bytes: 500 }])));
  same(racing.filter((short) => short === undefined).length, 1);
});

Deno.test({
  name: "the reserve file occupies real space, releases it once, and never half fills a disk",
  ignore: !canMount,
  fn: () =>
    withTmpfs(4096, async (folder) => {
      const reserve = reserveFile(join(folder, "reserve"), { bytes: 2 * 1024 * 1024 });
      assert(await reserve.fill());
      assert(await reserve.fill());
      same((await Deno.stat(join(folder, "reserve"))).size, 2 * 1024 * 1024);
      await assert.rejects(Deno.writeFile(join(folder, "x"), new Uint8Array(3 * 1024 * 1024)));
      await Deno.remove(join(folder, "x"));
      assert(await reserve.release());
      assert(!await reserve.release());
      await Deno.writeFile(join(folder, "x"), new Uint8Array(3 * 1024 * 1024));
      assert(!await reserve.fill());
      same([...Deno.readDirSync(folder)].map((entry) => entry.name), ["x"]);
    }),
});

Deno.test({
  name: "S-FILE-7: a released reserve is not created again while the disk is that full",
  ignore: !canMount,
  fn: () =>
    withTmpfs(4096, async (folder) => {
      const bytes = 2 * 1024 * 1024;
      const reserve = reserveFile(join(folder, "reserve"), { bytes });
      assert(await reserve.fill());
      await Deno.writeFile(join(folder, "films"), new Uint8Array(bytes - 65_536));
      assert(await reserve.release());
      assert(!await reserve.fill());
      await Deno.writeFile(join(folder, "database"), new Uint8Array(bytes));
      await Deno.remove(join(folder, "films"));
      await Deno.remove(join(folder, "database"));
      assert(await reserve.fill());
    }),
});

Deno.test({
  name: "S-FILE-7: a reserve that is being created while the database needs space is released as a whole",
  ignore: !canMount,
  fn: () =>
    withTmpfs(4096, async (folder) => {
      const bytes = 2 * 1024 * 1024;
      const reserve = reserveFile(join(folder, "reserve"), { bytes });
      const filling = reserve.fill();
      assert(await reserve.release());
      await Deno.writeFile(join(folder, "database"), new Uint8Array(2 * bytes - 65_536));
      await filling;
      same([...Deno.readDirSync(folder)].map((entry) => entry.name), ["database"]);
    }),
});
