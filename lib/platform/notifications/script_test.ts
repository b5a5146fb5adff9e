import fc from "fast-check";
import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { withChildEnvironment } from "../../kit/process/process.ts";
import type { Message, Outcome } from "./message.ts";
import { runScript } from "./script.ts";

const MESSAGE: Message = {
  event: "rip.failed",
  title: "Rip failed: Heat",
  message: 'Disc "unreadable" $(id) `id`; rm -rf /',
  failed: true,
  at: "2024-05-01T10:00:00.000Z",
};

const VERSION = "0.1.0.0";

/** Creates a temporary folder, and a function that adds scripts to it. */
async function scripts() {
  const folder = await Deno.makeTempDir({ prefix: "lathe-notify-" });
  return {
    folder,
    async write(content: string | Uint8Array, mode = 0o755): Promise<string> {
      const path = join(folder, crypto.randomUUID());
      await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
      await Deno.chmod(path, mode);
      return path;
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const detailOf = (outcome: Outcome): string => outcome.ok ? "" : outcome.detail;

/** Runs a script that prints its environment, and returns the parsed output. */
async function environmentOf(message: Message): Promise<Map<string, string>> {
  await using place = await scripts();
  const out = join(place.folder, "out");
  same(await runScript(await place.write(`#!/bin/sh\nexec env -0 > '${out}'\n`), message, VERSION), { ok: true });
  const pairs = (await Deno.readTextFile(out)).split("\0").filter((line) => line !== "");
  return new Map(pairs.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

Deno.test("S-PROC-6: a script gets the six variables word for word, and nothing else of ours", async () => {
  Deno.env.set("LATHE_NOTIFY_TEST_SECRET", "x");
  const env = await withChildEnvironment({ LATHE_CHILD: "mark" }, () => environmentOf(MESSAGE));
  Deno.env.delete("LATHE_NOTIFY_TEST_SECRET");
  same(Object.fromEntries([...env].filter(([name]) => name.startsWith("SERVICE_"))), {
    SERVICE_EVENT: "rip.failed",
    SERVICE_TITLE: MESSAGE.title,
    SERVICE_MESSAGE: MESSAGE.message,
    SERVICE_FAILED: "1",
    SERVICE_VERSION: VERSION,
    SERVICE_AT: MESSAGE.at,
  });
  is(env.has("LATHE_NOTIFY_TEST_SECRET"), false);
  is(env.has("LATHE_CHILD"), false);
  is((await environmentOf({ ...MESSAGE, failed: false })).get("SERVICE_FAILED"), "0");
});

Deno.test("slow: any text arrives without control characters and within 8 kB", async () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constantFrom("a\0b\nc\u0085d", "é".repeat(9000), "🎬".repeat(9000), "\ud800"),
  );
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (title, message) => {
      const env = await environmentOf({ ...MESSAGE, title, message });
      for (const value of [env.get("SERVICE_TITLE"), env.get("SERVICE_MESSAGE")]) {
        ok(value !== undefined && !/\p{Cc}/u.test(value) && new TextEncoder().encode(value).length <= 8192);
      }
    }),
    { numRuns: 20, examples: [["a\0b\nc", "🎬".repeat(9000)]] },
  );
});

Deno.test("stdin is empty, and much output does not block", async () => {
  await using place = await scripts();
  const script = await place.write(
    `#!/bin/sh\n[ -z "$(cat)" ] || exit 9\nhead -c 3000000 /dev/zero\nhead -c 3000000 /dev/zero >&2\n`,
  );
  same(await runScript(script, MESSAGE, VERSION, { timeoutMs: 20_000 }), { ok: true });
});

Deno.test("a failing script is reported with its exit code and the last lines of stderr, bounded", async () => {
  await using place = await scripts();
  const few = await place.write("#!/bin/sh\nfor i in 1 2 3 4 5; do echo line $i >&2; done\nexit 3\n");
  is(detailOf(await runScript(few, MESSAGE, VERSION)), "The script exited with code 3. line 3 | line 4 | line 5");
  const many = await place.write("#!/bin/sh\nhead -c 100000 /dev/zero | tr '\\0' x >&2\nexit 1\n");
  const detail = detailOf(await runScript(many, MESSAGE, VERSION));
  ok(detail.startsWith("The script exited with code 1. xxx") && detail.length < 350, detail);
  const killed = await place.write("#!/bin/sh\nkill -9 $$\n");
  is(detailOf(await runScript(killed, MESSAGE, VERSION)), "The script was terminated by SIGKILL.");
});

Deno.test("a file that cannot be run has a reason, and no shell runs it instead", async () => {
  await using place = await scripts();
  const { folder, write } = place;
  const foreign = new Uint8Array(64);
  foreign.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  foreign[18] = 0xf3;
  const cases: [string, RegExp][] = [
    [join(folder, "missing"), /^The script was not found\.$/],
    [folder, /is a folder/],
    ["notify.sh", /absolute path/],
    ["", /absolute path/],
    [await write("#!/bin/sh\nexit 0\n", 0o644), /not executable/],
    [await write("#!/nowhere/bash\nexit 0\n"), /^Bad interpreter: .* names \/nowhere\/bash, which was not found\.$/],
    [await write("#!/bin/sh\r\nexit 0\r\n"), /Windows line endings/],
    [await write(`touch '${folder}/ran'\n`), /^Exec format error: .*#!\/bin\/sh/],
    [await write(foreign), /^Exec format error: this server/],
    [await write(""), /empty/],
  ];
  for (const [path, expected] of cases) {
    const detail = detailOf(await runScript(path, MESSAGE, VERSION));
    ok(expected.test(detail), `${path}: ${detail}`);
  }
  for await (const { name } of Deno.readDir(folder)) ok(name !== "ran");
});

Deno.test("a path with spaces and quotes is run unchanged", async () => {
  await using place = await scripts();
  const path = join(place.folder, "it's $(a) script.sh");
  await Deno.writeTextFile(path, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  await Deno.chmod(path, 0o755);
  same(await runScript(path, MESSAGE, VERSION), { ok: true });
});

Deno.test("S-PROC-7: a script over its time is ended with all it started, first gently", async () => {
  await using place = await scripts();
  const { folder, write } = place;
  const gentle = await write(
    `#!/bin/sh\ntrap 'echo bye > "${folder}/bye"; exit 0' TERM\necho slow >&2\nsleep 60 & wait\n`,
  );
  const detail = detailOf(await runScript(gentle, MESSAGE, VERSION, { timeoutMs: 500, graceMs: 3000 }));
  is(detail, "The script did not finish within 0.5 s and was stopped. slow");
  is(await Deno.readTextFile(join(folder, "bye")), "bye\n");
  const deaf = await write(
    `#!/bin/sh\ntrap '' TERM\nsleep 600 &\necho $! > "${folder}/pid"\nwhile :; do sleep 1; done\n`,
  );
  ok(/was stopped/.test(detailOf(await runScript(deaf, MESSAGE, VERSION, { timeoutMs: 500, graceMs: 300 }))));
  const pid = (await Deno.readTextFile(join(folder, "pid"))).trim();
  const state = () => Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "0 (gone) Z");
  // The kernel may take a moment after SIGKILL.
  for (let i = 0; i < 40 && !/\) [ZX]/.test(await state()); i++) await new Promise((done) => setTimeout(done, 50));
  ok(/\) [ZX]/.test(await state()), await state());
});

Deno.test("a child that left the group and keeps the output open does not delay the result", async () => {
  await using place = await scripts();
  const told = join(place.folder, "pid");
  const script = await place.write(`#!/bin/sh\nsetsid sleep 600 &\necho $! > "${told}"\nexit 0\n`);
  same(await runScript(script, MESSAGE, VERSION, { timeoutMs: 300, graceMs: 200 }), { ok: true });
  const pid = Number(await Deno.readTextFile(told));
  // The child is still running with the output open, so `runScript` did not wait for it.
  Deno.kill(pid, "SIGKILL");
});
