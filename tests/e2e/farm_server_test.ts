import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { processesWith, until } from "../fixtures/farm_service.ts";
import { inFolder } from "../fixtures/folder.ts";
import { api, startService } from "../kit/service.ts";

inFolder(
  "S-PROC-8: a NATS server ends with a killed service, and one left over is ended by the next start",
  async (folder) => {
    const servers = () => processesWith(join(folder, "data", "farm", "nats.conf"));
    const agents = (settings: object) => ({ method: "PUT", body: { agents: { listen: "127.0.0.1:0", ...settings } } });
    const problem = async (service: { url: string }) =>
      (await api<{ problem?: string }>(service, "/api/agents")).body.problem;
    {
      await using service = await startService({ configDir: folder });
      is((await api(service, "/api/settings", agents({ enabled: true }))).status, 200);
      await until(async () => (await servers()).length === 1 && await problem(service) === undefined);
      // Switched off and on while it runs.
      await api(service, "/api/settings", agents({ enabled: false }));
      await until(async () => (await servers()).length === 0);
      await api(service, "/api/settings", agents({ enabled: true }));
      await until(async () => (await servers()).length === 1 && await problem(service) === undefined);
      await service.kill();
    }
    await until(async () => (await servers()).length === 0);
    // As one is left where nothing ends it with its service.
    const leftover = new Deno.Command("nats-server", {
      args: ["-c", join(folder, "data", "farm", "nats.conf")],
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
