import { type Metric, scoreText, targetText } from "../../../lib/encode/metric.ts";
import type { Job } from "../../../lib/jobs/schema.ts";
import type { QualityReport } from "../../../lib/jobs/reports/quality.ts";
import { hx } from "../../../lib/ui/hx.ts";
import { QualityReportView } from "../../../lib/ui/components/quality_report.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Target and result of the quality search, and the quality report, which is available for any finished encode. */
export function JobQualitySection(
  { job, report, measurable }: { job: Job; report?: QualityReport; measurable: boolean },
) {
  const link = useLink();
  const { quality } = job;
  const encoded = job.streams?.some((stream) => stream.type === "video" && stream.action === "encode");
  if (!quality && !report && !(measurable && encoded)) return null;
  const target = `quality-${job.id}`;
  return (
    <section class="section" aria-labelledby="quality-h">
      <div class="section-head">
        <h2 id="quality-h">Quality</h2>
        {measurable && encoded && (
          <button
            type="button"
            {...hx({
              post: link(`/api/jobs/${job.id}/quality`),
              target: `#${target}`,
              swap: "innerMorph",
              disable: "this",
            })}
          >
            {report ? "Measure again" : "Measure against the source"}
          </button>
        )}
      </div>
      {quality && <TargetFacts quality={quality} />}
      <div id={target} aria-live="polite">{report && <QualityReportView jobId={job.id} report={report} />}</div>
    </section>
  );
}

function TargetFacts({ quality }: { quality: NonNullable<Job["quality"]> }) {
  const { metric, vmafModel, target, percentile, measured, measuredMean, trials } = quality;
  const tried = trials.map(({ quality, score, mean }) => `${quality}: ${scoresText(metric, score, mean)}`);
  return (
    <ul class="card plan-list">
      {target !== undefined && (
        <li>{`Target: ${percentile === undefined ? scoreText(metric, target) : targetText(metric, target)}.`}</li>
      )}
      <li>{`Tested quality levels: ${tried.join(", ")}. Encoded at quality ${quality.quality}.`}</li>
      {measured !== undefined && <li>{`The result scores ${scoresText(metric, measured, measuredMean)}.`}</li>}
      {vmafModel && (
        <li>
          VMAF model: <code>{vmafModel}</code>
        </li>
      )}
    </ul>
  );
}

/** Returns `VMAF 95.1 (97.0 on average)`. */
function scoresText(metric: Metric, score: number, mean: number | undefined): string {
  const text = scoreText(metric, score);
  return mean === undefined ? text : `${text} (${scoreText(metric, mean).replace(/^\w+ /, "")} on average)`;
}

/** Accuracy of the OCR of image-based subtitles. */
export function ReadSubtitles({ ocr }: { ocr: NonNullable<Job["ocr"]> }) {
  return (
    <section class="section" aria-labelledby="ocr-h">
      <div class="section-head">
        <h2 id="ocr-h">Subtitles converted to text</h2>
      </div>
      <ul class="card plan-list">
        {ocr.map(({ index, language, cues, empty, confidence }) => (
          <li>
            {`Stream ${index}${language ? ` (${language})` : ""}: ${cues} subtitles, confidence ${
              confidence.toFixed(0)
            } of 100` +
              (empty > 0 ? `, ${empty} images without text` : "")}
          </li>
        ))}
      </ul>
    </section>
  );
}
