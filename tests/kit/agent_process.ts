import { PROGRAM } from "./service.ts";
import { lines } from "../../lib/kit/process/lines.ts";

/** A running `lathe agent`: the real program in a separate process. */
export interface AgentProcess extends AsyncDisposable {
  output(): string;
  /** Resolves with the exit code of the agent. */
  ended: Promise<number>;
  /** Kills the process with SIGKILL, like a power cut. */
  kill(): Promise<void>;
}

/** Runs the `command` from the agents page in a separate folder, prefixed by `before` and followed by `more`. */
export async function startAgent(
  command: string,
  { before = [], more = [], env = {} }: { before?: string[]; more?: string[]; env?: Record<string, string> } = {},
): Promise<AgentProcess> {
  const [name, ...words] = command.trim().split(/\s+/);
  if (name !== "lathe") throw new Error(`No command of ours: ${command}`);
  const [program = "", ...leading] = [...before, ...PROGRAM];
  const folder = await Deno.makeTempDir({ prefix: "lathe-agent-" });
  const child = new Deno.Command(program, {
    args: [...leading, ...words, "--config", folder, ...more],
    ...{ env, stdin: "null", stdout: "piped", stderr: "piped" },
  }).spawn();
  const printed: string[] = [];
  const watch = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) printed.push(line);
  };
  const watching = Promise.all([watch(child.stdout), watch(child.stderr)]);
  const ended = child.status.then(({ code }) => code);
  const end = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // The process has already ended.
    }
    await ended;
    await watching;
  };
  return {
    output: () => printed.join("\n"),
    ended,
    kill: () => end("SIGKILL"),
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      await Deno.remove(folder, { recursive: true });
    },
  };
}
