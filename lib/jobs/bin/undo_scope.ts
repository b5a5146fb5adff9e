import { Fault } from "../../kit/fault.ts";
import type { JournalRepository } from "../../../db/jobs/journal.ts";
import type { UndoScope } from "../bin_schema.ts";

/** Services for finding the jobs of a scope. */
export interface ScopeDeps {
  journals: Pick<JournalRepository, "jobsOfBulk" | "jobsReplacedBetween" | "newestReplacedFirst">;
  /** Returns the jobs of a policy run, or undefined if there is no such run. */
  jobsOfRun?: ((runId: string) => Promise<readonly string[] | undefined>) | undefined;
}

/**
 * Returns the jobs of a scope in the order in which they must be undone: the newest replacement first, so that a file
 * that was encoded several times ends as its first original. Throws `not_found` for an unknown run or bulk request.
 */
export async function jobsOfScope(scope: UndoScope, deps: ScopeDeps): Promise<string[]> {
  return await deps.journals.newestReplacedFirst([...new Set(await membersOf(scope, deps))]);
}

async function membersOf(scope: UndoScope, { journals, jobsOfRun }: ScopeDeps): Promise<readonly string[]> {
  if ("ids" in scope) return scope.ids;
  if ("day" in scope) return await journals.jobsReplacedBetween(...periodOf(scope.day));
  if ("run" in scope) {
    const ids = await jobsOfRun?.(scope.run);
    if (ids === undefined) throw new Fault("not_found", `There is no run ${scope.run}.`);
    return ids;
  }
  const ids = await journals.jobsOfBulk(scope.bulk);
  if (ids.length === 0) throw new Fault("not_found", `No jobs of the bulk request ${scope.bulk} are in the history.`);
  return ids;
}

/** Returns start and end of a local date, which may have 23 or 25 hours, in milliseconds since 1970. Pure. */
export function periodOf(day: string): [from: number, before: number] {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [new Date(year, month - 1, date).getTime(), new Date(year, month - 1, date + 1).getTime()];
}

/** Returns the local date of a time in milliseconds since 1970, such as 2026-11-29. Pure. */
export function localDay(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
