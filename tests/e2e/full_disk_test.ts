import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { canMount, withTmpfs } from "../fixtures/tmpfs.ts";
import { run } from "../kit/run.ts";
import { api, PROGRAM, startService } from "../kit/service.ts";

/** The config folder on a completely full disk. */

const [DENO = "", ...RUN] = PROGRAM;

async function fill(folder: string): Promise<void> {
  using file = await Deno.open(join(folder, "filling"), { write: true, create: true });
  const block = new Uint8Array(4096);
  try {
    for (;;) await file.write(block);
  } catch {
    // The disk is full.
  }
}

Deno.test({
  name: "slow: S-FILE-7: a full disk keeps the service neither from starting, nor from moving, nor from ending",
  ignore: !canMount,
  fn: () =>
    withTmpfs(64_000, async (configDir) => {
      {
        await using _first = await startService({ configDir });
      }
      // The service's reserve file for a full disk is already used up.
      for (
        const { name } of [...Deno.readDirSync(join(configDir, "data"))].filter(({ name }) => /reserve/.test(name))
      ) {
        await Deno.remove(join(configDir, "data", name));
      }
      // An empty lock file occupies no disk block.
      await Deno.remove(join(configDir, "lock"));
      await fill(configDir);
      const service = await startService({ configDir });
      try {
        is((await api(service, "/api/health")).status, 200);
        is((await api(service, "/api/system/restart", { method: "POST" })).status, 200);
        while (!service.output().includes("Lathe is now running at")) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        is((await api(service, "/api/health")).status, 200);
      } finally {
        is(await service.stop(), 0, service.output());
      }
    }),
});

Deno.test({
  name: "slow: a database that a full disk damaged leads to a page with choices, not to the end of the program",
  ignore: !canMount,
  fn: () =>
    withTmpfs(64_000, async (configDir) => {
      {
        await using _first = await startService({ configDir });
      }
      await Deno.writeTextFile(join(configDir, "data", "lathe.db"), "no database".repeat(1_000));
      await Deno.remove(join(configDir, "lock"));
      await fill(configDir);
      const service = await startService({ configDir });
      try {
        is((await fetch(`${service.url}/`, { headers: { Accept: "text/html" } }).then(drained)).status, 503);
        match(service.output(), /Lathe is waiting for your decision at /);
      } finally {
        is(await service.stop(), 0, service.output());
      }
    }),
});

const drained = async (response: Response): Promise<Response> => {
  await response.body?.cancel();
  return response;
};

Deno.test("slow: an unusable config folder causes a message, not a stack trace", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe-e2e-" });
  try {
    const file = join(folder, "file");
    await Deno.writeTextFile(file, "");
    for (const config of [file, join(file, "below"), "/proc/lathe"]) {
      for (const command of [["serve"], ["profiles"]]) {
        const { code, stderr } = await run(DENO, [...RUN, ...command, "--config", config]);
        if (command[0] === "profiles" && code === 0) continue;
        is(code, 1);
        match(stderr, /^lathe: The config folder .* cannot be used \(.*\)\. /);
        same(stderr.split("\n").length, 1, stderr);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
