import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { nextZoom, type Pan, panned, type Preview, type Zoom } from "./compare_model.ts";

const MIDDLE = { x: 0, y: 0 };
/** Maximum width of a frame, in pixels. Wider frames are not produced. */
const MAX_WIDTH = 3840;
const FIT_WIDTH = 1600;

/** Size of a stage's frames and their visible part. The style sheet reads both from the stage. */
export function useZoom(stage: RefObject<HTMLElement | null>, preview: Preview): ZoomState {
  const [zoom, setZoom] = useState<Zoom>(0);
  const [pan, setPan] = useState<Pan>(MIDDLE);
  const fullWidth = Math.min(MAX_WIDTH, preview.width);
  const width = zoom === 0 ? 0 : (fullWidth / (globalThis.devicePixelRatio || 1)) * zoom;
  const frameSize = { width, height: (width * preview.height) / Math.max(1, preview.width) };

  useEffect(() => {
    stage.current?.style.setProperty("--pan-x", `${pan.x}px`);
    stage.current?.style.setProperty("--pan-y", `${pan.y}px`);
    stage.current?.style.setProperty("--zoomed", `${width}px`);
  }, [pan, width]);

  return {
    zoom,
    frameWidth: zoom === 0 ? FIT_WIDTH : fullWidth,
    move(by) {
      const { width, height } = stage.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
      setPan((now) => panned(now, by, frameSize, { width, height }));
    },
    change() {
      setZoom(nextZoom(zoom));
      setPan(MIDDLE);
    },
  };
}

/** Zoom of a stage, and its actions. */
export interface ZoomState {
  zoom: Zoom;
  /** Width in pixels of the frames to request from the server. */
  frameWidth: number;
  move(by: Pan): void;
  /** Switches to the next zoom level and centers the frame. */
  change(): void;
}
