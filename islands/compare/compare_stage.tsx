import { useEffect, useRef, useState } from "preact/hooks";
import { BlindBar } from "./blind_bar.tsx";
import {
  type BlindTest,
  type Clips,
  type FrameSource,
  hasFrame,
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
import { type StageActions, stageKey, stagePointer } from "./stage_input.ts";
import { useZoom } from "./use_zoom.ts";

export interface CompareStageProps {
  source: FrameSource;
  preview: Preview;
  left: Side;
  right: Side;
  place: Place;
  onPlace(place: Place): void;
}

type Motion = "stills" | "paused" | "playing";

/**
 * Two overlaid frames of the same time with divider, zoom, pan, flip, full screen, frame stepping and a blind test, for
 * previews and finished jobs.
 */
export function CompareStage(props: CompareStageProps) {
  const { source, preview, place, onPlace } = props;
  const [blind, setBlind] = useState<BlindTest>();
  const [left, right] = blind?.swapped ? [props.right, props.left] : [props.left, props.right];
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const dragged = useRef<Pan>(null);
  const [split, setSplit] = useState(50);
  const [isFlipped, setFlipped] = useState(false);
  const [motion, setMotion] = useState<Motion>("stills");
  /** Position from which the clips were requested. */
  const [from, setFrom] = useState(place);
  const zoom = useZoom(stage, preview);
  const address = (side: Side, beside: Side, at = place) => source.frame(side, at, beside, zoom.frameWidth);
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
  const clips = source.clips({ ...from, scene: place.scene }, [left, right]);
  const isMoving = motion !== "stills" && hasFrame(clips, place);
  const actions = {
    step: (by: number) => show(stepped(place, by, preview.scenes)),
    flip: setFlipped,
    worst: () => worst && show(worst),
    togglePlay() {
      if (!ready) return;
      if (!hasFrame(clips, place)) setFrom(place);
      setMotion(isMoving && motion === "playing" ? "paused" : "playing");
    },
    blind: () => setBlind(blind ? undefined : { swapped: Math.random() < 0.5 }),
    choose: (choice: "A" | "B") => blind && blind.choice === undefined && setBlind({ ...blind, choice }),
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
        <Panes
          {...props}
          {...{ left, right, blind, ready, clips, isFlipped, address }}
          motion={isMoving ? motion : "stills"}
          actions={actions}
          onEnd={() => setMotion("stills")}
        />
      </div>
      {blind && (
        <BlindBar
          test={blind}
          names={[sideName(preview, props.left), sideName(preview, props.right)]}
          onChoice={(choice) => setBlind({ ...blind, choice })}
          onEnd={() => setBlind(undefined)}
        />
      )}
      <CompareTools
        {...{ ready, split, isFlipped, zoom: zoom.zoom, hasWorst: worst !== undefined }}
        motion={isMoving ? motion : "stills"}
        isBlind={blind !== undefined}
        picture={blind ? undefined : source.picture?.(place)}
        onBlind={actions.blind}
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
  blind: BlindTest | undefined;
  ready: boolean;
  clips: Clips;
  motion: Motion;
  isFlipped: boolean;
  address(side: Side, beside: Side): string;
  actions: StageActions;
  onEnd(): void;
}

/** Both frames with their labels, as stills or playing. */
function Panes(
  { preview, left, right, blind, place, onPlace, ready, clips, motion, isFlipped, address, actions, onEnd }: PanesProps,
) {
  const [under, over] = isFlipped ? [right, left] : [left, right];
  // The names of the sides are hidden only until the user has chosen a side.
  const isHidden = blind !== undefined && blind.choice === undefined;
  const nameOf = (side: Side) => isHidden ? side === left ? "A" : "B" : sideName(preview, side);
  const altOf = (side: Side) => `${nameOf(side)} at ${placeText(preview, place)}`;
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
          key={`${place.scene} ${clips.first} ${left} ${right}`}
          clips={clips}
          title={preview.path.split("/").at(-1) ?? ""}
          sides={[left, right]}
          frame={place.frame - clips.first}
          frameRate={preview.frameRate}
          isPlaying={motion === "playing"}
          isFlipped={isFlipped}
          onFrame={(frame) => onPlace({ scene: place.scene, frame: clips.first + frame })}
          onToggle={actions.togglePlay}
          onStep={actions.step}
          onEnd={onEnd}
        >
          {stills}
        </MovingPanes>
      )}
      {ready && <div class="compare-handle" />}
      <span class="compare-tag" data-side="source">{nameOf(under)}</span>
      <span class="compare-tag" data-side="output">{nameOf(over)}</span>
    </>
  );
}
