import { fileURLToPath } from "node:url";
import { lines } from "../../lib/kit/process/lines.ts";

/** A running Lathe: the real program in a separate process. */
export interface RunningService extends AsyncDisposable {
  /** `http://127.0.0.1:<port><base>` without a trailing slash. */
  url: string;
  configDir: string;
  pid: number;
  /** Returns all output so far. */
  output(): string;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number>;
  /** Kills the process with SIGKILL, like a power cut. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** Configuration folder, which is kept. If absent, a new folder is created and removed at the end. */
  configDir?: string;
  env?: Record<string, string>;
  /** The program and its leading arguments. The default is `PROGRAM`. */
  command?: string[];
  args?: string[];
}

/**
 * Command that runs the program of this checkout like `deno task start`. It does not check the installed packages,
 * because this would triple the time to the first response.
 */
export const PROGRAM = [
  Deno.execPath(),
  "run",
  "-A",
  "--node-modules-dir=manual",
  fileURLToPath(new URL("../../main.ts", import.meta.url)),
];
/** Timeout in milliseconds for a hanging start, long enough for slow machines. A failed start ends immediately. */
const START_TIMEOUT_MS = 10 * 60_000;

/** Starts the service on a free port and waits until it prints its address. */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const configDir = options.configDir ?? await Deno.makeTempDir({ prefix: "lathe-config-" });
  const [program = "", ...leading] = options.command ?? PROGRAM;
  const child = new Deno.Command(program, {
    args: [
      ...leading,
      "serve",
      "--config",
      configDir,
      ...(options.args?.includes("--port") ? [] : ["--port", "0"]),
      ...(options.args ?? []),
    ],
    env: options.env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const printed: string[] = [];
  const address = Promise.withResolvers<string>();
  const watch = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) {
      printed.push(line);
      const found = line.match(/http:\/\/[^\s/]+:\d+\S*/)?.[0];
      if (found !== undefined) address.resolve(found.replace(/\/$/, ""));
    }
  };
  const watching = Promise.all([watch(child.stdout), watch(child.stderr)]);
  const early = child.status.then(({ code }) => {
    throw new Error(`The service ended with ${code} before it was up:\n${printed.join("\n")}`);
  });
  early.catch(() => {});
  const timer = setTimeout(
    () => address.reject(new Error(`Not up after ${START_TIMEOUT_MS} ms:\n${printed.join("\n")}`)),
    START_TIMEOUT_MS,
  );
  let url: string;
  try {
    url = (await Promise.race([address.promise, early])).replace("localhost", "127.0.0.1");
  } finally {
    clearTimeout(timer);
  }
  const end = async (signal: Deno.Signal): Promise<number> => {
    try {
      child.kill(signal);
    } catch {
      // The process has already ended.
    }
    const { code } = await child.status;
    await watching;
    return code;
  };
  return {
    url,
    configDir,
    pid: child.pid,
    output: () => printed.join("\n"),
    stop: () => end("SIGTERM"),
    kill: async () => void await end("SIGKILL"),
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      if (options.configDir === undefined) await Deno.remove(configDir, { recursive: true });
    },
  };
}

/** Calls the API and parses the JSON response. */
export async function api<T>(service: { url: string }, path: string, init: ApiInit = {}): Promise<Answer<T>> {
  const response = await fetch(service.url + path, {
    method: init.method ?? (init.body === undefined ? "GET" : "POST"),
    headers: init.body === undefined ? init.headers : { "Content-Type": "application/json", ...init.headers },
    body: init.body === undefined ? undefined : JSON.stringify(init.body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? undefined : JSON.parse(text)) as T,
  };
}

interface ApiInit {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}
