import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { configureLog, type LogOptions } from "./log_setup.ts";
import { logFile } from "./log_setup_file.ts";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_log_" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const options = (folder: string, other: Partial<LogOptions> = {}): LogOptions => ({
  folder,
  level: "info",
  sizeLimitMb: 1,
  secrets: () => [],
  ...other,
});

const read = (folder: string, name = "service.txt") => Deno.readTextFile(join(folder, name));

/** Returns the lines without their timestamps. */
const lines = async (folder: string) =>
  (await read(folder)).split("\n").slice(0, -1).map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ""));

const file = (folder: string, limits: { maxBytes?: number; maxFiles?: number } = {}) =>
  logFile({
    path: join(folder, "service.txt"),
    maxFiles: 10,
    flushMs: 60_000,
    ...limits,
    maxBytes: () => limits.maxBytes ?? 1000,
  });

const TIME = "2026-11-20T19:32:00.000Z ";

Deno.test("logged lines are in the file when dispose() resolves, each with its level", () =>
  withFolder(async (folder) => {
    const { log, dispose } = await configureLog(options(folder));
    log("info", "up", { port: 1 });
    log("warn", "odd");
    log("error", "bad", { error: new Error("x") });
    await dispose();
    log("info", "too late");
    same(await lines(folder), ["INFO up port=1", "WARN odd", 'ERROR bad error="Error: x"']);
  }));

Deno.test("lines reach the file by themselves, for the Logs page", () =>
  withFolder(async (folder) => {
    const { log, dispose } = await configureLog(options(folder));
    log("info", "up");
    const deadline = performance.now() + 60_000;
    while (!await read(folder).catch(() => "") && performance.now() < deadline) {
      await new Promise((done) => setTimeout(done, 20));
    }
    same(await lines(folder), ["INFO up"]);
    await dispose();
  }));

Deno.test("braces in a message are text, because file names hold them", () =>
  withFolder(async (folder) => {
    const { log, dispose } = await configureLog(options(folder));
    log("info", "Encoded {tmdb-1} {port}", { port: 1 });
    await dispose();
    same(await lines(folder), ["INFO Encoded {tmdb-1} {port} port=1"]);
  }));

for (
  const [level, expected] of [
    ["info", ["WARN GET /b"]],
    ["debug", ["DEBUG GET /a", "WARN GET /b"]],
    ["trace", ["DEBUG GET /a", "WARN GET /b"]],
  ] as const
) {
  Deno.test(`at level ${level} ${expected.length} of an ordinary and a refused request are written`, () =>
    withFolder(async (folder) => {
      const { requestLog, dispose } = await configureLog(options(folder, { level }));
      requestLog("info", "GET /a");
      requestLog("warn", "GET /b");
      await dispose();
      same(await lines(folder), [...expected]);
    }));
}

Deno.test("a secret that was set while the service runs is hidden from then on", () =>
  withFolder(async (folder) => {
    const secrets = ["first-secret"];
    const { log, dispose } = await configureLog(options(folder, { secrets: () => secrets }));
    log("info", "a first-secret");
    secrets.push("second-secret");
    log("info", "b", { list: ["second-secret"], url: "http://host/first-secret" });
    await dispose();
    const text = await read(folder);
    ok(!text.includes("first-secret") && !text.includes("second-secret"), text);
    same((await lines(folder)).length, 2);
  }));

Deno.test({
  name: "the files are for us alone, the rotated ones too",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFolder(async (folder) => {
      const log = file(folder, { maxBytes: 60 });
      for (const n of [1, 2, 3]) log.write(`${TIME}INFO ${String(n).repeat(20)}\n`);
      await log.close();
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
      same(names, ["service.1.txt", "service.2.txt", "service.txt"]);
      for (const name of names) same(((await Deno.stat(join(folder, name))).mode ?? 0) & 0o777, 0o600);
    }),
});

Deno.test("S-LIM-3: at most ten files are kept, none above the limit, and only the oldest lines are lost", () =>
  withFolder(async (folder) => {
    const log = file(folder);
    const all = Array.from({ length: 1000 }, (_, n) => `${TIME}INFO line ${n}\n`);
    for (const line of all) log.write(line);
    await log.close();
    const numbers = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `service.${n}.txt`);
    same([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [...numbers, "service.txt"].sort());
    const texts = await Promise.all([...numbers, "service.txt"].map((name) => read(folder, name)));
    for (const text of texts) ok(text.length <= 1000);
    const kept = texts.join("");
    same(kept, all.slice(-kept.split("\n").length + 1).join(""));
  }));

