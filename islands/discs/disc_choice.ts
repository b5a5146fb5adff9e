import { sameChoice } from "../../lib/discs/choose/same_choice.ts";

type Tracks = Parameters<typeof sameChoice>[0];

const NUMBERS = "episodeMap";

/**
 * Form for the titles of a disc. *Apply to all titles* selects the same languages and track types in every other title.
 * Episode numbers are sent only if the user entered one. Otherwise the server numbers the selected titles.
 */
export function discChoice(form: HTMLElement): void {
  let isNumbered = form.dataset.numbers === "user";
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name.startsWith(NUMBERS)) isNumbered = true;
  });
  form.addEventListener("htmx:config:request", (event) => {
    const body = (event as CustomEvent<{ ctx?: { request?: { body?: unknown } } }>).detail.ctx?.request?.body;
    if (isNumbered || !(body instanceof FormData)) return;
    for (const name of [...body.keys()]) if (name.startsWith(NUMBERS)) body.delete(name);
  });
  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-apply-tracks]") : null;
    const from = button?.closest<HTMLElement>("[data-tracks]");
    if (!from) return;
    const tracks = tracksOf(from);
    const chosen = boxesOf(from).filter(({ checked }) => checked).map(({ value }) => Number(value));
    for (const to of form.querySelectorAll(`[data-tracks="${from.dataset.tracks}"]`)) {
      if (to === from) continue;
      const same = sameChoice(tracks, chosen, tracksOf(to));
      // A title without matching tracks keeps its selection.
      if (same.length === 0 && chosen.length > 0) continue;
      for (const box of boxesOf(to)) box.checked = same.includes(Number(box.value));
    }
    form.dispatchEvent(new Event("change"));
  });
}

const boxesOf = (group: Element): HTMLInputElement[] => [
  ...group.querySelectorAll<HTMLInputElement>("input[data-track]"),
];

const tracksOf = (group: Element): Tracks => boxesOf(group).map((box) => JSON.parse(box.dataset.track ?? "{}"));
