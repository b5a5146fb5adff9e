import assert, { deepStrictEqual as same } from "node:assert/strict";
import { openJobLog } from "./job_log_writer.ts";
import { readJobLog, readJobLogEnd, removeJobLog } from "./job_log.ts";

const LIMITS = { headBytes: 2000, tailBytes: 1500, repeats: 5 };
const COMMAND = { command: "ffmpeg -i 'a b'", args: ["-i", "a b"] };

async function withLog(work: (path: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_log_" });
  try {
    await work(`${folder}/job.log`, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a short log is returned whole, with its command", () =>
  withLog(async (path) => {
    const log = openJobLog(path, COMMAND, LIMITS);
    for (const line of ["one", "two", "", "three"]) log.write(line);
    log.close();
    same(await readJobLog(path, LIMITS), { ...COMMAND, lines: ["one", "two", "three"], truncated: false });
    same(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("a long log keeps its beginning and its end, in bounds", () =>
  withLog(async (path, folder) => {
    const log = openJobLog(path, COMMAND, LIMITS);
    for (let i = 0; i < 5000; i++) log.write(`line ${i}`);
    log.close();
    const { lines, truncated } = await readJobLog(path, LIMITS);
    assert(truncated);
    same(lines[0], "line 0");
    same(lines.at(-1), "line 4999");
    assert(lines.every((line) => /^line \d+$/.test(line)), "no line is cut in two");
    const tail = lines.slice(lines.findIndex((line, i) => i > 0 && line !== `line ${i}`));
    same(tail, tail.map((_, i) => `line ${5000 - tail.length + i}`), "the end has no holes");
    let size = 0;
    for (const { name } of Deno.readDirSync(folder)) size += Deno.statSync(`${folder}/${name}`).size;
    assert(size <= LIMITS.headBytes + 2 * LIMITS.tailBytes, `${size} bytes`);
    await removeJobLog(path);
    same([...Deno.readDirSync(folder)], []);
  }));

Deno.test("a line that repeats is counted, and control characters cannot forge lines", () =>
  withLog(async (path) => {
    const log = openJobLog(path, COMMAND, LIMITS);
    for (let i = 0; i < 1000; i++) log.write("the same");
    log.write("\u001b[31mred\u0007\nnot a line of its own");
    log.close();
    const { lines } = await readJobLog(path, LIMITS);
    same(lines.slice(0, 6), [...Array<string>(5).fill("the same"), "(the line above was repeated 995 more times)"]);
    same(lines[6], "\ufffd[31mred\ufffd\ufffdnot a line of its own");
    same(lines.length, 7);
  }));

Deno.test("a new attempt starts its log afresh; a job without one has an empty log", () =>
  withLog(async (path) => {
    same(await readJobLog(path), { command: "", args: [], lines: [], truncated: false });
    for (const word of ["first", "second"]) {
      const log = openJobLog(path, COMMAND, LIMITS);
      for (let i = 0; i < 500; i++) log.write(`${word} ${i}`);
      log.close();
    }
    assert(!(await readJobLog(path, LIMITS)).lines.some((line) => line.startsWith("first")));
  }));

Deno.test("a full disk drops lines and counts them, and never stops the tool", () => {
  const log = openJobLog("/dev/full", COMMAND, LIMITS);
  log.write("lost");
  log.write("lost too");
  same(log.dropped, 3);
  log.close();
});

Deno.test("the end of a log is the same as that of the whole log, for any length", () =>
  withLog(async (path) => {
    same(await readJobLogEnd(path, 100), { command: "", args: [], lines: [], truncated: false });
    for (const written of [0, 1, 5, 50, 150, 300, 5000]) {
      const log = openJobLog(path, COMMAND, LIMITS);
      for (let i = 0; i < written; i++) log.write(`line ${i} ä`);
      log.close();
      const whole = await readJobLog(path, LIMITS);
      for (const bytes of whole.truncated ? [0, 40, 1000] : [0, 40, 1000, 100_000]) {
        const { command, args, lines, truncated } = await readJobLogEnd(path, bytes);
        same({ command, args }, COMMAND);
        same(lines, lines.length === 0 ? [] : whole.lines.slice(-lines.length), `${written} lines, ${bytes} bytes`);
        same(truncated, whole.truncated || lines.length < whole.lines.length);
        assert(lines.join("\n").length <= bytes);
        if (bytes === 1000 && written >= 150) assert(lines.length > 50);
      }
    }
  }));
