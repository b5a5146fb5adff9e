import { fileURLToPath } from "node:url";
import { foreignJson } from "../json/json.ts";
import { startProcess } from "./process.ts";

/** How this program is started once more for one piece of work; the work is named behind `args`, as JSON. */
export interface OwnProgram {
  path: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** What of our own environment the runtime needs to start the program once more. */
const RUNTIME_VARIABLES = ["DENO_DIR", "DENO_NO_UPDATE_CHECK", "DENO_NO_PROMPT"];
/** Nothing but what lies beside it is read, as at the start of this process. */
const BUNDLED = ["--no-config", "--no-lock", "--no-remote"];
const SOURCES = ["--node-modules-dir=manual"];

/** How to start this program with another command; `main` is the address of its first file. */
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
 * Has one piece of work done; answers what was printed, read as JSON. Throws when that is none, with what was said.
 * `signal` kills the program, and its reason is thrown when that has ended.
 */
export async function askOwnProgram(
  { path, args, env }: OwnProgram,
  work: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted();
  const child = startProcess({ path, args: [...args, JSON.stringify(work)], env, stdin: "piped" });
  // Held open until the end: the program takes its end for ours.
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
    const answer = foreignJson(printed);
    if (answer === undefined) throw new Error(`The program for this work ended with ${code}: ${said.trim()}`);
    return answer;
  } finally {
    signal?.removeEventListener("abort", kill);
    await stdin.close().catch(() => {});
    kill();
  }
}

/** In the program that was asked: does the work and prints its answer. Ends at once when whoever asked is gone. */
export async function answerOwnProgram(work: () => Promise<unknown>): Promise<void> {
  void Deno.stdin.readable.pipeTo(new WritableStream()).catch(() => {}).then(() => Deno.exit(1));
  console.log(JSON.stringify(await work()));
}