Deno.test("lines from before a restart stay in the file, and count toward its size", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "service.txt"), "x".repeat(990) + "\n");
    const log = file(folder);
    log.write(`${TIME}INFO new\n`);
    await log.close();
    same(await read(folder), `${TIME}INFO new\n`);
    same((await read(folder, "service.1.txt")).length, 991);
  }));

Deno.test("a line longer than a file gets a file of its own", () =>
  withFolder(async (folder) => {
    const log = file(folder);
    for (const word of ["a", "b".repeat(5000), "c"]) log.write(`${TIME}INFO ${word}\n`);
    await log.close();
    const sizes = await Promise.all(
      ["service.2.txt", "service.1.txt", "service.txt"].map((name) => read(folder, name)),
    );
    same(sizes.map((text) => text.split("\n").length - 1), [1, 1, 1]);
  }));

Deno.test("the same line is counted after a hundred times", () =>
  withFolder(async (folder) => {
    const log = file(folder, { maxBytes: 1_000_000 });
    for (let n = 0; n < 250; n++) log.write(`${TIME}INFO again\n`);
    log.write(`${TIME}INFO other\n`);
    await log.close();
    const written = await lines(folder);
    same(written.length, 102);
    same(written.slice(-2), ["WARN The line above was repeated 150 more times.", "INFO other"]);
  }));

Deno.test("a missing log folder stops nothing, and the lost lines are counted when it returns", () =>
  withFolder(async (folder) => {
    const place = join(folder, "log");
    const log = logFile({ path: join(place, "service.txt"), maxBytes: () => 1000, maxFiles: 10, flushMs: 0 });
    log.write(`${TIME}INFO lost 1\n`);
    log.write(`${TIME}INFO lost 2\n`);
    await log.close();
    await Deno.mkdir(place);
    log.write(`${TIME}INFO back\n`);
    await log.close();
    same(await lines(place), ["INFO back", "WARN 2 lines were lost because of a write error."]);
  }));

Deno.test("a folder that cannot be created does not prevent the start of the service", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "file"), "");
    const { log, dispose } = await configureLog(options(join(folder, "file", "log")));
    log("info", "up");
    await dispose();
  }));

Deno.test({
  name: "a full disk drops whole lines, never half of one, and they are counted when there is room",
  ignore: !canMount,
  fn: () =>
    withTmpfs(64, async (folder) => {
      await Deno.writeFile(join(folder, "ballast"), new Uint8Array(40 * 1024));
      const log = file(folder, { maxBytes: 1_000_000 });
      log.write(`${TIME}INFO ${"a".repeat(5000)}\n`);
      await log.close();
      log.write(`${TIME}INFO ${"b".repeat(60_000)}\n`);
      await log.close();
      await Deno.remove(join(folder, "ballast"));
      log.write(`${TIME}INFO room\n`);
      await log.close();
      same((await lines(folder)).map((line) => line.slice(0, 20)), [
        "INFO aaaaaaaaaaaaaaa",
        "INFO room",
        "WARN 1 line was lost",
      ]);
    }),
});

inFolder(
  "slow: S-LIM-3: a flood of a hundred thousand lines blocks nothing, and leaves at most ten files within their size",
  async (folder) => {
    const opened = await configureLog({ folder, level: "info", sizeLimitMb: 1, secrets: () => ["a-secret-value"] });
    let beats = 0;
    const beat = setInterval(() => beats++, 1);
    for (let i = 0; i < 100_000; i++) {
      opened.log("info", `Line ${i} of a flood that holds a-secret-value`, { path: "/some/where", number: i });
      if (i % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    clearInterval(beat);
    await opened.dispose();
    const sizes: number[] = [];
    for await (const { name } of Deno.readDir(folder)) sizes.push((await Deno.stat(`${folder}/${name}`)).size);
    ok(sizes.length > 1 && sizes.length <= 10, `${sizes.length} files`);
    ok(sizes.every((size) => size <= 1 << 20));
    // The loop yields to the event loop 500 times. Writing the log must not use up all of these turns.
    ok(beats > 50, `only ${beats} turns were left for everything else`);
  },
);
