/** Files, connections among them, that this process may hold open; undefined where the system does not say. */
export async function openFileLimit(): Promise<number | undefined> {
  const text = await Deno.readTextFile("/proc/self/limits").catch(() => "");
  const limit = Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? NaN);
  return Number.isNaN(limit) ? undefined : limit;
}
