import { match, ok, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { createSleepInhibitor } from "./sleep_inhibitor.ts";

/** Installs a program that records its arguments and keeps running. */
async function holder(folder: string, text = 'echo "$$ $*" >> "$0.log"\nexec sleep 60\n'): Promise<string> {
  const path = `${folder}/inhibit`;
  await Deno.writeTextFile(path, `#!/bin/sh\n${text}`, { mode: 0o755 });
  await Deno.chmod(path, 0o755);
  return path;
}

async function until(accept: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!await accept()) {
    if (Date.now() > end) throw new Error("Not within a minute.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const log = (folder: string) => Deno.readTextFile(`${folder}/inhibit.log`).catch(() => "");
const alive = (pid: number) => Deno.stat(`/proc/${pid}`).then(() => true, () => false);

inFolder("one process keeps the machine awake while there is work, and ends afterwards", async (folder) => {
  const path = await holder(folder);
  const sleep = createSleepInhibitor({ os: "linux", log: () => {}, find: () => Promise.resolve(path) });
  is(sleep.reason(), undefined);
  sleep.keep("1 encode running");
  sleep.keep("2 encodes running");
  await until(async () => (await log(folder)) !== "");
  match(sleep.reason() ?? "", /encodes? running$/);
  match(
    await log(folder),
    /^\d+ --what=sleep:idle --mode=block --who=Lathe --why=\d encodes? running sleep infinity\n$/,
  );
  const pid = Number((await log(folder)).split(" ")[0]);
  ok(await alive(pid));
  sleep.keep(undefined);
  await until(() => sleep.reason() === undefined);
  await until(async () => !await alive(pid));
  await sleep.close();
});

inFolder("a missing program, or one that exits, is reported, and work continues", async (folder) => {
  const none = createSleepInhibitor({ os: "linux", log: () => {}, find: () => Promise.resolve(undefined) });
  none.keep("work");
  await until(() => none.error() !== undefined);
  match(none.error() ?? "", /systemd-inhibit was not found/);
  await none.close();

  const path = await holder(folder, "exit 3\n");
  const failing = createSleepInhibitor({ os: "linux", log: () => {}, find: () => Promise.resolve(path) });
  failing.keep("work");
  await until(() => failing.error() !== undefined);
  match(failing.error() ?? "", /exited with code 3/);
  is(failing.reason(), undefined);
  await failing.close();
  is(createSleepInhibitor({ os: "freebsd", log: () => {} }).method, undefined);
});
