import type { Job, JobPart } from "../../../jobs/schema.ts";
import { count, duration } from "../../../kit/format.ts";
import { fpsText } from "./job_plots.tsx";

const WIDTH = 1000;
const HEIGHT = 28;
/** Machines beyond these share the last colour. */
const COLOURS = 5;

/** What the parts of one machine come to. */
interface MachineSum {
  id: string;
  name: string;
  done: number;
  encoding: number;
  fps: number;
}

/** The parts of a film along its length, by state and machine, and what each machine does. */
export function PartStrip({ job: { progress }, parts }: { job: Job; parts: JobPart[] }) {
  const seconds = Math.max(1, parts.at(-1)?.untilSeconds ?? 1);
  const machines = machinesOf(parts);
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const done = machines.reduce((sum, machine) => sum + machine.done, 0);
  const left = progress?.etaSeconds ?? null;
  const text = `${done} of ${count(total, "part")} done${left === null ? "" : `, ${duration(left)} left`}`;
  const colourOf = (id: string) => Math.min(COLOURS - 1, machines.findIndex((machine) => machine.id === id));
  const x = (at: number) => at / seconds * WIDTH;
  return (
    <figure class="part-strip">
      <figcaption class="small quiet">{text}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
        {parts.filter(({ state }) => state !== "waiting").map((part) => (
          <rect
            class="part"
            data-state={part.state}
            data-machine={colourOf(part.machine?.id ?? "")}
            x={x(part.fromSeconds).toFixed(1)}
            y={0}
            width={Math.max(1, x(part.untilSeconds) - x(part.fromSeconds)).toFixed(1)}
            height={HEIGHT}
          />
        ))}
      </svg>
      <ul class="part-legend small">
        {machines.map((machine) => (
          <li>
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <rect class="part" data-machine={colourOf(machine.id)} width={12} height={12} />
            </svg>
            <span>{machineText(machine)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** This machine first, the others in the order in which they come in the film. */
function machinesOf(parts: JobPart[]): MachineSum[] {
  const sums = new Map<string, MachineSum>();
  for (const { state, machine, count, fps } of parts) {
    if (state === "waiting") continue;
    const id = machine?.id ?? "";
    const sum = sums.get(id) ?? { id, name: machine?.name ?? "This machine", done: 0, encoding: 0, fps: 0 };
    sum[state] += count;
    sum.fps += fps ?? 0;
    sums.set(id, sum);
  }
  return [...sums.values()].sort((a, b) => Number(a.id !== "") - Number(b.id !== ""));
}

const machineText = ({ name, done, encoding, fps }: MachineSum): string =>
  [
    `${name}: ${count(done, "part")} done`,
    ...(encoding > 0 ? [`${encoding} being encoded at ${fpsText(fps)}`] : []),
  ].join(", ");
