/**
 * Returns the maximum number of open files and connections of this process. Undefined if the system does not provide
 * it.
 */
export async function openFileLimit(): Promise<number | undefined> {
  const text = await Deno.readTextFile("/proc/self/limits").catch(() => "");
  const limit = Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? NaN);
  return Number.isNaN(limit) ? undefined : limit;
}
