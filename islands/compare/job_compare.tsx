import { useState } from "preact/hooks";
import { duration } from "../../lib/kit/format.ts";
import { lastSecond, movedBy } from "../frame_position.ts";
import { base } from "../call.ts";
import { type ComparedJob, type FrameSource, jobClips, type Place, previewOfJob, secondsAt } from "./compare_model.ts";
import { CompareStage } from "./compare_stage.tsx";

export interface JobCompareProps extends ComparedJob {
  /** Path of the job in the API. */
  job: string;
  /** Initial position in seconds. */
  moment?: number;
}

const STEP_SECONDS = 10;

/** Comparison of source and output of a finished job at any time of the video. */
export function JobCompare({ job, moment, ...compared }: JobCompareProps) {
  const { durationSeconds, frameRate } = compared;
  const preview = previewOfJob(compared);
  const frameOf = (seconds: number): Place => ({ scene: 0, frame: Math.floor(seconds * frameRate) });
  const [place, setPlace] = useState(frameOf(moment ?? Math.floor(durationSeconds / 3)));
  const at = secondsAt(preview, place);
  // The requested time is in the middle of the frame, so that rounding never selects an adjacent frame.
  const query = (to: Place) => `t=${(secondsAt(preview, to) + 0.5 / Math.max(1, frameRate)).toFixed(3)}`;
  const source: FrameSource = {
    frame: (side, to, _, width) =>
      `${base()}${job}/frame?which=${side === "source" ? "source" : "output"}&${query(to)}&w=${
        Math.min(width, MAX_WIDTH)
      }`,
    picture: (to) => `${base()}${job}/before-after.jpg?${query(to)}`,
    clips: (from) => jobClips({ base: base(), path: job, frameRate, total: preview.scenes[0]?.frames ?? 1 }, from),
  };
  const step = (by: number) => setPlace(frameOf(movedBy(Math.floor(at), by, durationSeconds)));
  return (
    <>
      <CompareStage {...{ source, preview, place }} left="source" right={0} onPlace={setPlace} />
      <div class="compare-controls">
        <label>
          {`Position: ${duration(Math.floor(at))} of ${duration(durationSeconds)}`}
          <input
            type="range"
            min={0}
            max={lastSecond(durationSeconds)}
            value={Math.floor(at)}
            onChange={(event) => setPlace(frameOf(Number(event.currentTarget.value)))}
          />
        </label>
        <div class="actions">
          <button type="button" onClick={() => step(-STEP_SECONDS)}>10 s back</button>
          <button type="button" onClick={() => step(STEP_SECONDS)}>10 s forward</button>
        </div>
      </div>
    </>
  );
}

/** Maximum width of the frames of a job, in pixels. Wider frames are not produced. */
const MAX_WIDTH = 1920;
