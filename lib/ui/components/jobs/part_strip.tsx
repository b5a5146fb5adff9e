import type { Job, JobPart } from "../../../jobs/schema.ts";
import { count, duration } from "../../../kit/format.ts";
import { fpsText } from "./job_plots.tsx";

const WIDTH = 1000;
const HEIGHT = 28;
/** Height of a segment by state, so that the state is not only shown by colour. */
const HEIGHTS = { waiting: 0, encoding: 14, verifying: 21, done: HEIGHT } as const;
/** Number of colours for machines. Each machine has its own colour and pattern until all combinations are used. */
const COLOURS = 5;
/** Number of patterns: no pattern, and those in `static/css/activity.css`. */
const PATTERNS = 4;

/** Totals for the segments of one machine. */
interface MachineSum {
  id: string;
  name: string;
  done: number;
  encoding: number;
  verifying: number;
  fps: number;
}

/** The segments of an encode on its timeline, by state and machine, with a summary for each machine. */
export function PartStrip({ job: { id, progress }, parts }: { job: Job; parts: JobPart[] }) {
  const seconds = Math.max(1, parts.at(-1)?.untilSeconds ?? 1);
  const machines = machinesOf(parts);
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const done = machines.reduce((sum, machine) => sum + machine.done, 0);
  const left = progress?.etaSeconds ?? null;
  const text = `${done} of ${count(total, "segment")} done${left === null ? "" : `, ${duration(left)} left`}`;
  const lookOf = (machine: string) => machines.findIndex((one) => one.id === machine);
  const x = (at: number) => at / seconds * WIDTH;
  return (
    <figure class="part-strip">
      <figcaption class="small quiet">{text}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
        <Patterns id={id} />
        {parts.filter(({ state }) => state !== "waiting").map((part) => (
          <PartBlock
            key={part.number}
            id={id}
            look={lookOf(part.machine?.id ?? "")}
            state={part.state}
            x={x(part.fromSeconds)}
            width={Math.max(1, x(part.untilSeconds) - x(part.fromSeconds))}
            height={HEIGHTS[part.state]}
            bottom={HEIGHT}
          />
        ))}
      </svg>
      <ul class="part-legend small">
        {machines.map((machine, look) => (
          <li key={machine.id}>
            <svg viewBox="0 0 20 14" aria-hidden="true">
              <PartBlock id={id} look={look} x={0} width={20} height={14} bottom={14} />
            </svg>
            <span>{machineText(machine)}</span>
          </li>
        ))}
      </ul>
      <p class="small quiet">Full height: done. Three quarters: being verified. Half: being encoded.</p>
    </figure>
  );
}

/** Patterns of lines and dots that are drawn over the colour of a machine. */
const Patterns = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`part-1-${id}`} class="part-pattern" width={10} height={7} patternUnits="userSpaceOnUse">
      <path d="M0 3.5h10" />
    </pattern>
    <pattern id={`part-2-${id}`} class="part-pattern" width={14} height={14} patternUnits="userSpaceOnUse">
      <path d="M-3 17 17-3M-3 3 3-3M11 17l6-6" />
    </pattern>
    <pattern id={`part-3-${id}`} class="part-pattern" width={10} height={10} patternUnits="userSpaceOnUse">
      <path d="M5 0v10" />
    </pattern>
  </defs>
);

interface PartBlockProps {
  id: string;
  /** Index of the machine within the encode. */
  look: number;
  state?: JobPart["state"];
  x: number;
  width: number;
  height: number;
  bottom: number;
}

function PartBlock({ id, look, state, x, width, height, bottom }: PartBlockProps) {
  const place = { x: x.toFixed(1), y: bottom - height, width: width.toFixed(1), height };
  const pattern = look % PATTERNS;
  return (
    <>
      <rect class="part" data-state={state} data-machine={look % COLOURS} {...place} />
      {pattern > 0 && <rect class="part-over" fill={`url(#part-${pattern}-${id})`} {...place} />}
    </>
  );
}

/**
 * Sorts this machine first and all others by ID, so that the order does not change when segments are assigned to
 * another machine.
 */
function machinesOf(parts: JobPart[]): MachineSum[] {
  const sums = new Map<string, MachineSum>();
  for (const { state, machine, count, fps } of parts) {
    if (state === "waiting") continue;
    const id = machine?.id ?? "";
    const sum = sums.get(id) ??
      { id, name: machine?.name ?? "This server", done: 0, encoding: 0, verifying: 0, fps: 0 };
    sum[state] += count;
    sum.fps += fps ?? 0;
    sums.set(id, sum);
  }
  return [...sums.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}

const machineText = ({ name, done, encoding, verifying, fps }: MachineSum): string =>
  [
    `${name}: ${count(done, "segment")} done`,
    // The speed is omitted if it is 0, because an encoder that was just started has not reported it yet.
    ...(encoding > 0 ? [`${encoding} being encoded${fps > 0 ? ` at ${fpsText(fps)}` : ""}`] : []),
    ...(verifying > 0 ? [`${verifying} being verified`] : []),
  ].join(", ");
