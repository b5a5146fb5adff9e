import { useEffect, useState } from "preact/hooks";
import { bytes, duration, saving } from "../../lib/kit/format.ts";
import { sizeText, timeSource, timeText } from "../../lib/ui/profiles/estimate_text.ts";
import { base, call, errorText } from "../call.ts";
import { CompareStage } from "./compare_stage.tsx";
import {
  frameAddress,
  type FrameSource,
  isReady,
  type Place,
  type Preview,
  previewClips,
  type PreviewRequest,
  type PreviewRun,
  type PreviewSide,
  scoreText,
  type Side,
} from "./compare_model.ts";
import { useRun } from "./use_run.ts";

export interface PreviewPanelProps {
  request: PreviewRequest;
}

/** Panel of a preview: its progress, its result, and the buttons that queue a job with one of the profiles. */
export function PreviewPanel({ request }: PreviewPanelProps) {
  const { run, error, cancel } = useRun<PreviewRun>("/api/preview", request);
  const percent = Math.round((run?.progress ?? 0) * 100);
  const isRunning = error === undefined && (run === undefined || run.status === "running");
  const measured = run?.status === "done" ? run.result : undefined;
  useEffect(() => {
    if (measured) announceMeasured(measured);
  }, [measured]);
  return (
    <div class="preview-panel">
      {error !== undefined && <p class="note" data-tone="bad" role="alert">{error}</p>}
      {run?.status === "failed" && <p class="note" data-tone="bad" role="alert">{run.error?.message ?? run.message}</p>}
      {isRunning && (
        <div class="preview-progress">
          <progress value={percent} max={100} aria-label={`Preview ${percent} % ready`} />
          <span class="quiet small">{run?.message ?? "Reading the file."}</span>
          <button type="button" onClick={cancel} disabled={run === undefined}>Cancel preview</button>
        </div>
      )}
      <p class="visually-hidden" role="status">{run && !isRunning ? ENDS[run.status] : ""}</p>
      {run?.status === "cancelled" && <p class="quiet small">The preview was cancelled. Finished scenes are kept.</p>}
      {run?.result?.errors.map(({ message }) => <p class="note" data-tone="warn">{message}</p>)}
      {run?.result && run.result.scenes.length > 0 && <Comparison id={run.id} preview={run.result} />}
    </div>
  );
}

/** Makes the profile cards show the sizes that the preview has measured. */
function announceMeasured({ sides }: Preview): void {
  for (const { profileId, estimate } of sides) {
    if (estimate.sampled) document.getElementById(`estimate-${profileId}`)?.dispatchEvent(new Event("measured"));
  }
}

const ENDS = { running: "", done: "The preview is ready.", failed: "", cancelled: "The preview was cancelled." };

function Comparison({ id, preview }: { id: string; preview: Preview }) {
  const [left, setLeft] = useState<Side>("source");
  const [right, setRight] = useState<Side>(0);
  const [place, setPlace] = useState<Place>({ scene: 0, frame: 0 });
  return (
    <>
      <div class="preview-sides">
        <SideChoice label="Left" preview={preview} value={left} onChange={setLeft} />
        <SideChoice label="Right" preview={preview} value={right} onChange={setRight} />
        <Scenes preview={preview} shown={[left, right]} place={place} onPlace={setPlace} />
      </div>
      <CompareStage
        source={framesOf(id, preview)}
        preview={preview}
        left={left}
        right={right}
        place={place}
        onPlace={setPlace}
      />
      <Results preview={preview} scene={place.scene} />
    </>
  );
}

/** Frames and clips of a preview. */
const framesOf = (id: string, { scenes }: Preview): FrameSource => ({
  frame: (side, place, beside, width) => frameAddress({ base: base(), id, width }, side, place, beside),
  clips: (from, sides) => previewClips({ base: base(), id, scenes }, from, sides),
});

interface SideChoiceProps {
  label: string;
  preview: Preview;
  value: Side;
  onChange(side: Side): void;
}

