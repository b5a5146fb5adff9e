import { useEffect, useRef, useState } from "preact/hooks";
import { duration } from "../../lib/kit/format.ts";
import { base } from "../call.ts";
import { dividerAt } from "../frame_position.ts";
import { MovingPanes } from "./moving_panes.tsx";
import {
  frameAddress,
  isReady,
  nextZoom,
  type Pan,
  panned,
  type Place,
  type Preview,
  type Side,
  stepped,
  worstOf,
  type Zoom,
} from "./compare_model.ts";

export interface CompareStageProps {
  id: string;
  preview: Preview;
  left: Side;
  right: Side;
  place: Place;
  onPlace(place: Place): void;
}

const PAN_STEP = 60;
const MIDDLE = { x: 0, y: 0 };

/** Two pictures of the same moment one over the other: divider, zoom, pan, flip, full screen, frame by frame. */
export function CompareStage({ id, preview, left, right, place, onPlace }: CompareStageProps) {
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState(50);
  const [zoom, setZoom] = useState<Zoom>(0);
  const [pan, setPan] = useState<Pan>(MIDDLE);
  const [isFlipped, setFlipped] = useState(false);
  const [motion, setMotion] = useState<"stills" | "paused" | "playing">("stills");
  const dragged = useRef<Pan | undefined>(undefined);
  const ratio = globalThis.devicePixelRatio || 1;
  const shownWidth = zoom === 0 ? 0 : (Math.min(3840, preview.width) / ratio) * zoom;
  const picture = { width: shownWidth, height: (shownWidth * preview.height) / Math.max(1, preview.width) };
  const [under, over] = isFlipped ? [right, left] : [left, right];
  const from = { base: base(), id, width: zoom === 0 ? 1600 : Math.min(3840, preview.width) };
  const address = (side: Side, beside: Side, at = place) => frameAddress(from, side, at, beside);
  const ready = isReady(preview, left, place.scene) && isReady(preview, right, place.scene);

  useEffect(() => stage.current?.style.setProperty("--split", `${split}%`), [split]);
  useEffect(() => {
    stage.current?.style.setProperty("--pan-x", `${pan.x}px`);
    stage.current?.style.setProperty("--pan-y", `${pan.y}px`);
    stage.current?.style.setProperty("--zoomed", `${shownWidth}px`);
  }, [pan, shownWidth]);
  useEffect(() => {
    if (!ready || motion !== "stills") return;
    // The next picture is there when it is asked for.
    const next = stepped(place, 1, preview.scenes);
    if (next.scene === place.scene) {
      for (const side of [left, right]) new Image().src = address(side, side === left ? right : left, next);
    }
  }, [place, left, right, zoom, ready, motion]);

  const show = (to: Place) => {
    if (motion === "playing") setMotion("paused");
    onPlace(to);
  };
  const step = (by: number) => show(stepped(place, by, preview.scenes));
  const togglePlay = () => ready && setMotion(motion === "playing" ? "paused" : "playing");
  const move = (by: Pan) => {
    const { width, height } = stage.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
    setPan((now) => panned(now, by, picture, { width, height }));
  };
  const changeZoom = () => {
    setZoom(nextZoom(zoom));
    setPan(MIDDLE);
  };
  const worst = worstOf(preview, [left, right]);
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else box.current?.requestFullscreen().catch(() => {});
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = event.shiftKey
      ? {
        ArrowLeft: () => move({ x: PAN_STEP, y: 0 }),
        ArrowRight: () => move({ x: -PAN_STEP, y: 0 }),
        ArrowUp: () => move({ x: 0, y: PAN_STEP }),
        ArrowDown: () => move({ x: 0, y: -PAN_STEP }),
      }
      : {
        ArrowLeft: () => step(-1),
        ArrowRight: () => step(1),
        z: changeZoom,
        f: () => setFlipped(true),
        w: () => worst && show(worst),
        " ": togglePlay,
        Enter: fullScreen,
      };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPointer = (event: PointerEvent) => {
    if (event.buttons !== 1 || stage.current === null) {
      dragged.current = undefined;
      return;
    }
    const at = { x: event.clientX, y: event.clientY };
    if (zoom === 0) setSplit(dividerAt(event.clientX, stage.current.getBoundingClientRect()));
    else if (dragged.current) move({ x: at.x - dragged.current.x, y: at.y - dragged.current.y });
    dragged.current = at;
  };
  const stills = (
    <>
      <div class="preview-pane">
        <img src={address(under, over)} alt={altOf(preview, under, place)} draggable={false} />
      </div>
      <div class="preview-pane compare-after">
        <img src={address(over, under)} alt={altOf(preview, over, place)} draggable={false} />
      </div>
    </>
  );
  return (
    <div class="preview-box" ref={box}>
      <div
        class="compare preview-stage"
        ref={stage}
        role="group"
        tabIndex={0}
        aria-label="Comparison"
        aria-describedby="preview-keys"
        data-zoomed={String(zoom > 0)}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => key === "f" && setFlipped(false)}
        onBlur={() => setFlipped(false)}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        {ready
          ? (
            <>
              {motion === "stills" ? stills : (
                <MovingPanes
                  key={`${place.scene} ${left} ${right}`}
                  id={id}
                  scene={place.scene}
                  sides={[left, right]}
                  frame={place.frame}
                  frames={preview.scenes[place.scene]?.frames ?? 1}
                  frameRate={preview.frameRate}
                  isPlaying={motion === "playing"}
                  isFlipped={isFlipped}
                  onFrame={(frame) => onPlace({ scene: place.scene, frame })}
                  onEnd={() => setMotion("stills")}
                >
                  {stills}
                </MovingPanes>
              )}
              <div class="compare-handle" />
            </>
          )
          : <p class="preview-wait">This scene is not encoded yet.</p>}
        <span class="compare-tag" data-side="source">{nameOf(preview, under)}</span>
        <span class="compare-tag" data-side="output">{nameOf(preview, over)}</span>
      </div>
      <div class="preview-tools">
        <label class="preview-divider">
          Divider
          <input
            type="range"
            min={0}
            max={100}
            value={split}
            onInput={(e) => setSplit(Number(e.currentTarget.value))}
          />
        </label>
        <span class="actions">
          <button type="button" disabled={!ready} onClick={togglePlay}>
            {motion === "playing" ? "Pause" : "Play"}
          </button>
          {motion !== "stills" && <button type="button" onClick={() => setMotion("stills")}>Show stills</button>}
          <button type="button" aria-label="One picture back" onClick={() => step(-1)}>←</button>
          <span class="small tabular" aria-live="off">{momentText(preview, place)}</span>
          <button type="button" aria-label="One picture on" onClick={() => step(1)}>→</button>
          <button
            type="button"
            aria-pressed={isFlipped}
            onPointerDown={() => setFlipped(true)}
            onPointerUp={() => setFlipped(false)}
            onPointerLeave={() => setFlipped(false)}
            onPointerCancel={() => setFlipped(false)}
            onKeyDown={({ key }) => (key === " " || key === "Enter") && setFlipped(true)}
            onKeyUp={() => setFlipped(false)}
            onBlur={() => setFlipped(false)}
          >
            Hold to flip
          </button>
          <button type="button" onClick={changeZoom}>{ZOOM_TEXT[zoom]}</button>
          <button type="button" disabled={worst === undefined} onClick={() => worst && show(worst)}>
            Worst moment
          </button>
          <button type="button" onClick={fullScreen}>Full screen</button>
        </span>
      </div>
      <p id="preview-keys" class="quiet small preview-keys">
        Keys in the picture: Space plays, ← → one picture, F held flips, Z zooms, Shift and arrows move, W worst moment,
        Enter full screen.
      </p>
    </div>
  );
}

const ZOOM_TEXT: Record<Zoom, string> = { 0: "Zoom: fit", 1: "Zoom: 1:1", 2: "Zoom: 2×" };

const nameOf = ({ sides }: Preview, side: Side): string =>
  side === "source" ? "Source" : sides[side]?.profileName ?? "";

const altOf = (preview: Preview, side: Side, place: Place): string =>
  `${nameOf(preview, side)} at ${momentText(preview, place)}`;

function momentText({ scenes }: Preview, { scene, frame }: Place): string {
  const at = scenes[scene];
  return `${duration(at?.atSeconds ?? 0)}, picture ${frame + 1} of ${at?.frames ?? 1}`;
}
