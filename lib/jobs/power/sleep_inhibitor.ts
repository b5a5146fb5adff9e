import { type Child, startProcess } from "../../kit/process/process.ts";
import type { Log } from "../../kit/log.ts";
import { findTool } from "../../media/tools/tools.ts";

/** Keeps the machine from sleeping while there is work. */
export interface SleepInhibitor {
  /** Whether this platform has a way at all, and its name. */
  readonly method: string | undefined;
  /** Why the machine is kept awake right now; undefined when it may sleep. */
  reason(): string | undefined;
  error(): string | undefined;
  /** Holds the machine awake for `reason`, or lets go when it is undefined. Returns at once. */
  keep(reason: string | undefined): void;
  close(): Promise<void>;
}

/** `os` decides the program: systemd-inhibit, caffeinate or PowerShell; other systems have none. */
export interface InhibitorOptions {
  os: typeof Deno.build.os;
  log: Log;
  /** Finds the program of the platform; a test hands in another one. */
  find?: (program: string) => Promise<string | undefined>;
}

interface Way {
  program: string;
  args(reason: string): string[];
}

/** Each holds for as long as its process lives, so that nothing stays behind when we are gone. */
const WAYS: Partial<Record<typeof Deno.build.os, Way>> = {
  linux: {
    program: "systemd-inhibit",
    args: (reason) => [
      "--what=sleep:idle",
      "--mode=block",
      "--who=Lathe",
      `--why=${reason}`,
      "sleep",
      "infinity",
    ],
  },
  darwin: { program: "caffeinate", args: () => ["-i", "-s", "-w", String(Deno.pid)] },
  windows: {
    program: "powershell",
    args: () => [
      "-NoProfile",
      "-NonInteractive",
      "-Command",
      // ES_CONTINUOUS | ES_SYSTEM_REQUIRED, renewed for as long as our process is there.
      "$t = Add-Type -PassThru -Name Power -Namespace Lathe -MemberDefinition " +
      "'[DllImport(\"kernel32.dll\")] public static extern uint SetThreadExecutionState(uint flags);'; " +
      `while (Get-Process -Id ${Deno.pid} -ErrorAction SilentlyContinue) ` +
      "{ [void]$t::SetThreadExecutionState(2147483649); Start-Sleep -Seconds 30 }",
    ],
  },
};

/** Runs a program of the platform for as long as sleep is to be prevented; starts nothing before `keep`. */
export function createSleepInhibitor({ os, log, find = findOnPath }: InhibitorOptions): SleepInhibitor {
  const way = WAYS[os];
  let wanted: string | undefined;
  let held: { child: Child; reason: string } | undefined;
  let problem: string | undefined;
  /** It does not work here: not tried again for as long as this work lasts. */
  let givenUp = false;
  let turn: Promise<void> = Promise.resolve();

  async function settle(): Promise<void> {
    if (way === undefined) return;
    if (held !== undefined && wanted === undefined) {
      const { child } = held;
      held = undefined;
      await endOf(child);
      return;
    }
    if (held !== undefined || wanted === undefined || givenUp) return;
    const reason = wanted;
    const path = await find(way.program);
    if (path === undefined) {
      problem = `${way.program} was not found: this server may go to sleep.`;
      givenUp = true;
      return;
    }
    const child = startProcess({ path, args: way.args(reason) });
    held = { child, reason };
    problem = undefined;
    void drain(child);
    void child.status.then(({ code }) => {
      if (held?.child !== child) return;
      held = undefined;
      givenUp = true;
      problem = `${way.program} exited with ${code}: this server may go to sleep.`;
      log("warn", problem);
    });
  }

  return {
    method: way?.program,
    reason: () => held?.reason,
    error: () => problem,
    keep(reason) {
      wanted = reason;
      if (reason === undefined) givenUp = false;
      turn = turn.then(settle).catch((error) => {
        problem = `This server cannot be kept awake: ${error instanceof Error ? error.message : error}.`;
      });
    },
    async close() {
      wanted = undefined;
      await (turn = turn.then(settle));
    },
  };
}

/** It does nothing but wait: there is nothing to be polite about. */
async function endOf(child: Child): Promise<void> {
  child.signal("SIGTERM");
  const timer = setTimeout(() => child.signal("SIGKILL"), 2_000);
  await child.status;
  clearTimeout(timer);
  child.signal("SIGKILL");
}

/** Nobody reads what it says, but a full pipe would stop it. */
async function drain({ stdout, stderr }: Child): Promise<void> {
  const nowhere = () => new WritableStream();
  await Promise.allSettled([stdout.pipeTo(nowhere()), stderr.pipeTo(nowhere())]);
}

const findOnPath = async (program: string): Promise<string | undefined> => (await findTool(program, "")).path;
