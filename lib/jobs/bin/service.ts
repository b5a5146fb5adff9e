import type { JobsDeps } from "../deps.ts";
import type { Bin } from "../service.ts";
import type { HealthProbe } from "../../platform/health/probe.ts";
import { binProbe } from "./bin_health.ts";
import { entriesOfJobs, listBin } from "./bin_list.ts";
import { deleteBinned, type DeleteBinnedDeps } from "./delete_binned.ts";

/** Creates the service for the recycle bins. */
export function createBin(
  { deps, ...shared }: DeleteBinnedDeps & { deps: Pick<JobsDeps, "settings" | "disks" | "clock"> },
): Bin & { readonly probe: HealthProbe } {
  const { settings, disks, clock } = deps;
  const { jobStore } = shared;
  const listed = () => ({ jobStore, disks, now: clock.now(), maxBytes: settings.current().transcoding.bin.maxBytes });
  return {
    list: (query) => listBin(query, listed()),
    ofJobs: (ids) => entriesOfJobs(ids, listed()),
    delete: (paths) => deleteBinned(paths, shared),
    probe: binProbe({ jobStore, settings, disks }),
  };
}
