import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Clips, type ClipsRun, frameAt, middleOf, type Side, speedOf } from "./compare_model.ts";
import { useMediaSession } from "./use_media_session.ts";
import { useRun } from "./use_run.ts";

export interface MovingPanesProps {
  clips: Clips;
  /** Name of the file, for the media controls of a phone. */
  title: string;
  sides: [left: Side, right: Side];
  /** Current frame in the clips. */
  frame: number;
  frameRate: number;
  isPlaying: boolean;
  isFlipped: boolean;
  /** Called with each displayed frame while the scene plays. */
  onFrame(frame: number): void;
  onToggle(): void;
  onStep(by: number): void;
  /** Returns to stills. */
  onEnd(): void;
  /** Stills shown until the videos can play. */
  children: ComponentChildren;
}

/** Both sides of a scene as synchronized, looping videos, which are encoded on request. */
export function MovingPanes({ children, ...props }: MovingPanesProps) {
  const { clips, title, isPlaying, onEnd, onToggle, onStep } = props;
  useMediaSession({ title, isPlaying, onToggle, onStep });
  const { run, error } = useRun<ClipsRun>(clips.path, clips.request);
  const [isRefused, setRefused] = useState(false);
  const percent = Math.round((run?.progress ?? 0) * 100);
  const problem = error ?? run?.error?.message ??
    (isRefused ? "This browser cannot play the scene. Compare still frames instead." : undefined);
  if (run?.status === "done" && !problem) return <Videos {...props} onRefused={() => setRefused(true)} />;
  return (
    <>
      {children}
      <div class="preview-clips" onPointerDown={(event) => event.stopPropagation()}>
        {problem === undefined
          ? (
            <>
              <progress value={percent} max={100} aria-label={`Playable scene ${percent} % ready`} />
              <span class="small" role="status">Preparing the scene for playback …</span>
            </>
          )
          : <span class="small" role="alert">{problem}</span>}
        <button type="button" class="small" onClick={onEnd}>{problem === undefined ? "Cancel" : "Close"}</button>
      </div>
    </>
  );
}

function Videos(
  { clips, sides, frame, frameRate, isPlaying, isFlipped, onFrame, onRefused }:
    & Omit<MovingPanesProps, "title" | "onToggle" | "onStep" | "onEnd" | "children">
    & { onRefused(): void },
) {
  const { frames } = clips;
  const left = useRef<HTMLVideoElement>(null);
  const right = useRef<HTMLVideoElement>(null);
  const both = () => [left.current, right.current].filter((video) => video !== null);
  const seek = (to: number) => {
    for (const video of both()) video.currentTime = middleOf(to, frameRate);
  };
  useEffect(() => {
    if (!isPlaying) seek(frame);
  }, [frame, isPlaying]);
  useEffect(() => {
    const [leader, follower] = both();
    if (!isPlaying || !leader || !follower) return;
    let animationFrame = 0;
    let lastFrame = frame;
    const syncVideos = () => {
      follower.playbackRate = speedOf(follower.currentTime - leader.currentTime);
      const shown = frameAt(leader.currentTime, frameRate, frames);
      if (shown !== lastFrame) onFrame(shown);
      lastFrame = shown;
      animationFrame = requestAnimationFrame(syncVideos);
    };
    const again = () => {
      seek(0);
      play();
    };
    const play = () => Promise.all(both().map((video) => video.play())).catch(() => {});
    leader.addEventListener("ended", again);
    seek(frame + 1 < frames ? frame : 0);
    play();
    syncVideos();
    return () => {
      cancelAnimationFrame(animationFrame);
      leader.removeEventListener("ended", again);
      for (const video of both()) video.pause();
      follower.playbackRate = 1;
    };
  }, [isPlaying]);
  const pane = (at: 0 | 1) => (
    <div class={`preview-pane${(at === 1) === isFlipped ? "" : " compare-after"}`}>
      <video
        ref={at === 0 ? left : right}
        src={clips.address(sides[at], sides[1 - at] ?? sides[at])}
        muted
        playsInline
        preload="auto"
        aria-hidden="true"
        onError={onRefused}
      />
    </div>
  );
  return (
    <>
      {pane(0)}
      {pane(1)}
    </>
  );
}
