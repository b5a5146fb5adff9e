import { join } from "node:path";

/** Restriction of a program and its child processes to a single processor. */
export interface OneCore extends AsyncDisposable {
  /** Arguments to insert before the program's command. */
  before: string[];
}

const CPUSETS = "/sys/fs/cgroup/cpuset";

/** Creates a kernel cpuset if possible, because x265 overrides a mere CPU affinity. Otherwise uses `taskset`. */
export async function oneCore(processor: number): Promise<OneCore> {
  const folder = join(CPUSETS, `lathe-bench-${Deno.pid}-${processor}`);
  try {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "cpuset.mems"), await Deno.readTextFile(join(CPUSETS, "cpuset.mems")));
    await Deno.writeTextFile(join(folder, "cpuset.cpus"), String(processor));
  } catch {
    await Deno.remove(folder).catch(() => {});
    return { before: ["taskset", "-c", String(processor)], [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  return {
    before: ["sh", "-c", `echo $$ > "$0/cgroup.procs" && exec "$@"`, folder],
    // The cpuset is empty once all of its processes have ended.
    [Symbol.asyncDispose]: () => Deno.remove(folder).catch(() => {}),
  };
}