function SideChoice({ label, preview, value, onChange }: SideChoiceProps) {
  return (
    <label class="preview-side">
      {label}
      <select
        value={String(value)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === "source" ? "source" : Number(currentTarget.value))}
      >
        <option value="source">Source</option>
        {preview.sides.map(({ profileName }, i) => <option value={String(i)}>{profileName}</option>)}
      </select>
    </label>
  );
}

interface ScenesProps {
  preview: Preview;
  shown: Side[];
  place: Place;
  onPlace(place: Place): void;
}

/** Scenes by time. Those not encoded yet are marked as waiting. */
function Scenes({ preview, shown, place, onPlace }: ScenesProps) {
  return (
    <div class="preview-scenes" role="group" aria-label="Scenes">
      {preview.scenes.map(({ atSeconds, chosen }, scene) => (
        <button
          type="button"
          aria-pressed={scene === place.scene}
          disabled={!shown.every((side) => isReady(preview, side, scene))}
          onClick={() => onPlace({ scene, frame: 0 })}
        >
          {duration(atSeconds)}
          {chosen && <span class="visually-hidden">, the selected position</span>}
        </button>
      ))}
    </div>
  );
}

/** Size, time and score of each profile, with a button that queues it. */
function Results({ preview, scene }: { preview: Preview; scene: number }) {
  return (
    <div class="table-wrap">
      <table class="cards preview-results">
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <th scope="col" class="num">Whole file</th>
            <th scope="col" class="num">Time</th>
            <th scope="col" class="num">Score</th>
            <th scope="col" class="num">Lowest</th>
            <th scope="col" class="num">This scene</th>
            <th scope="col">
              <span class="visually-hidden">Queue</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td data-label="Profile">
              <strong>Source</strong>
            </td>
            <td data-label="Whole file" class="num">{bytes(preview.sourceBytes)}</td>
            <td class="num" />
            <td class="num" />
            <td class="num" />
            <td class="num" />
            <td />
          </tr>
          {preview.sides.map((side) => <ResultRow key={side.profileId} side={side} preview={preview} scene={scene} />)}
        </tbody>
      </table>
    </div>
  );
}

function ResultRow({ side, preview, scene }: { side: PreviewSide; preview: Preview; scene: number }) {
  const { estimate, metric } = side;
  const shown = side.scenes[scene];
  return (
    <tr>
      <td data-label="Profile">
        <strong>{side.profileName}</strong>
        <div class="quiet small">{side.copied ? "Video is copied" : side.video}</div>
      </td>
      <td data-label="Whole file" class="num">
        <span class="amount">{sizeText(estimate)}</span>
        {estimate.sampled && <div class="quiet small">measured</div>}
        <div class="quiet small">{saving(preview.sourceBytes, estimate.bytes)}</div>
      </td>
      <td data-label="Time" class="num">
        {timeText(estimate)}
        {estimate.encodeSeconds !== undefined && <div class="quiet small">{timeSource(estimate)}</div>}
      </td>
      <td data-label="Score" class="num">{scoreText(metric, side.score)}</td>
      <td data-label="Lowest" class="num">{scoreText(metric, side.worst?.score)}</td>
      <td data-label="This scene" class="num">
        {shown && shown.error === undefined ? bytes(shown.bytes) : shown?.error}
        {shown?.score !== undefined && <div class="quiet small">{scoreText(metric, shown.score)}</div>}
      </td>
      <td>
        <QueueButton side={side} path={preview.path} />
      </td>
    </tr>
  );
}

function QueueButton({ side, path }: { side: PreviewSide; path: string }) {
  const [error, setError] = useState<string>();
  const [isSent, setSent] = useState(false);
  const queue = () => {
    setSent(true);
    call("/api/jobs", { method: "POST", body: { profileId: side.profileId, source: { localPath: path } } })
      .then(() => location.href = `${base()}/activity`)
      .catch((thrown) => {
        setError(errorText(thrown));
        setSent(false);
      });
  };
  return (
    <>
      <button type="button" class="primary" disabled={isSent || side.estimate.nothingToDo} onClick={queue}>
        Queue<span class="visually-hidden">with {side.profileName}, from the preview</span>
      </button>
      {error !== undefined && <p class="small" role="alert">{error}</p>}
    </>
  );
}
