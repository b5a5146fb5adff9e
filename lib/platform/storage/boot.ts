import { newId } from "../../kit/id.ts";

/** Environment variable that marks child processes, so that the service recognises them after a restart. */
export const CHILD_TOKEN = "LATHE_CHILD";

/** Identifies boots and processes of this machine (safety.md, S-PROC-8). */
export interface Machine {
  /** Identifier that does not change until the machine is restarted. */
  readonly bootId: string;
  /** Returns the start time of a process in the kernel's units. Undefined if there is no process with that PID. */
  processStart(pid: number): Promise<string | undefined>;
  /** True if `pid` is the child process that was started at `start` with `token` in its environment. */
  isOurChild(pid: number, start: string, token: string): Promise<boolean>;
  /** Returns all processes that have one of `tokens` in their environment or one of `marks` in their arguments. */
  children(tokens: ReadonlySet<string>, marks: readonly string[]): Promise<number[]>;
}

/**
 * Reads information about the machine from `/proc`. Tests use another folder. Without `/proc`, no process is found, and
 * none is ended.
 */
export async function openMachine({ proc = "/proc" }: { proc?: string } = {}): Promise<Machine> {
  const read = (path: string) => Deno.readTextFile(`${proc}/${path}`).catch(() => undefined);
  const words = async (path: string) => (await read(path))?.split("\0") ?? [];
  const carries = async (pid: number, token: string) =>
    (await words(`${pid}/environ`)).includes(`${CHILD_TOKEN}=${token}`);
  return {
    // Without `/proc`, every start is treated as a new boot: leases are recovered, and no process is ended.
    bootId: (await read("sys/kernel/random/boot_id"))?.trim() ?? newId(),
    processStart: async (pid) => startFromStat(await read(`${pid}/stat`)),
    isOurChild: async (pid, start, token) =>
      startFromStat(await read(`${pid}/stat`)) === start && await carries(pid, token),
    async children(tokens, marks) {
      const found: number[] = [];
      for (const pid of await processes(proc)) {
        if (pid === Deno.pid) continue;
        const marked = marks.length > 0 &&
          (await words(`${pid}/cmdline`)).some((word) => marks.some((mark) => word.includes(mark)));
        const prefix = `${CHILD_TOKEN}=`;
        const carrying = !marked && tokens.size > 0 &&
          (await words(`${pid}/environ`)).some((word) =>
            word.startsWith(prefix) && tokens.has(word.slice(prefix.length))
          );
        if (marked || carrying) found.push(pid);
      }
      return found;
    },
  };
}

/** Returns field 22 of `/proc/<pid>/stat`, counted after the name, because it may contain spaces and brackets. */
export function startFromStat(stat: string | undefined): string | undefined {
  if (stat === undefined) return undefined;
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

async function processes(proc: string): Promise<number[]> {
  const found: number[] = [];
  try {
    for await (const { name } of Deno.readDir(proc)) if (/^\d+$/.test(name)) found.push(Number(name));
  } catch {
    // The system has no `/proc`.
  }
  return found;
}
