import { useEffect, useRef, useState } from "preact/hooks";
import { duration } from "../lib/kit/format.ts";
import { dividerAt, lastSecond, movedBy } from "./frame_position.ts";

export interface FrameCompareProps {
  /** URL of the frame endpoint without its query. */
  frames: string;
  durationSeconds: number;
}

const STEP_SECONDS = 10;

/** Overlaid frames of source and output at the same time, with a draggable divider and a timeline. */
export function FrameCompare({ frames, durationSeconds }: FrameCompareProps) {
  const [seconds, setSeconds] = useState(Math.floor(durationSeconds / 3));
  const [split, setSplit] = useState(50);
  const [failed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.style.setProperty("--split", `${split}%`), [split]);
  useEffect(() => setFailed(false), [seconds]);

  const follow = (event: PointerEvent) => {
    if (event.buttons !== 1 || box.current === null) return;
    setSplit(dividerAt(event.clientX, box.current.getBoundingClientRect()));
  };

  return (
    <div>
      <div class="compare" ref={box} onPointerDown={follow} onPointerMove={follow}>
        <Frame frames={frames} which="source" seconds={seconds} onError={() => setFailed(true)} />
        <Frame frames={frames} which="output" seconds={seconds} onError={() => setFailed(true)} />
        <div class="compare-handle" />
        <span class="compare-tag" data-side="source">Source</span>
        <span class="compare-tag" data-side="output">Output</span>
      </div>
      {failed && <p class="quiet small" role="status">This frame could not be read; try another position.</p>}
      <div class="compare-controls">
        <label>
          Divider
          <input
            type="range"
            min={0}
            max={100}
            value={split}
            onInput={(e) => setSplit(Number(e.currentTarget.value))}
          />
        </label>
        <Timeline seconds={seconds} durationSeconds={durationSeconds} onChange={setSeconds} />
      </div>
    </div>
  );
}

interface FrameProps {
  frames: string;
  which: "source" | "output";
  seconds: number;
  onError(): void;
}

function Frame({ frames, which, seconds, onError }: FrameProps) {
  return (
    <img
      class={which === "output" ? "compare-after" : undefined}
      src={`${frames}?which=${which}&t=${seconds}&w=1280`}
      alt={`${which === "source" ? "Source" : "Output"} at ${duration(seconds)}`}
      draggable={false}
      onError={onError}
    />
  );
}

interface TimelineProps {
  seconds: number;
  durationSeconds: number;
  onChange(change: (seconds: number) => number): void;
}

/** Current time, and buttons that step forward and back. */
function Timeline({ seconds, durationSeconds, onChange }: TimelineProps) {
  const step = (by: number) => onChange((at) => movedBy(at, by, durationSeconds));
  return (
    <>
      <label>
        {`Moment: ${duration(seconds)} of ${duration(durationSeconds)}`}
        <input
          type="range"
          min={0}
          max={lastSecond(durationSeconds)}
          value={seconds}
          onChange={(e) => {
            const chosen = Number(e.currentTarget.value);
            onChange(() => chosen);
          }}
        />
      </label>
      <div class="actions">
        <button type="button" onClick={() => step(-STEP_SECONDS)}>10 s back</button>
        <button type="button" onClick={() => step(-1)}>1 s back</button>
        <button type="button" onClick={() => step(1)}>1 s forward</button>
        <button type="button" onClick={() => step(STEP_SECONDS)}>10 s forward</button>
      </div>
    </>
  );
}
