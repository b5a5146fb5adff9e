import { mapConcurrent } from "../../kit/async.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import { bytes, count } from "../../kit/format.ts";
import type { HealthProbe } from "../../platform/health/probe.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { hasSuccessor, heldBecause } from "../delivery/bins.ts";
import type { JobStore } from "../job_store.ts";
import { HOLD_TEXTS } from "./bin_list.ts";

/** Maximum number of entries that are examined for a reason. */
const MAX_EXAMINED = 50;
const PATIENCE_MS = 2_000;

/** Reports recycle bins that exceed their maximum size because their files must stay. */
export const binProbe = (
  { jobStore: { journals }, settings, disks }: {
    jobStore: Pick<JobStore, "journals">;
    settings: Pick<SettingsService, "current">;
    disks: Pick<DiskReads, "read">;
  },
): HealthProbe => ({
  source: "bin",
  fine: "The recycle bins are within their maximum size.",
  async check() {
    const { maxBytes } = settings.current().transcoding.bin;
    if (maxBytes === 0) return [];
    const total = (await journals.binSums()).reduce((sum, kind) => sum + kind.bytes, 0);
    if (total <= maxBytes) return [];
    const toRestore = await journals.jobsToRestore();
    const oldest = await journals.oldestBinEntries(MAX_EXAMINED);
    const reasons = await mapConcurrent(oldest, 4, async (entry) => {
      const hold = await heldBecause(entry, journals, toRestore);
      if (hold !== undefined) return HOLD_TEXTS[hold];
      const hasNext = await disks.read(entry.path, () => hasSuccessor(entry, journals), PATIENCE_MS);
      return hasNext === false ? HOLD_TEXTS.successor : undefined;
    });
    const held = reasons.filter((reason) => reason !== undefined);
    const [first] = held;
    return [{
      id: "bin",
      type: "warning",
      code: "bin_over_budget",
      message: `The recycle bins use ${bytes(total)}, more than their maximum of ${bytes(maxBytes)}. ` +
        (first === undefined
          ? "The oldest files are deleted at the next cleanup."
          : `${count(held.length, "file")} must stay. The reason for the oldest: ${first}`),
      link: "/bin",
    }];
  },
});
