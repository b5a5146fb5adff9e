import { mapConcurrent } from "../../../lib/kit/async.ts";
import type { FolderListing } from "../../../lib/platform/storage/fs_list.ts";
import type { Services } from "../../services/services.ts";

/** Maximum number of concurrent stat calls, as all files are on one disk. */
const LOOKS_AT_ONCE = 8;
const PATIENCE_MS = 5_000;

/**
 * Adds size and modification time of each media file to a listing, and marks files that Lathe wrote or found broken.
 */
export async function withDetails(listing: FolderListing, { disks, reports }: Pick<Services, "disks" | "reports">) {
  const looked = await mapConcurrent(listing.entries, LOOKS_AT_ONCE, async (entry) => {
    if (entry.dir) return entry;
    const found = await disks.read(entry.path, () => Deno.stat(entry.path).catch(() => undefined), PATIENCE_MS);
    if (!found?.isFile) return entry;
    return { ...entry, sizeBytes: found.size, ...(found.mtime ? { modifiedAt: found.mtime.toISOString() } : {}) };
  });
  const sized = looked.flatMap((entry) => "sizeBytes" in entry ? [{ path: entry.path, size: entry.sizeBytes }] : []);
  const [encoded, checks] = await Promise.all([reports.encodedAmong(sized), reports.checks.list()]);
  const broken = new Set(
    checks.filter(({ state, health }) => state === "failed" || (health !== undefined && !health.ok))
      .map(({ path }) => path),
  );
  return {
    ...listing,
    entries: looked.map((entry) => ({
      ...entry,
      ...(encoded.has(entry.path) ? { encodedHere: true } : {}),
      ...(broken.has(entry.path) ? { broken: true } : {}),
    })),
  };
}
