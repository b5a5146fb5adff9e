import type { Job, ProgressSample } from "../../../jobs/schema.ts";
import { bitrate, duration } from "../../../kit/format.ts";

const WIDTH = 320;
const HEIGHT = 64;
/** Minimum number of points for a useful chart. */
const MIN_POINTS = 3;

/** Speed and bitrate of an encode in progress, over the timeline of its output. */
export function JobPlots({ job: { samples = [], mediaSeconds = 0 } }: { job: Job }) {
  if (samples.length < MIN_POINTS || mediaSeconds <= 0) return null;
  return (
    <div class="job-plots">
      <Curve name="Speed" samples={samples} seconds={mediaSeconds} valueOf={({ fps }) => fps} text={fpsText} />
      <Curve name="Bit rate" samples={samples} seconds={mediaSeconds} valueOf={({ kbps }) => kbps} text={bitrate} />
    </div>
  );
}

/** Formats `88 fps`. */
export const fpsText = (fps: number): string => `${fps.toFixed(fps < 10 ? 1 : 0)} fps`;

interface CurveProps {
  name: string;
  samples: ProgressSample[];
  /** Duration of the output, which is the full width. */
  seconds: number;
  valueOf(sample: ProgressSample): number;
  text(value: number): string;
}

function Curve({ name, samples, seconds, valueOf, text }: CurveProps) {
  const values = samples.map(valueOf);
  const top = Math.max(1, ...values);
  const x = (at: number) => (Math.min(1, at / seconds) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - 2 - value / top * (HEIGHT - 6)).toFixed(1);
  const points = samples.map((sample, i) => `${x(sample.atSeconds)},${y(values[i] ?? 0)}`).join(" ");
  const [first, last] = [samples[0]?.atSeconds ?? 0, samples.at(-1)?.atSeconds ?? 0];
  const now = text(values.at(-1) ?? 0);
  const most = text(Math.max(...values));
  return (
    <figure class="job-plot">
      <figcaption class="small">
        <span class="quiet">{name}</span> <strong>{now}</strong> <span class="quiet amount">{`peak ${most}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}, ${duration(last)} of ${duration(seconds)}: now ${now}, peak ${most}`}
      >
        <polygon class="plot-area" points={`${x(first)},${HEIGHT} ${points} ${x(last)},${HEIGHT}`} />
        <polyline class="plot-line" points={points} vector-effect="non-scaling-stroke" />
      </svg>
    </figure>
  );
}
