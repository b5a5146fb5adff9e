/**
 * Diagrams that the server renders as SVG: without a script, with colours by class, and with all values as text for
 * screen readers.
 */

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 64;
const BOTTOM = 36;
const TOP = 12;

export interface Bar {
  label: string;
  value: number;
  /** The value as text. */
  text: string;
  /** True if the value is not final, such as the value of the current month. The bar is then drawn as an outline. */
  open?: boolean;
}

interface PlotProps {
  /** Description for screen readers, and heading of the table. */
  title: string;
}

/** Maximum number of labels below the bars. On narrow screens, every second one is omitted. */
const MAX_LABELS = 12;

/** Bar chart with a common zero line, also for negative values. The last bar is always labelled. */
export function BarPlot({ title, bars }: PlotProps & { bars: Bar[] }) {
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const y = (value: number) => TOP + ((top - value) / (top - low)) * (HEIGHT - TOP - BOTTOM);
  const step = (WIDTH - LEFT) / Math.max(1, bars.length);
  const width = Math.min(56, step * 0.7);
  const every = Math.ceil(bars.length / MAX_LABELS);
  return (
    <div class="plot-box">
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${words(bars)}`}>
        <line class="plot-axis" x1={LEFT} x2={WIDTH} y1={y(0)} y2={y(0)} />
        {bars.map(({ label, value, text, open }, i) => {
          const x = LEFT + step * (i + 0.5);
          const fromEnd = bars.length - 1 - i;
          return (
            <g key={label}>
              <title>{`${label}: ${text}`}</title>
              <rect
                class={value < 0 ? "plot-bar plot-bad" : "plot-bar"}
                x={x - width / 2}
                width={width}
                y={Math.min(y(value), y(0))}
                height={Math.max(1, Math.abs(y(value) - y(0)))}
                rx={3}
                data-open={open ? "" : undefined}
              />
              {fromEnd % every === 0 && (
                <text
                  class="plot-label"
                  x={x}
                  y={HEIGHT - 8}
                  text-anchor="middle"
                  data-wide={fromEnd / every % 2 === 1 ? "" : undefined}
                >
                  {label}
                </text>
              )}
            </g>
          );
        })}
        <text class="plot-label" x={LEFT - 8} y={y(top) + 10} text-anchor="end">
          {bars.toSorted((a, b) => b.value - a.value)[0]?.text}
        </text>
        <text class="plot-label" x={LEFT - 8} y={y(0) + 4} text-anchor="end">0</text>
      </svg>
    </div>
  );
}

const words = (bars: Bar[]): string => bars.map(({ label, text }) => `${label} ${text}`).join(", ");

export interface LinePlotProps extends PlotProps {
  points: { x: number; y: number }[];
  /** Ranges of both axes, and functions that format their values. */
  xRange: [number, number];
  yRange: [number, number];
  xText(value: number): string;
  yText(value: number): string;
  /** Points that are highlighted. */
  marks?: { x: number; y: number; text: string }[];
}

/** Line chart over time, with highlighted points. */
export function LinePlot({ title, points, xRange, yRange, xText, yText, marks = [] }: LinePlotProps) {
  const span = ([from, to]: [number, number]) => to - from || 1;
  const x = (value: number) => LEFT + ((value - xRange[0]) / span(xRange)) * (WIDTH - LEFT - 8);
  const y = (value: number) => TOP + ((yRange[1] - value) / span(yRange)) * (HEIGHT - TOP - BOTTOM);
  const path = points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`).join(" ");
  return (
    <div class="plot-box">
      <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        {yRange.map((value) => (
          <g key={value}>
            <line class="plot-grid" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
            <text class="plot-label" x={LEFT - 8} y={y(value) + 4} text-anchor="end">{yText(value)}</text>
          </g>
        ))}
        {xRange.map((value, i) => (
          <text key={value} class="plot-label" x={x(value)} y={HEIGHT - 8} text-anchor={i === 0 ? "start" : "end"}>
            {xText(value)}
          </text>
        ))}
        <polyline class="plot-line" points={path} />
        {marks.map((mark) => (
          <circle key={mark.x} class="plot-mark" cx={x(mark.x)} cy={y(mark.y)} r={5}>
            <title>{mark.text}</title>
          </circle>
        ))}
      </svg>
    </div>
  );
}
