import type { Zoom } from "./compare_model.ts";

/** Properties of the tools below a comparison. */
export interface CompareToolsProps {
  /** True if the scene is available on both sides. */
  ready: boolean;
  motion: "stills" | "paused" | "playing";
  /** Displayed time as text. */
  moment: string;
  /** Position of the divider in percent from the left. */
  split: number;
  isFlipped: boolean;
  zoom: Zoom;
  hasWorst: boolean;
  isBlind: boolean;
  /** URL of an image with both sides. */
  picture: string | undefined;
  onBlind(): void;
  onSplit(split: number): void;
  onPlay(): void;
  onStills(): void;
  onStep(by: number): void;
  onFlip(isFlipped: boolean): void;
  onZoom(): void;
  onWorst(): void;
  onFullScreen(): void;
}

/** Buttons for all keyboard actions, and a list of the keys. */
export function CompareTools(props: CompareToolsProps) {
  const { ready, motion, moment, split, zoom, hasWorst, onStep } = props;
  return (
    <>
      <div class="preview-tools">
        <label class="preview-divider">
          Divider
          <input
            type="range"
            min={0}
            max={100}
            value={split}
            onInput={(e) => props.onSplit(Number(e.currentTarget.value))}
          />
        </label>
        <span class="actions">
          <button type="button" disabled={!ready} onClick={props.onPlay}>
            {motion === "playing" ? "Pause" : "Play"}
          </button>
          {motion !== "stills" && <button type="button" onClick={props.onStills}>Show stills</button>}
          <button type="button" aria-label="Previous frame" onClick={() => onStep(-1)}>←</button>
          <span class="small tabular" aria-live="off">{moment}</span>
          <button type="button" aria-label="Next frame" onClick={() => onStep(1)}>→</button>
          <FlipButton {...props} />
          <button type="button" onClick={props.onZoom}>{ZOOM_TEXT[zoom]}</button>
          <button type="button" disabled={!hasWorst} onClick={props.onWorst}>Worst moment</button>
          <button type="button" aria-pressed={props.isBlind} onClick={props.onBlind}>Blind test</button>
          <button type="button" onClick={props.onFullScreen}>Full screen</button>
          {props.picture && <a class="button" href={props.picture} download>Save before/after image</a>}
        </span>
      </div>
      <p id="preview-keys" class="quiet small preview-keys" data-keys={JSON.stringify(STAGE_KEYS)}>
        Keyboard shortcuts: Space plays or pauses, ← and → go one frame back or forward, hold F to flip, Z zooms, Shift
        and arrow keys move, W shows the worst moment, B starts a blind test (then 1 or 2), Enter toggles full screen.
      </p>
    </>
  );
}

/** Keys of the comparison, for the list of shortcuts. */
const STAGE_KEYS: [key: string, label: string][] = [
  ["Space", "Play or pause the scene"],
  ["← →", "One frame back or forward"],
  ["f", "Hold to flip the sides"],
  ["z", "Zoom"],
  ["w", "Worst moment"],
  ["b", "Blind test, then 1 or 2"],
  ["Enter", "Full screen"],
];

const ZOOM_TEXT: Record<Zoom, string> = { 0: "Zoom: fit", 1: "Zoom: 1:1", 2: "Zoom: 2×" };

/** Button that swaps the sides while it is held down with the pointer or a key. */
function FlipButton({ isFlipped, onFlip }: Pick<CompareToolsProps, "isFlipped" | "onFlip">) {
  const back = () => onFlip(false);
  return (
    <button
      type="button"
      aria-pressed={isFlipped}
      onPointerDown={() => onFlip(true)}
      onPointerUp={back}
      onPointerLeave={back}
      onPointerCancel={back}
      onKeyDown={({ key }) => (key === " " || key === "Enter") && onFlip(true)}
      onKeyUp={back}
      onBlur={back}
    >
      Hold to flip
    </button>
  );
}
