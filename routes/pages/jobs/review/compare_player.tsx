import type { Job } from "../../../../lib/jobs/schema.ts";
import type { QualityReport } from "../../../../lib/jobs/reports/quality.ts";
import type { ComparedVideo } from "../../../../lib/jobs/reports/service.ts";

interface ComparePlayerProps {
  job: Job;
  video: ComparedVideo;
  report: QualityReport | undefined;
  /** Position in seconds at which the comparison opens. */
  moment?: number | undefined;
}

/** Overlaid frames of the source and the result of a job. */
export function ComparePlayer({ job, video, report, moment }: ComparePlayerProps) {
  const props = { ...video, job: `/api/jobs/${job.id}`, name: "Output", worst: report?.worst[0], moment };
  return (
    <div
      id={`compare-${job.id}`}
      class="compare-host"
      data-island="JobCompare"
      data-props={JSON.stringify(props)}
      hx-morph-skip
    />
  );
}
