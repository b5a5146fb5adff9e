import { useEffect, useRef, useState } from "preact/hooks";
import { base } from "../call.ts";
import {
  frameAddress,
  isReady,
  type Pan,
  type Place,
  placeText,
  type Preview,
  type Side,
  sideName,
  stepped,
  worstOf,
} from "./compare_model.ts";
import { CompareTools } from "./compare_tools.tsx";
import { MovingPanes } from "./moving_panes.tsx";
import { stageKey, stagePointer } from "./stage_input.ts";
import { useZoom } from "./use_zoom.ts";

export interface CompareStageProps {
  id: string;
  preview: Preview;
  left: Side;
  right: Side;
  place: Place;
  onPlace(place: Place): void;
}

type Motion = "stills" | "paused" | "playing";

/** Two overlaid frames of the same time with divider, zoom, pan, flip, full screen and frame stepping. */
export function CompareStage(props: CompareStageProps) {
  const { id, preview, left, right, place, onPlace } = props;
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const dragged = useRef<Pan>(null);
  const [split, setSplit] = useState(50);
  const [isFlipped, setFlipped] = useState(false);
  const [motion, setMotion] = useState<Motion>("stills");
  const zoom = useZoom(stage, preview);
  const address = (side: Side, beside: Side, at = place) =>
    frameAddress({ base: base(), id, width: zoom.frameWidth }, side, at, beside);
  const ready = isReady(preview, left, place.scene) && isReady(preview, right, place.scene);

  useEffect(() => stage.current?.style.setProperty("--split", `${split}%`), [split]);
  useEffect(() => {
    if (!ready || motion !== "stills") return;
    // Preloads the next frame.
    const next = stepped(place, 1, preview.scenes);
    if (next.scene === place.scene) {
      for (const side of [left, right]) new Image().src = address(side, side === left ? right : left, next);
    }
  }, [place, left, right, zoom.zoom, ready, motion]);

  const show = (to: Place) => {
    if (motion === "playing") setMotion("paused");
    onPlace(to);
  };
  const worst = worstOf(preview, [left, right]);
  const actions = {
    step: (by: number) => show(stepped(place, by, preview.scenes)),
    flip: setFlipped,
    worst: () => worst && show(worst),
    togglePlay: () => ready && setMotion(motion === "playing" ? "paused" : "playing"),
    fullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else box.current?.requestFullscreen().catch(() => {});
    },
  };
  const onPointer = (event: PointerEvent) => stagePointer(event, stage.current, { zoom, dragged, onSplit: setSplit });
  return (
    <div class="preview-box" ref={box}>
      <div
        class="compare preview-stage"
        ref={stage}
        role="group"
        tabIndex={0}
        aria-label="Comparison"
        aria-describedby="preview-keys"
        data-zoomed={String(zoom.zoom > 0)}
        onKeyDown={(event) => stageKey(event, zoom, actions)}
        onKeyUp={({ key }) => key === "f" && setFlipped(false)}
        onBlur={() => setFlipped(false)}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        <Panes {...props} {...{ ready, motion, isFlipped, address }} onEnd={() => setMotion("stills")} />
      </div>
      <CompareTools
        {...{ ready, motion, split, isFlipped, zoom: zoom.zoom, hasWorst: worst !== undefined }}
        moment={placeText(preview, place)}
        onSplit={setSplit}
        onPlay={actions.togglePlay}
        onStills={() => setMotion("stills")}
        onStep={actions.step}
        onFlip={setFlipped}
        onZoom={zoom.change}
        onWorst={actions.worst}
        onFullScreen={actions.fullScreen}
      />
    </div>
  );
}

interface PanesProps extends CompareStageProps {
  ready: boolean;
  motion: Motion;
  isFlipped: boolean;
  address(side: Side, beside: Side): string;
  onEnd(): void;
}

/** Both frames with their labels, as stills or playing. */
function Panes({ id, preview, left, right, place, onPlace, ready, motion, isFlipped, address, onEnd }: PanesProps) {
  const [under, over] = isFlipped ? [right, left] : [left, right];
  const altOf = (side: Side) => `${sideName(preview, side)} at ${placeText(preview, place)}`;
  const stills = (
    <>
      <div class="preview-pane">
        <img src={address(under, over)} alt={altOf(under)} draggable={false} />
      </div>
      <div class="preview-pane compare-after">
        <img src={address(over, under)} alt={altOf(over)} draggable={false} />
      </div>
    </>
  );
  return (
    <>
      {!ready && <p class="preview-wait">This scene is not encoded yet.</p>}
      {ready && motion === "stills" && stills}
      {ready && motion !== "stills" && (
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
          onEnd={onEnd}
        >
          {stills}
        </MovingPanes>
      )}
      {ready && <div class="compare-handle" />}
      <span class="compare-tag" data-side="source">{sideName(preview, under)}</span>
      <span class="compare-tag" data-side="output">{sideName(preview, over)}</span>
    </>
  );
}
