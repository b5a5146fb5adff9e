import { type Child, startProcess } from "../../kit/process/process.ts";
import type { Log } from "../../kit/log.ts";
import { findTool } from "../../media/tools/tools.ts";

/** Prevents the computer from sleeping while it is needed. */
export interface SleepInhibitor {
  /** Name of the platform's method. Undefined if there is none. */
  readonly method: string | undefined;
  /** Reason why the computer is kept awake. Undefined if it may sleep. */
  reason(): string | undefined;
  error(): string | undefined;
  /** Keeps the computer awake because of `reason`, or allows it to sleep if undefined. Returns immediately. */
  keep(reason: string | undefined): void;
  close(): Promise<void>;
}

/** `os` selects the program: systemd-inhibit, caffeinate or PowerShell. Other systems are not supported. */
export interface InhibitorOptions {
  os: typeof Deno.build.os;
  log: Log;
  /** Finds the platform's program. Tests replace this function. */
  find?: (program: string) => Promise<string | undefined>;
}

interface InhibitorCommand {
  program: string;
  args(reason: string): string[];
}

/**
 * Programs by platform. Each prevents sleep only while its process is running, so that nothing remains after Lathe has
 * exited.
 */
const COMMANDS: Partial<Record<typeof Deno.build.os, InhibitorCommand>> = {
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
      // ES_CONTINUOUS | ES_SYSTEM_REQUIRED, which is renewed while the Lathe process exists.
      "$t = Add-Type -PassThru -Name Power -Namespace Lathe -MemberDefinition " +
      "'[DllImport(\"kernel32.dll\")] public static extern uint SetThreadExecutionState(uint flags);'; " +
      `while (Get-Process -Id ${Deno.pid} -ErrorAction SilentlyContinue) ` +
      "{ [void]$t::SetThreadExecutionState(2147483649); Start-Sleep -Seconds 30 }",
    ],
  },
};

/**
 * Creates the inhibitor, which runs a system program while sleep is prevented. No program is started before `keep` is
 * called.
 */
export function createSleepInhibitor({ os, log, find = findOnPath }: InhibitorOptions): SleepInhibitor {
  const command = COMMANDS[os];
  let wanted: string | undefined;
  let held: { child: Child; reason: string } | undefined;
  let problem: string | undefined;
  /** True after the program has failed. It is then not started again until the computer may sleep. */
  let hasFailed = false;
  let turn: Promise<void> = Promise.resolve();

  async function settle(): Promise<void> {
    if (command === undefined) return;
    if (held !== undefined && wanted === undefined) {
      const { child } = held;
      held = undefined;
      await endOf(child);
      return;
    }
    if (held !== undefined || wanted === undefined || hasFailed) return;
    const reason = wanted;
    const path = await find(command.program);
    if (path === undefined) {
      problem = `${command.program} was not found: this server may go to sleep.`;
      hasFailed = true;
      return;
    }
    const child = startProcess({ path, args: command.args(reason) });
    held = { child, reason };
    problem = undefined;
    void drain(child);
    void child.status.then(({ code }) => {
      if (held?.child !== child) return;
      held = undefined;
      hasFailed = true;
      problem = `${command.program} exited with code ${code}: this server may go to sleep.`;
      log("warn", problem);
    });
  }

  return {
    method: command?.program,
    reason: () => held?.reason,
    error: () => problem,
    keep(reason) {
      wanted = reason;
      if (reason === undefined) hasFailed = false;
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

/** The program only waits, so it can be killed immediately. */
async function endOf(child: Child): Promise<void> {
  child.signal("SIGTERM");
  const timer = setTimeout(() => child.signal("SIGKILL"), 2_000);
  await child.status;
  clearTimeout(timer);
  child.signal("SIGKILL");
}

/** The output is not used, but a full pipe would block the program. */
async function drain({ stdout, stderr }: Child): Promise<void> {
  const nowhere = () => new WritableStream();
  await Promise.allSettled([stdout.pipeTo(nowhere()), stderr.pipeTo(nowhere())]);
}

const findOnPath = async (program: string): Promise<string | undefined> => (await findTool(program, "")).path;
