import { join } from "node:path";

/** One processor, and nothing else of the machine, for a program and all that it starts. */
export interface OneCore extends AsyncDisposable {
  /** What is put before its command. */
  before: string[];
}

const CPUSETS = "/sys/fs/cgroup/cpuset";

/**
 * A cpuset of the kernel where we may make one, as x265 leaves the processor that it was only asked to stay on; else that.
 */
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
    // It is empty once all that ran in it has ended.
    [Symbol.asyncDispose]: () => Deno.remove(folder).catch(() => {}),
  };
}
