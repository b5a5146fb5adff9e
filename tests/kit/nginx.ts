import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { freePort } from "./free_ports.ts";

export interface Proxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` of the proxy. */
  url: string;
}

/** Starts a real nginx in front of `upstream`. It forwards all requests below `base`, as in a sub-path setup. */
export async function withNginx({ upstream, base }: { upstream: string; base: string }): Promise<Proxy> {
  const nginx = findProgram("nginx");
  if (nginx === undefined) throw new Error("nginx is missing; run `deno task setup`.");
  const folder = await Deno.makeTempDir({ prefix: "lathe-nginx-" });
  const port = freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) =>
    `${kind}_temp_path ${folder}/${kind};`
  );
  await Deno.writeTextFile(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
user root;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    location ${base}/ {
      proxy_pass ${upstream};
      proxy_http_version 1.1;
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }
  }
}
`,
  );
  const child = new Deno.Command(nginx, {
    args: ["-c", join(folder, "nginx.conf"), "-p", folder],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  await answers(`http://127.0.0.1:${port}/`);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Waits until `url` returns any response. */
async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`Nothing answers at ${url}.`);
}
