import { errorText, toast } from "../call.ts";
import { choose, type ChosenTitles, EVERY, isChosen, NONE } from "./chosen_titles.ts";
import { createListPieces, type ListPieces } from "./list_pieces.ts";
import { type ListShape, posterShape, tableShape, titleTop } from "./list_shape.ts";
import { keepPlace, type Place } from "./list_place.ts";
import type { Choice } from "../../lib/ui/choice_options.tsx";
import type { JobPace } from "../../lib/ui/profiles/estimate_text.ts";
import { whenSeen } from "../idle.ts";

/** Properties of the list, as rendered by the server. */
interface ListFacts {
  kind: string;
  one: string;
  many: string;
  isTable: boolean;
  /** True if the images are square. */
  square: boolean;
  total: number;
  /** Position of the first title, from the URL. */
  first: number;
  /** API query of the list. */
  list: unknown;
  profiles: Choice[];
  paces: JobPace[];
  profileId: string;
}

/** State of a list on the page. */
interface TitleList {
  host: HTMLElement;
  window: HTMLElement;
  facts: ListFacts;
  shape: ListShape;
  pieces: ListPieces;
  chosen: ChosenTitles;
  profileId: string;
  /**
   * True if the script of the selection bar may be loaded. It is loaded only after the first frame was painted, to
   * avoid delaying this frame.
   */
  hasBar: boolean;
  /** Checkbox that was last selected, as the start of a range. */
  anchor: number | undefined;
}

const POSTER_SIZE_KEY = "lathe-poster-size";
const USUAL_POSTER = 148;
const GAP = 16;

/**
 * Converts the server-rendered page of a list to the whole list, with one scroll area and a selection across all of it.
 */
export function titleList(host: HTMLElement): void {
  const window = host.querySelector<HTMLElement>(".title-window");
  const url = host.dataset.pieces;
  if (window === null || url === undefined) return;
  // The attribute that styles the list is set first. If the page were measured before, the browser would have to lay it
  // out twice.
  host.dataset.whole = "";
  const namesUrl = host.dataset.names;
  const facts = factsOf(host);
  const shape = shapeOf(facts, window);
  const state: TitleList = {
    ...{ host, window, facts, shape, chosen: NONE, profileId: facts.profileId, hasBar: false, anchor: undefined },
    pieces: createListPieces({
      ...{ window, url, shape },
      namesUrl,
      drawn: (piece) => showTicks(state, piece),
      failed: (error) => toast(errorText(error), "bad"),
    }),
  };
  // Browsers restore the earlier state of checkboxes on back navigation.
  showTicks(state, window);
  begin(state);
}

function factsOf({ dataset }: HTMLElement): ListFacts {
  return {
    kind: dataset.kind ?? "",
    one: dataset.one ?? "",
    many: dataset.many ?? "",
    square: dataset.square !== undefined,
    isTable: dataset.view === "table",
    total: Number(dataset.total),
    first: Number(dataset.first),
    list: JSON.parse(dataset.list ?? "{}"),
    profiles: JSON.parse(dataset.profiles ?? "[]"),
    paces: JSON.parse(dataset.paces ?? "[]"),
    profileId: dataset.profile ?? "",
  };
}

function shapeOf({ isTable, square, total }: ListFacts, window: HTMLElement): ListShape {
  const width = window.clientWidth;
  if (isTable) return tableShape(total, width < 700 ? 64 : 44);
  return posterShape(total, {
    width,
    least: width < 500 ? Math.min(posterSize(), 150) : posterSize(),
    gap: GAP,
    square,
  });
}

const posterSize = (): number => Number(localStorage.getItem(POSTER_SIZE_KEY)) || USUAL_POSTER;

function begin(state: TitleList): void {
  const { host, window, facts, pieces } = state;
  const place = keepPlace(facts.first === 0 ? undefined : facts.first);
  pieces.begin();
  if (place !== undefined) {
    goTo(state, place);
    pieces.draw();
  }
  whenSeen(() => {
    pieces.draw(true);
    state.hasBar = true;
    void drawBar(state);
  });
  const off = new AbortController();
  const { signal } = off;
  const ended = () => !host.isConnected && (off.abort(), observer.disconnect(), true);
  addEventListener("scroll", () => ended() || pieces.draw(), { passive: true, signal });
  const observer = new ResizeObserver(() => ended() || reshape(state));
  observer.observe(window);
  host.addEventListener("change", (event) => onTick(state, event), { signal });
  host.addEventListener("click", (event) => onClick(state, event), { signal });
  host.addEventListener("keydown", (event) => onKey(state, event), { signal });
  const size = document.querySelector<HTMLInputElement>("[data-poster-size]");
  if (size === null) return;
  size.value = String(posterSize());
  size.addEventListener("input", () => {
    localStorage.setItem(POSTER_SIZE_KEY, size.value);
    reshape(state);
  }, { signal });
}

