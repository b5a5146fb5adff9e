/** Clock ticks of `/proc` in a second, on every Linux there is. */
const TICKS = 100;

/** Seconds of processors that a program and all of its programs that have ended took; 0 where there is no `/proc`. */
export async function processorSeconds(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  // Fields 14 to 17, counted after the name, which may hold spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ").slice(11, 15);
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}
