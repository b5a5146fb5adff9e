import type { ComponentChildren } from "preact";
import { scoreText } from "../../encode/metric.ts";
import type { QualityReport } from "../../jobs/reports/quality.ts";
import { duration } from "../../kit/format.ts";
import { LinePlot } from "./plots/plot.tsx";
import { useLink } from "../render.tsx";
import { Moment } from "./moment.tsx";

/** Score over time, and the worst positions next to the source. */
export function QualityReportView({ jobId, report }: { jobId: string; report: QualityReport }) {
  const link = useLink();
  const { metric, vmafModel, mean, low, minimum, frames, series, worst, durationSeconds, measuredAt } = report;
  const scores = series.map(({ score }) => score);
  const range: [number, number] = [Math.min(...scores, minimum), Math.max(...scores, minimum)];
  const text = (score: number) => scoreText(metric, score).replace(/^\w+ /, "");
  const frame = (which: "source" | "output", at: number) =>
    link(`/api/jobs/${jobId}/frame?which=${which}&t=${at.toFixed(3)}&w=480`);
  return (
    <div class="card stack">
      <dl class="facts">
        <Fact name="On average" value={scoreText(metric, mean)} />
        <Fact name="95 % of the frames above" value={text(low)} />
        <Fact name="Worst frame" value={text(minimum)} />
        {vmafModel && <Fact name="VMAF model" value={<code>{vmafModel}</code>} />}
        <Fact name="Frames measured" value={String(frames)} />
        <Fact name="Measured" value={<Moment at={measuredAt} />} />
      </dl>
      <LinePlot
        title={`${scoreText(metric, mean)} on average over ${duration(durationSeconds)}`}
        points={series.map(({ atSeconds, score }) => ({ x: atSeconds, y: score }))}
        xRange={[0, durationSeconds]}
        yRange={range}
        xText={duration}
        yText={text}
        marks={worst.map(({ atSeconds, score }) => ({
          x: atSeconds,
          y: score,
          text: `${duration(atSeconds)}: ${text(score)}`,
        }))}
      />
      <h3>Worst moments</h3>
      <div class="moments">
        {worst.map(({ atSeconds, score }) => (
          <figure key={atSeconds}>
            <a class="moment-pair" href={link(`/jobs/${jobId}?at=${atSeconds.toFixed(3)}#compare-h`)}>
              <img src={frame("source", atSeconds)} alt={`Source at ${duration(atSeconds)}`} loading="lazy" />
              <img src={frame("output", atSeconds)} alt={`Result at ${duration(atSeconds)}`} loading="lazy" />
              <span class="visually-hidden">Compare</span>
            </a>
            <figcaption class="quiet small">{duration(atSeconds)}: {text(score)}; source left, result right</figcaption>
          </figure>
        ))}
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
