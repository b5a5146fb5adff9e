import { dividerAt } from "../frame_position.ts";
import type { Pan } from "./compare_model.ts";
import type { ZoomState } from "./use_zoom.ts";

const PAN_STEP = 60;

/** Actions of the keys in a comparison. */
export interface StageActions {
  step(by: number): void;
  flip(isFlipped: boolean): void;
  worst(): void;
  togglePlay(): void;
  fullScreen(): void;
  /** Starts or ends a blind test. */
  blind(): void;
  choose(choice: "A" | "B"): void;
}

/** Handles a key pressed in the stage. Other keys are left to the page. */
export function stageKey(event: KeyboardEvent, zoom: ZoomState, actions: StageActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys: Record<string, () => void> = event.shiftKey
    ? {
      ArrowLeft: () => zoom.move({ x: PAN_STEP, y: 0 }),
      ArrowRight: () => zoom.move({ x: -PAN_STEP, y: 0 }),
      ArrowUp: () => zoom.move({ x: 0, y: PAN_STEP }),
      ArrowDown: () => zoom.move({ x: 0, y: -PAN_STEP }),
    }
    : {
      ArrowLeft: () => actions.step(-1),
      ArrowRight: () => actions.step(1),
      z: zoom.change,
      f: () => actions.flip(true),
      w: actions.worst,
      b: actions.blind,
      1: () => actions.choose("A"),
      2: () => actions.choose("B"),
      " ": actions.togglePlay,
      Enter: actions.fullScreen,
    };
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Moves the divider with the pointer, or the frame if it is zoomed. `dragged` is the last position of the pointer. */
export function stagePointer(
  event: PointerEvent,
  stage: HTMLElement | null,
  { zoom, dragged, onSplit }: { zoom: ZoomState; dragged: { current: Pan | null }; onSplit(split: number): void },
): void {
  if (event.buttons !== 1 || stage === null) {
    dragged.current = null;
    return;
  }
  const at = { x: event.clientX, y: event.clientY };
  if (zoom.zoom === 0) onSplit(dividerAt(event.clientX, stage.getBoundingClientRect()));
  else if (dragged.current) zoom.move({ x: at.x - dragged.current.x, y: at.y - dragged.current.y });
  dragged.current = at;
}
