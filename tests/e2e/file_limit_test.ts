import { ok, strictEqual as is } from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { api, PROGRAM, startService } from "../kit/service.ts";

Deno.test({
  name: "S-LIM-1: connections never take the files that the service needs for itself",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const command = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", ...PROGRAM];
    await using service = await startService({ command });
    const { hostname, port } = new URL(service.url);
    const held: Deno.Conn[] = [];
    try {
      while (held.length < 400) held.push(await Deno.connect({ hostname, port: Number(port) }));
      // Connections above the limit are closed. The others wait for a request until they time out.
      const openFiles = () => [...Deno.readDirSync(`/proc/${service.pid}/fd`)].length;
      for (let looks = 0; looks < 1_000 && openFiles() >= 192; looks++) await pause(5);
      ok(openFiles() < 192, `${openFiles()} files are open`);
    } finally {
      for (const connection of held) connection.close();
    }
    // The service notices closed connections one by one. Until then, it closes new connections.
    const ask = () => api(service, "/api/health").then(({ status }) => status, () => undefined);
    let status = await ask();
    for (let asked = 0; asked < 1_000 && status === undefined; asked++) {
      await pause(5);
      status = await ask();
    }
    is(status, 200);
  },
});
