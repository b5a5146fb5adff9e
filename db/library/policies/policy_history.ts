import { and, eq, inArray, sql } from "drizzle-orm";
import { ACTIVE_STATES } from "../../../lib/jobs/states.ts";
import { bindFirst } from "../../bind.ts";
import { jobs } from "../../schema/jobs.ts";
import { autoMemory } from "../../schema/library.ts";
import type { Store } from "../../store.ts";

/** A file that an unfinished job uses. `named` is its path if it contains a symbolic link. */
export interface FileInUse {
  jobId: string;
  path: string;
  named: string | null;
  arr: string | null;
  fileId: number | null;
}

/** Earlier and current jobs of files, for the decisions of policies. */
export const policyHistoryRepository = (store: Store) =>
  bindFirst(store, { filesInUse, activeJobAt, processedAt, failures: failuresByPath, lastEncodeTime });
/** Repository of the jobs of files. */
export type PolicyHistoryRepository = ReturnType<typeof policyHistoryRepository>;

const isActive = inArray(jobs.status, [...ACTIVE_STATES]);

const filesInUse = ({ db }: Store): Promise<FileInUse[]> =>
  db.select({
    jobId: jobs.id,
    path: jobs.sourcePath,
    named: sql<string | null>`source ->> '$.namedPath'`,
    arr: jobs.arr,
    fileId: sql<number | null>`source ->> '$.fileId'`,
  }).from(jobs).where(isActive);

/** Returns the ID of an unfinished job that reads this file. */
const activeJobAt = async ({ db }: Store, path: string): Promise<string | undefined> =>
  (await db.select({ id: jobs.id }).from(jobs).where(and(eq(jobs.sourcePath, path), isActive)).limit(1))[0]?.id;

/** Returns the time in milliseconds at which a file was last remembered as queued or written. 0 if it was not. */
const processedAt = async ({ db }: Store, path: string): Promise<number> =>
  (await db.select({ at: autoMemory.at }).from(autoMemory)
    .where(and(eq(autoMemory.localPath, path), inArray(autoMemory.reason, ["queued", "output", "existing"])))
    .limit(1))[0]?.at ?? 0;

/**
 * Returns the number of failed attempts since a time by source path, for files without a job that ended otherwise.
 * Attempts that ended because a backup was restored are not included.
 */
async function failuresByPath({ db }: Store, since: number): Promise<Map<string, number>> {
  const rows = await db.all<{ path: string; named: string | null; failures: number }>(sql`
    SELECT source_path AS path, max(source ->> '$.namedPath') AS named,
      sum(max(1, attempt - lost_leases)) AS failures FROM ${jobs}
    WHERE status = 'failed' AND finished_at > ${since} AND coalesce(error_code, '') <> 'interrupted' AND source_path <> ''
      AND NOT EXISTS (SELECT 1 FROM ${jobs} o WHERE o.source_path = jobs.source_path
        AND o.status IN ('done', 'skipped', 'cancelled', 'publish_failed'))
    GROUP BY source_path`);
  return new Map(rows.flatMap(({ path, named, failures }) => [[path, failures], [named ?? path, failures]]));
}

/** Returns the latest time in milliseconds that jobs and remembered encodes contain. 0 if there are none. */
async function lastEncodeTime({ db }: Store): Promise<number> {
  const [row] = await db.all<{ at: number }>(sql`
    SELECT max((SELECT coalesce(max(created_at), 0) FROM ${jobs}), (SELECT coalesce(max(finished_at), 0) FROM ${jobs}),
      (SELECT coalesce(max(at), 0) FROM ${autoMemory} WHERE reason = 'output')) AS at`);
  return row?.at ?? 0;
}
