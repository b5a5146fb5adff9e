import { useEffect, useRef, useState } from "preact/hooks";
import { duration } from "../lib/kit/format.ts";

export interface FrameCompareProps {
  /** Address of the frame endpoint without its query. */
  frames: string;
  durationSeconds: number;
}

const STEP_SECONDS = 10;

/** Source and output frame at the same time, one over the other, with a divider to drag and a timeline. */
export function FrameCompare({ frames, durationSeconds }: FrameCompareProps) {
  const [seconds, setSeconds] = useState(Math.floor(durationSeconds / 3));
  const [split, setSplit] = useState(50);
  const [failed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const last = Math.max(0, Math.floor(durationSeconds) - 1);
  const address = (which: "source" | "output") => `${frames}?which=${which}&t=${seconds}&w=1280`;
  const jump = (by: number) => setSeconds((at) => Math.min(last, Math.max(0, at + by)));

  useEffect(() => box.current?.style.setProperty("--split", `${split}%`), [split]);
  useEffect(() => setFailed(false), [seconds]);

  const follow = (event: PointerEvent) => {
    if (event.buttons !== 1 || box.current === null) return;
    const { left, width } = box.current.getBoundingClientRect();
    setSplit(Math.round(Math.min(100, Math.max(0, (event.clientX - left) / width * 100))));
  };

  return (
    <div>
      <div class="compare" ref={box} onPointerDown={follow} onPointerMove={follow}>
        <img
          src={address("source")}
          alt={`Source at ${duration(seconds)}`}
          draggable={false}
          onError={() => setFailed(true)}
        />
        <img
          class="compare-after"
          src={address("output")}
          alt={`Output at ${duration(seconds)}`}
          draggable={false}
          onError={() => setFailed(true)}
        />
        <div class="compare-handle" />
        <span class="compare-tag" data-side="source">Source</span>
        <span class="compare-tag" data-side="output">Output</span>
      </div>
      {failed && <p class="quiet small" role="status">A frame could not be read here; try another moment.</p>}
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
        <label>
          {`Moment: ${duration(seconds)} of ${duration(durationSeconds)}`}
          <input
            type="range"
            min={0}
            max={last}
            value={seconds}
            onChange={(e) => setSeconds(Number(e.currentTarget.value))}
          />
        </label>
        <div class="actions">
          <button type="button" onClick={() => jump(-STEP_SECONDS)}>10 s back</button>
          <button type="button" onClick={() => jump(-1)}>1 s back</button>
          <button type="button" onClick={() => jump(1)}>1 s on</button>
          <button type="button" onClick={() => jump(STEP_SECONDS)}>10 s on</button>
        </div>
      </div>
    </div>
  );
}
