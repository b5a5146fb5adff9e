import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { processesWith } from "../fixtures/farm_service.ts";
import { until } from "../kit/until.ts";
import { inFolder } from "../fixtures/folder.ts";
import { CHILD_TOKEN } from "../../lib/platform/storage/boot.ts";
import { api, startService } from "../kit/service.ts";

inFolder(
  "slow: S-PROC-8: a NATS server ends with a killed service, and a leftover one is ended by the next start",
  async (folder) => {
    const servers = () => processesWith(join(folder, "data", "farm", "nats.conf"));
    const agents = (settings: object) => ({ method: "PUT", body: { agents: { listen: "127.0.0.1:0", ...settings } } });
    const problem = async (service: { url: string }) =>
      (await api<{ problem?: string }>(service, "/api/agents")).body.problem;
    let mark = "";
    {
      await using service = await startService({ configDir: folder });
      is((await api(service, "/api/settings", agents({ enabled: true }))).status, 200);
      await until(async () => (await servers()).length === 1 && await problem(service) === undefined);
      // Agents are disabled and enabled while the service is running.
      await api(service, "/api/settings", agents({ enabled: false }));
      await until(async () => (await servers()).length === 0);
      await api(service, "/api/settings", agents({ enabled: true }));
      await until(async () => (await servers()).length === 1 && await problem(service) === undefined);
      mark = await markOf(await servers());
      await service.kill();
    }
    await until(async () => (await servers()).length === 0);
    // A leftover server, which remains if it is not stopped together with its service.
    const leftover = new Deno.Command("nats-server", {
      args: ["-c", join(folder, "data", "farm", "nats.conf")],
      env: { [CHILD_TOKEN]: mark },
      stdout: "null",
      stderr: "null",
    }).spawn();
    await until(async () => (await servers()).length === 1);
    {
      await using again = await startService({ configDir: folder });
      await until(async () => await problem(again) === undefined);
      await leftover.status;
      await until(async () => (await servers()).length === 1);
      is(await again.stop(), 0);
    }
    same(await servers(), []);
  },
);

/** Returns the mark in the environment of the single process in `pids`, by which the next start recognizes it. */
async function markOf([pid]: number[]): Promise<string> {
  const environment = (await Deno.readTextFile(`/proc/${pid}/environ`)).split("\0");
  const mark = environment.find((entry) => entry.startsWith(`${CHILD_TOKEN}=`));
  ok(mark);
  return mark.slice(CHILD_TOKEN.length + 1);
}
