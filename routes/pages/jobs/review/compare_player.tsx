import type { Job } from "../../../../lib/jobs/schema.ts";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Overlaid frames of the source and the result of a job. */
export function ComparePlayer({ job, durationSeconds }: { job: Job; durationSeconds: number }) {
  const link = useLink();
  return (
    <div
      id={`compare-${job.id}`}
      data-island="FrameCompare"
      data-props={JSON.stringify({ frames: link(`/api/jobs/${job.id}/frame`), durationSeconds })}
      hx-morph-skip
    />
  );
}
