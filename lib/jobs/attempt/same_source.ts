import { JobFailure } from "../../kit/fault.ts";
import { sameIdentity, type SourceIdentity, sourceIdentity } from "../../media/probe/source.ts";

/** Throws `source_changed` if the source has changed since it was read. */
export async function requireSameSource(path: string, identity: SourceIdentity): Promise<void> {
  if (!sameIdentity(await sourceIdentity(path), identity)) {
    throw new JobFailure(
      "source_changed",
      `${path} was changed while the job was running. Retry to encode its current version.`,
    );
  }
}
