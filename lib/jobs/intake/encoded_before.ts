import { encodedKeys } from "../../../db/jobs/job_insert.ts";
import { markRepository } from "../../../db/library/library_marks.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { Store } from "../../../db/store.ts";
import { identityKey } from "../../media/probe/source.ts";
import type { SourceFile } from "./source_file.ts";

/**
 * Returns the paths of files that Lathe has encoded before: its own results with any profile, and sources that have an
 * encode with this profile.
 */
export async function encodedBefore(
  store: Pick<Store, "db">,
  files: SourceFile[],
  request: Pick<JobRow, "profileId" | "audioOnly">,
): Promise<Set<string>> {
  const results = await markRepository(store).encoded(
    files.map(({ path, identity }) => ({ path, size: identity.sizeBytes })),
  );
  const sources = await encodedKeys(store.db, files.map(({ identity }) => identityKey(identity)), request);
  return new Set(
    files.filter(({ path, identity }) => results.has(path) || sources.has(identityKey(identity)))
      .map(({ path }) => path),
  );
}
