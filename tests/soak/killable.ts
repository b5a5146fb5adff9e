import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Orders } from "./queue_process.ts";

const PROGRAM = fileURLToPath(new URL("./queue_process.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

export interface KilledRun {
  code: number;
  signal: Deno.Signal | null;
  output: string;
}

/** Starts the queue process and waits for it to end. Kills it after `killAfterMs` if given. */
export async function runQueue(orders: Orders, { killAfterMs }: { killAfterMs?: number } = {}): Promise<KilledRun> {
  const file = join(orders.configDir, "orders.json");
  await Deno.writeTextFile(file, JSON.stringify(orders));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "-c", CONFIG, PROGRAM, file],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => {
    try {
      child.kill("SIGKILL");
    } catch {
      // The process has already ended.
    }
  }, killAfterMs);
  const { code, signal, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, signal, output: text(stdout) + text(stderr) };
}
