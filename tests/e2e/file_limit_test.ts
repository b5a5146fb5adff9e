import { ok, strictEqual as is } from "node:assert/strict";
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
      // Those above the limit are closed at once; those within it wait for a request.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const open = [...Deno.readDirSync(`/proc/${service.pid}/fd`)].length;
      ok(open < 192, `${open} files are open`);
    } finally {
      for (const connection of held) connection.close();
    }
    is((await api(service, "/api/health")).status, 200);
  },
});
