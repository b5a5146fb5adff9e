import { fileURLToPath } from "node:url";
import { parseUntrustedJson } from "../json/json.ts";
import { startProcess } from "./process.ts";

/** Command that starts this program as a child process for one task. The task is added to `args` as JSON. */
export interface OwnProgram {
  path: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** Environment variables that the runtime needs to start the program again. */
const RUNTIME_VARIABLES = ["DENO_DIR", "DENO_NO_UPDATE_CHECK", "DENO_NO_PROMPT"];
/**
 * Runtime options that restrict the child process to the files next to the program. This process was started with the
 * same options.
 */
const BUNDLED = ["--no-config", "--no-lock", "--no-remote"];
const SOURCES = ["--node-modules-dir=manual"];

/** Returns the command line that starts this program with another command. `main` is the URL of its entry file. */
export function ownProgram(main: string, command: string): OwnProgram {
  const env = Object.fromEntries(RUNTIME_VARIABLES.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  if (Deno.build.standalone) return { path: Deno.execPath(), args: [command], env };
  const found = main.endsWith(".ts") ? SOURCES : BUNDLED;
  return {
    path: Deno.execPath(),
    args: ["run", "--quiet", "--allow-all", ...found, fileURLToPath(main), command],
    env,
  };
}

/**
 * Runs a task in a child process and returns its output, parsed as JSON. Throws an error that contains stderr if stdout
 * is not valid JSON. `signal` kills the child, and its reason is thrown after the child has exited.
 */
export async function askOwnProgram(
  { path, args, env }: OwnProgram,
  work: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted();
  const child = startProcess({ path, args: [...args, JSON.stringify(work)], env, stdin: "piped" });
  // stdin stays open until the end, because the child exits when it is closed.
  const { stdin } = child;
  const kill = () => void child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  try {
    const [printed, said, { code }] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.status,
    ]);
    signal?.throwIfAborted();
    const answer = parseUntrustedJson(printed);
    if (answer === undefined) throw new Error(`The subprocess exited with code ${code}: ${said.trim()}`);
    return answer;
  } finally {
    signal?.removeEventListener("abort", kill);
    await stdin.close().catch(() => {});
    kill();
  }
}

/** Runs the task in the child process and prints its result. Exits immediately if the parent has exited. */
export async function answerOwnProgram(work: () => Promise<unknown>): Promise<void> {
  void Deno.stdin.readable.pipeTo(new WritableStream()).catch(() => {}).then(() => Deno.exit(1));
  console.log(JSON.stringify(await work()));
}
