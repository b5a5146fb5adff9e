import * as z from "zod";
import { mapConcurrent } from "../../../kit/async.ts";
import { memoryOf } from "../../auto/memory_rows.ts";
import type { PolicyDeps } from "../deps.ts";
import type { FileFacts } from "../file_facts.ts";
import type { Recognised } from "./recognise.ts";

/**
 * Files that Lathe may have written after the backup that was restored. The restored memory does not contain them, so
 * they are remembered as existing and never encoded automatically.
 */

const KEY = "policies.restored";
/** Times in milliseconds. `until` is that of the first check after the restore. */
const Restored = z.object({ from: z.number(), until: z.number().optional() });
const CONCURRENT = 16;

/** Time in milliseconds of the last restore. It is kept. */
const TIME_KEY = "policies.restoredAt";

/**
 * Records that a backup was restored, and disables all policies of the user until their plan was checked. Files that
 * changed after the latest encode in the backup are uncertain.
 */
export async function noteRestore(
  { facts, history, clock, repository, events }: Pick<
    PolicyDeps,
    "facts" | "history" | "clock" | "repository" | "events"
  >,
): Promise<void> {
  await facts.set(TIME_KEY, clock.now().getTime());
  await facts.set(KEY, { from: await history.lastEncodeTime() });
  const names = (await repository.list()).map(({ name }) => name);
  await repository.disableAll();
  if (names.length === 0) return;
  events.record({
    level: "warning",
    source: "auto",
    message: "All policies are disabled, because a backup was restored. Check their plan and enable them again.",
    details: names.join("\n"),
  });
}

/**
 * Returns the time of the last restore. 0 if there was none. Jobs that failed before may have been retried successfully
 * after the backup, so their files are not tried again.
 */
export const restoredAt = async ({ facts }: Pick<PolicyDeps, "facts">): Promise<number> =>
  z.number().catch(0).parse(await facts.get(TIME_KEY));

/**
 * Remembers the uncertain files after a restore. Returns true if the memory was changed. Files that cannot be accessed
 * stay uncertain: they are marked as not visible, and checked the next time. Files that were added after the first check
 * are certain.
 */
export async function rememberRestored(
  { facts, disks, memory, clock }: Pick<PolicyDeps, "facts" | "disks" | "memory" | "clock">,
  files: readonly FileFacts[],
  { candidate, rows }: Recognised,
): Promise<boolean> {
  const restored = Restored.safeParse(await facts.get(KEY)).data;
  if (restored === undefined) return false;
  const { from, until = Infinity } = restored;
  const unknown = files.filter(({ key }) => {
    const reason = rows.get(key)?.row.reason;
    return reason === undefined || reason === "baseline" || reason === "nothing";
  });
  const times = await mapConcurrent(unknown, CONCURRENT, (file) => disks.read(file.localPath, changedAt));
  const at = clock.now();
  const uncertain = unknown.filter((_, i) => (times[i] ?? 0) > from && (times[i] ?? 0) <= until);
  await memory.remember(uncertain.map((file) => memoryOf(candidate(file), "existing", at)));
  let isComplete = true;
  for (const [i, file] of unknown.entries()) {
    // 0 is a missing file, undefined a disk without a response.
    if (times[i] !== undefined && times[i] !== 0) continue;
    file.visible = false;
    isComplete = false;
  }
  if (isComplete) await facts.remove(KEY);
  else await facts.set(KEY, { from, until: Math.min(until, at.getTime()) });
  return uncertain.length > 0;
}

/** Returns the time in milliseconds of the last change to a file or its name. 0 if it cannot be accessed. */
async function changedAt(path: string): Promise<number> {
  try {
    const { ctime, mtime } = await Deno.stat(path);
    return Math.max(ctime?.getTime() ?? 0, mtime?.getTime() ?? 0, 1);
  } catch {
    return 0;
  }
}
