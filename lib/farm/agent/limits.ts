import { cpus } from "node:os";
import { mayStartNow } from "../../jobs/queue/timing/schedule.ts";
import { runProcess } from "../../kit/process/process.ts";
import { findTool } from "../../media/tools/tools.ts";

/** Applies limits that the owner of a machine sets for its agent. */

/** Hours of the day in which parts are accepted, as `HH:MM`. They may extend past midnight. */
export interface Hours {
  from: string;
  to: string;
}

/** True if parts are accepted at this time of day. Pure. */
export const isWithin = (hours: Hours | undefined, now: Date): boolean =>
  hours === undefined || mayStartNow({ enabled: true, ...hours, days: [] }, now);

/**
 * Binds this process and all processes that it starts to `count` of the available CPU cores. Returns a message if that
 * is not possible.
 */
export async function bindToCores(count: number): Promise<string | undefined> {
  const { path } = await findTool("taskset", "");
  const status = await Deno.readTextFile("/proc/self/status").catch(() => "");
  const allowed = coresOf(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? "");
  if (path === undefined || allowed.length === 0) return "The number of cores cannot be limited on this system.";
  const args = ["-a", "-p", "-c", allowed.slice(0, count).join(","), String(Deno.pid)];
  const { code } = await runProcess({ path, args, timeoutMs: 10_000 });
  return code === 0 ? undefined : "The number of cores could not be limited.";
}

/** Parses a list such as `0-2,5` to numbers. */
const coresOf = (list: string): number[] =>
  list.split(",").flatMap((range) => {
    const [first = NaN, last = first] = range.split("-").map(Number);
    return Number.isInteger(first) && last >= first
      ? Array.from({ length: last - first + 1 }, (_, i) => first + i)
      : [];
  });

/** Busy and idle seconds of all CPU cores since the machine started, and the CPU seconds of Lathe's processes. */
export interface ProcessorUse {
  busy: number;
  all: number;
  own: ReadonlyMap<number, number>;
}

/** Clock ticks per second in `/proc`. The value is the same on every Linux system. */
const TICKS = 100;

/** Reads the CPU use. That of Lathe's processes is available only with `/proc`. */
export async function processorUse(pids: readonly number[]): Promise<ProcessorUse> {
  const times = cpus().map((one) => one.times);
  const busy = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq, 0) / 1000;
  const idle = times.reduce((sum, one) => sum + one.idle, 0) / 1000;
  const own = new Map<number, number>();
  for (const pid of [Deno.pid, ...pids]) {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => undefined);
    // Fields 14 and 15, counted after the name, because it may contain spaces.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields) own.set(pid, (Number(fields[11]) + Number(fields[12])) / TICKS);
  }
  return { busy, all: busy + idle, own };
}

/**
 * Returns the busy share of all CPU cores between two readings, 0 to 1: in total, and without Lathe's processes. Pure.
 */
export function sharesBetween(before: ProcessorUse, now: ProcessorUse): { load: number; others: number } {
  const all = now.all - before.all;
  if (all <= 0) return { load: 0, others: 0 };
  const busy = now.busy - before.busy;
  const own = [...now.own].reduce((sum, [pid, seconds]) => sum + Math.max(0, seconds - (before.own.get(pid) ?? 0)), 0);
  const share = (seconds: number) => Math.min(1, Math.max(0, seconds / all));
  return { load: share(busy), others: share(busy - own) };
}

/**
 * CPU share of other processes above which the machine is considered busy, and below which it is considered idle again.
 */
const BUSY_SHARE = 0.3;
const QUIET_SHARE = 0.15;
const BUSY_SAMPLES = 2;
const QUIET_SAMPLES = 6;

/**
 * Creates a function that determines from repeated measurements whether other programs need the machine. Short peaks
 * and gaps are ignored.
 */
export function createBusyJudge(): (others: number) => boolean {
  let busy = false;
  let samples = 0;
  return (others) => {
    const isOther = busy ? others < QUIET_SHARE : others >= BUSY_SHARE;
    samples = isOther ? samples + 1 : 0;
    if (samples >= (busy ? QUIET_SAMPLES : BUSY_SAMPLES)) {
      busy = !busy;
      samples = 0;
    }
    return busy;
  };
}