function goTo({ window, shape }: TitleList, place: Place): void {
  const top = "scroll" in place
    ? place.scroll
    : window.getBoundingClientRect().top + scrollY + titleTop(shape, place.title) - 8;
  scrollTo({ top, behavior: "instant" });
}

/** Keeps the same titles in view when the width changes. */
function reshape(state: TitleList): void {
  const shape = shapeOf(state.facts, state.window);
  const { columns, rowHeight } = state.shape;
  if (shape.columns === columns && shape.rowHeight === rowHeight) return;
  const { top } = state.window.getBoundingClientRect();
  const seen = top < 0 ? Math.floor(-top / rowHeight) * columns : undefined;
  state.shape = shape;
  state.pieces.reshape(shape);
  if (seen !== undefined) goTo(state, { title: seen });
}

const titleOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
const idOf = (title: HTMLElement): string => title.dataset.id ?? "";
const placeOf = (title: HTMLElement): number => Number(title.dataset.place);

function showTicks({ chosen }: TitleList, root: ParentNode): void {
  for (const tick of root.querySelectorAll<HTMLInputElement>("[data-tick]")) {
    const title = titleOf(tick);
    if (title === null) continue;
    tick.checked = isChosen(chosen, idOf(title));
    title.toggleAttribute("data-chosen", tick.checked);
  }
}

function setChosen(state: TitleList, chosen: ChosenTitles): void {
  state.chosen = chosen;
  showTicks(state, state.window);
  if (state.hasBar) void drawBar(state);
}

function onTick(state: TitleList, { target }: Event): void {
  const title = titleOf(target);
  if (title === null || !(target instanceof HTMLInputElement) || target.dataset.tick === undefined) return;
  state.anchor = placeOf(title);
  setChosen(state, choose(state.chosen, [idOf(title)], target.checked));
}

/**
 * With Shift, selects everything from the checkbox that was last selected. Titles in between that are not rendered are
 * fetched.
 */
function onClick(state: TitleList, event: MouseEvent): void {
  const { target } = event;
  const letter = target instanceof Element ? target.closest<HTMLElement>("[data-offset]") : null;
  if (letter !== null) {
    event.preventDefault();
    goTo(state, { title: Number(letter.dataset.offset) });
    return;
  }
  const title = titleOf(target);
  const box = target instanceof Element ? target.closest("label")?.querySelector("[data-tick]") : null;
  if (title === null || !box || !event.shiftKey || state.anchor === undefined) return;
  event.preventDefault();
  const [from, to] = [state.anchor, placeOf(title)].sort((a, b) => a - b) as [number, number];
  void state.pieces.ids(from, to)
    // A checkbox whose click was prevented is reset after all listeners have run.
    .then((ids) => setTimeout(() => setChosen(state, choose(state.chosen, ids, true))))
    .catch((error) => toast(errorText(error), "bad"));
}

const STEPS: Record<string, (shape: ListShape) => number> = {
  ArrowRight: ({ columns }) => columns > 1 ? 1 : 0,
  ArrowLeft: ({ columns }) => columns > 1 ? -1 : 0,
  ArrowDown: ({ columns }) => columns,
  ArrowUp: ({ columns }) => -columns,
};

/** The arrow keys move between titles, `x` selects the focused title, and Escape clears the selection. */
function onKey(state: TitleList, event: KeyboardEvent): void {
  const title = titleOf(event.target);
  if (event.key === "Escape" && state.chosen !== NONE) return setChosen(state, NONE);
  if (title === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "x") {
    title.querySelector<HTMLInputElement>("[data-tick]")?.click();
    return;
  }
  const step = STEPS[event.key]?.(state.shape) ?? 0;
  if (step === 0) return;
  const next = state.window.querySelector<HTMLElement>(`[data-place="${placeOf(title) + step}"] [data-title]`);
  if (next === null) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

/** The script of the selection bar loads after the script of the list, which works without it. */
async function drawBar(state: TitleList): Promise<void> {
  const bar = state.host.querySelector<HTMLElement>("[data-bar]");
  if (bar === null) return;
  const { drawSelectionBar } = await import("../later.tsx");
  const { kind, one, many, total, list, profiles, paces } = state.facts;
  drawSelectionBar(bar, {
    ...{ kind, one, many, total, list, profiles, paces, chosen: state.chosen, profileId: state.profileId },
    onProfile: (id) => {
      state.profileId = id;
      void drawBar(state);
    },
    onAll: () => setChosen(state, EVERY),
    onClear: () => setChosen(state, NONE),
    onQueued: (queued) => setChosen(state, without(state.chosen, queued)),
  });
}

/** Returns the selection without the queued titles. Meanwhile, the user may have selected more titles. */
function without(chosen: ChosenTitles, queued: ChosenTitles): ChosenTitles {
  if (!queued.all) return choose(chosen, [...queued.ids], false);
  return choose(NONE, [...queued.except].filter((id) => isChosen(chosen, id)), true);
}
