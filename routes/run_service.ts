import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { keyValueRepository } from "../db/kv.ts";
import { openInstance, type ProgramFiles } from "../lib/instance.ts";
import { VERSION } from "../lib/kit/version.ts";
import { claimFolder } from "../lib/system/claim.ts";
import { configureLog } from "../lib/system/log_setup.ts";
import { createEventStream } from "../lib/system/stream.ts";
import { createApp } from "./app.tsx";
import { type Listening, serve } from "./serve.ts";

export interface RunOptions {
  configDir: string;
  /** From the command line: win over environment and settings. */
  host?: string;
  port?: number;
  env: Record<string, string | undefined>;
  files: ProgramFiles;
}

/** Runs the service until a signal ends it. Exit code 0, 1 when it cannot listen, 3 when another one holds the folder. */
export async function runService({ configDir, host, port, env, files }: RunOptions): Promise<number> {
  const answer = await claimFolder(configDir);
  if ("heldBy" in answer) {
    const { url, pid } = answer.heldBy;
    console.error(`Lathe already runs on ${configDir}${url ? ` at ${url}` : ""}${pid ? ` (process ${pid})` : ""}.`);
    return 3;
  }
  const startedAt = new Date();
  const instance = await openInstance({
    configDir,
    env,
    files,
    openLog: ({ folders }, { current, secrets }) =>
      configureLog({
        folder: folders.logs,
        level: levelOf(env) ?? current().general.logging.level,
        sizeLimitMb: current().general.logging.sizeLimitMb,
        secrets,
      }),
  });
  const { settings, storage, store, bus, clock, log } = instance;
  const set = settings.current().general.host;
  const { urlBase } = set;
  const wantedPort = port ?? set.port;
  const stream = createEventStream({ bus, settings, clock, startedAt });
  const remembered = keyValueRepository(store);
  const app = createApp({
    ...instance,
    stream,
    setup: {
      dismissed: async () => await remembered.get("setup.dismissed") === true,
      dismiss: (dismissed) => remembered.set("setup.dismissed", dismissed),
    },
    instance: {
      startedAt,
      urlBase,
      inDocker: await exists("/.dockerenv"),
      env,
      assets: await readAssets(files),
      staticFiles: files.staticFiles,
      machineName: hostname(),
    },
  });

  let server: Listening;
  try {
    server = serve({ app, bindAddress: host ?? set.bindAddress, port: wantedPort });
  } catch (error) {
    console.error(`Cannot listen on port ${wantedPort}: ${error instanceof Error ? error.message : error}.`);
    console.error("Choose another one with --port or SERVICE_PORT.");
    await instance.close();
    return 1;
  }
  const url = `http://localhost:${server.port}${urlBase}`;
  await answer.claim.announce({ port: server.port, url });
  await instance.jobs.start();
  log("info", "Lathe is up.", { version: VERSION, url, configDir: storage.configDir });
  console.log(`Lathe ${VERSION} is at ${url}`);

  await signalled();
  log("info", "Lathe is going down.");
  stream.close();
  await Promise.all([server.stop(), instance.close()]);
  await answer.claim.release();
  return 0;
}

/** Resolves at the first request to end; a second one ends at once. */
function signalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  const end = () => {
    if (asked) Deno.exit(130);
    asked = true;
    resolve();
  };
  Deno.addSignalListener("SIGINT", end);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", end);
  return promise;
}

async function readAssets({ staticFiles }: ProgramFiles): Promise<Record<string, string>> {
  const manifest = new URL("manifest.json", staticFiles);
  try {
    return JSON.parse(await Deno.readTextFile(manifest));
  } catch {
    throw new Error(
      `The browser's files are missing (${fileURLToPath(manifest)}): run \`deno task start\`, which builds them.`,
    );
  }
}

/** `LOG_LEVEL` speaks over the setting. */
const levelOf = ({ LOG_LEVEL }: RunOptions["env"]) => LOG_LEVELS.find((level) => level === LOG_LEVEL?.toLowerCase());

const LOG_LEVELS = ["info", "debug", "trace"] as const;

const exists = (path: string): Promise<boolean> => Deno.stat(path).then(() => true, () => false);
