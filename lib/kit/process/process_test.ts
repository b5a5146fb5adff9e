import assert, { deepStrictEqual as same } from "node:assert/strict";
import os from "node:os";
import { lines } from "./lines.ts";
import { runProcess, signalGroup, startProcess, withChildEnvironment } from "./process.ts";

const shell = (script: string) => ({ path: "/bin/sh", args: ["-c", script] });
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** Far more time than the programs below need. A test that reaches this limit has failed. */
const LIMIT = { timeoutMs: 60_000 };

/** Shell script that ends when a program that left its process group and session has recorded its process ID. */
const escaping = (work: string, file: string) =>
  `echo main; setsid sh -c 'echo $$ > ${file}; ${work}' & until [ -s ${file} ]; do sleep 0.01; done`;

for (
  const [what, work] of [
    ["holds the pipes", "sleep 600"],
    ["writes without end", "yes"],
    ["writes a little now and then", "while echo drop; do sleep 0.05; done"],
  ] as const
) {
  Deno.test({
    name: `runProcess() ends with its program although a descendant in another session ${what}`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      const file = await Deno.makeTempFile({ prefix: "lathe_process_" });
      try {
        const ended = await runProcess({ ...shell(escaping(work, file)), ...LIMIT, heldPipesMs: 300 });
        same([ended.code, ended.timedOut, text(ended.stdout).slice(0, 5)], [0, false, "main\n"]);
      } finally {
        // Kills the descendant that left the session. If it writes to its closed pipe, it may already have ended.
        signalGroup(Number(await Deno.readTextFile(file)), "SIGKILL");
        await Deno.remove(file);
      }
    },
  });
}

Deno.test("runProcess() reads all output of a program, however slowly it is read", async () => {
  const child = startProcess({ ...shell("head -c 300000 /dev/zero"), heldPipesMs: 50 });
  let size = 0;
  for await (const part of child.stdout) {
    size += part.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await Promise.all([child.status, child.stderr.cancel()]);
  same(size, 300_000);
});

Deno.test("runProcess() keeps the beginning of oversized output, without a gap", async () => {
  const numbers = Array.from({ length: 40_000 }, (_, i) => `${i}\n`).join("");
  const { stdout } = await runProcess({ ...shell("seq 0 39999"), ...LIMIT, maxBytes: 100_001 });
  same(text(stdout), numbers.slice(0, 100_001));
});

Deno.test("withChildEnvironment() marks every program of its work, and no other", async () => {
  const seen = async () => text((await runProcess({ ...shell("printf %s $MARK"), ...LIMIT })).stdout);
  const [first, second] = await Promise.all([
    withChildEnvironment({ MARK: "a" }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return await seen();
    }),
    withChildEnvironment({ MARK: "b" }, seen),
  ]);
  same([first, second, await seen()], ["a", "b", ""]);
});

Deno.test("lines() are the same wherever the bytes are split", async () => {
  const whole = "one\r\ntwo\rthree\n\nfour\r\n\r\nfive\r";
  const expected = ["one", "two", "three", "", "four", "", "five"];
  const bytes = new TextEncoder().encode(whole);
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from(
      { length: Math.ceil(bytes.length / size) },
      (_, i) => bytes.slice(i * size, (i + 1) * size),
    );
    same(await Array.fromAsync(lines(ReadableStream.from(pieces))), expected, `in pieces of ${size}`);
  }
});

Deno.test("lines() returns a status line as soon as it is complete", async () => {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const reading = lines(readable);
  void writer.write(new TextEncoder().encode("frame=1\r"));
  same(await reading.next(), { done: false, value: "frame=1" });
  await writer.close();
  assert((await reading.next()).done);
});

Deno.test({
  name: "a program at a lower priority has it among all programs, not only in its own session",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const child = startProcess({ path: "/bin/sleep", args: ["60"], nice: 10 });
    try {
      assert.equal(os.getPriority(child.pid), 10);
      const group = await Deno.readTextFile(`/proc/${child.pid}/autogroup`).catch(() => undefined);
      // Kernels without scheduling groups lack this file and do not need it.
      if (group !== undefined) assert.match(group, / nice 10$/m);
    } finally {
      child.signal("SIGKILL");
      await Promise.all([child.stdout.cancel(), child.stderr.cancel(), child.status]);
    }
  },
});

Deno.test({
  name: "a program that is to end with us ends when we are killed",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const code = `import { startProcess } from "${new URL("process.ts", import.meta.url)}";
      console.log(startProcess({ path: "/bin/sleep", args: ["infinity"], endsWithUs: true }).pid);
      setInterval(() => {}, 1000);`;
    const us = startProcess({ path: Deno.execPath(), args: ["eval", "--no-check", code] });
    const reading = lines(us.stdout);
    const { value: pid } = await reading.next();
    // A zombie process has no command line.
    const command = () => Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    // The kernel option is set before the process executes the requested program.
    while (!(await command()).startsWith("/bin/sleep")) await new Promise((resolve) => setTimeout(resolve, 10));
    us.signal("SIGKILL");
    await Promise.all([us.stderr.cancel(), us.status]);
    while (await command() !== "") await new Promise((resolve) => setTimeout(resolve, 10));
    assert((await reading.next()).done);
  },
});
