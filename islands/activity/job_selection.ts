import { bytes, count, estimatedTime, saving } from "../../lib/kit/format.ts";
import { call, errorText, toast, type Undo } from "../call.ts";
import { drawLater } from "../idle.ts";
import { ask } from "../shell/ask.ts";
import { type Figures, listRefusals, questionOf } from "./decisions.ts";
import { restoreSelected } from "./restore_selected.ts";

/** Response to a change of several jobs. */
interface Changed {
  changed: number;
  errors: { id: string; message: string }[];
}

/** Message shown after each action. */
const DONE: Record<string, string> = {
  cancel: "cancelled",
  remove: "removed",
  retry: "queued again",
  top: "moved to the top",
  bottom: "moved to the bottom",
  profile: "changed",
  "delete-encode": "changed: encodes moved to the recycle bin",
  "delete-original": "changed: originals deleted",
  "keep-both": "changed: both files kept",
};

/**
 * Selection of jobs in a list: single jobs, a range with Shift, a page, or the whole list. The selection is kept when
 * the list is redrawn or filtered, or the page changes.
 */
export function jobSelection(host: HTMLElement): void {
  const chosen = new Map<string, Figures>();
  let last: HTMLInputElement | undefined;

  const ticks = () => [...host.querySelectorAll<HTMLInputElement>('input[name="ids:texts"]')];
  const choose = (tick: HTMLInputElement, on: boolean) => {
    tick.checked = on;
    if (on) chosen.set(tick.value, figuresOf(tick));
    else chosen.delete(tick.value);
  };
  const show = () => {
    const all = ticks();
    for (const tick of all) tick.checked = chosen.has(tick.value);
    const page = host.querySelector<HTMLInputElement>("[data-all]");
    const ticked = all.filter((tick) => tick.checked).length;
    if (page !== null) {
      page.checked = ticked > 0 && ticked === all.length;
      page.indeterminate = ticked > 0 && ticked < all.length;
    }
    // Morphing removes attributes that the server did not render.
    host.dataset.scripted = "";
    drawBar(host, chosen);
  };

  host.addEventListener("click", ({ target, shiftKey }) => {
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLInputElement && target.name === "ids:texts") {
      const all = ticks();
      const [from, to] = [all.indexOf(last ?? target), all.indexOf(target)];
      const range = shiftKey && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [target];
      for (const tick of range) choose(tick, target.checked);
      last = target;
      show();
    } else if (target.closest("[data-clear]")) {
      chosen.clear();
      show();
    } else if (target.closest("[data-select-all]")) {
      chooseAll(host, chosen).then(show, (error) => toast(errorText(error), "bad"));
    }
  });
  host.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.hasAttribute("data-all")) return;
    drawLater(host);
    for (const tick of ticks()) choose(tick, target.checked);
    show();
  });
  host.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement) || !target.hasAttribute("data-figures")) return;
    event.preventDefault();
    if (!(submitter instanceof HTMLButtonElement)) return;
    if (submitter.value === "restore") void restoreSelected([...chosen.keys()]);
    else void change(target, submitter, chosen).then(show);
  });
  // The URL is updated, because a request that was queued behind a filter request still has the old URL and would draw
  // the old list.
  host.addEventListener("htmx:before:request", (event) => {
    const { request } = (event as CustomEvent<{ ctx: { request: { action: string } } }>).detail.ctx;
    if (event.target === host) request.action = host.getAttribute("hx-get") ?? "";
  });
  // Redrawn rows have no selected checkboxes.
  document.addEventListener("htmx:after:swap", () => host.isConnected && show());
  show();
}

const figuresOf = ({ dataset }: HTMLElement): Figures => ({
  bytes: Number(dataset.bytes ?? 0),
  expectedBytes: known(dataset.expected),
  expectedSeconds: known(dataset.seconds),
  encodeBytes: known(dataset.encode),
});

const known = (text: string | undefined): number | undefined => text === undefined ? text : Number(text);

function drawBar(host: HTMLElement, chosen: Map<string, Figures>): void {
  const bar = host.querySelector<HTMLElement>("[data-figures]");
  if (bar === null) return;
  bar.hidden = chosen.size === 0;
  const text = bar.querySelector("[data-count]");
  const sums = bar.querySelector("[data-sum]");
  if (text !== null) text.textContent = `${count(chosen.size, "job")} selected`;
  if (sums !== null) sums.textContent = sumText([...chosen.values()]);
}

/** Returns the sizes and times of the selection. Numbers stay on the same line as their units. */
function sumText(figures: Figures[]): string {
  const sum = sumOf(figures);
  const sizes = sum.expectedBytes === undefined
    ? bytes(sum.bytes)
    : `${bytes(sum.bytes)} → about ${bytes(sum.expectedBytes)} (${saving(sum.bytes, sum.expectedBytes)})`;
  return [sizes, sum.expectedSeconds === undefined ? "" : `about ${estimatedTime(sum.expectedSeconds)} of encoding`]
    .filter(Boolean).join(" · ").replaceAll(/(?<=\d) (?=\p{L}|%)/gu, "\u00a0");
}

/** Selects all jobs of the list, on all of its pages. */
async function chooseAll(host: HTMLElement, chosen: Map<string, Figures>): Promise<void> {
  const path = host.querySelector<HTMLElement>("[data-figures]")?.dataset.figures ?? "";
  const { total, jobs } = await call<{ total: number; jobs: (Figures & { id: string })[] }>(path);
  for (const { id, ...figures } of jobs) chosen.set(id, figures);
  if (total > jobs.length) {
    toast(`Only the first ${jobs.length} of ${total} jobs are selected, because this is the maximum for one change.`);
  }
}

/** Returns the action that undoes a cancellation. */
const queuedAgain = (ids: string[]): Undo => ({
  calls: [{ path: "/api/jobs/change", body: { ids, action: "retry" } }],
  done: `${count(ids.length, "job")} queued again, at the end of the queue.`,
});

async function change(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  chosen: Map<string, Figures>,
): Promise<void> {
  const profileId = form.querySelector("select")?.value ?? "";
  if (button.value === "profile" && profileId === "") {
    toast("Choose the new profile first.", "bad");
    form.querySelector("select")?.focus();
    return;
  }
  const question = questionOf(button.value, [...chosen.values()]);
  if (question !== undefined && !await ask({ text: question, action: button.textContent?.trim() ?? "" })) return;
  button.disabled = true;
  try {
    const ids = [...chosen.keys()];
    const { changed, errors } = await call<Changed>("/api/jobs/change", {
      method: "POST",
      body: { ids, action: button.value, ...(profileId === "" ? {} : { profileId }) },
    });
    const refused = new Set(errors.map(({ id }) => id));
    // Moved jobs stay selected, because the user may want to move them further.
    const stays = button.value === "top" || button.value === "bottom";
    if (!stays) { for (const id of ids) if (!refused.has(id)) chosen.delete(id); }
    const [first] = errors;
    if (changed > 0) {
      const did = button.value === "replace"
        ? `${count(changed, "encode")} will be compared, frame by frame, before the original is replaced.`
        : `${count(changed, "job")} ${DONE[button.value] ?? "changed"}.`;
      if (button.value === "cancel") toast(did, "plain", queuedAgain(ids.filter((id) => !refused.has(id))));
      else toast(did, "good");
    }
    if (errors.length > 1) listRefusals(errors.map(({ message }) => message));
    else if (first) toast(`1 job was not changed: ${first.message}`, "bad");
  } catch (error) {
    toast(errorText(error), "bad");
  } finally {
    button.disabled = false;
    document.body.dispatchEvent(new Event("lists"));
  }
}

/** Adds up a selection. A figure that is unknown for any job is undefined. Pure. */
export function sumOf(figures: readonly Figures[]): Omit<Figures, "encodeBytes"> {
  const sum = (part: keyof Figures): number | undefined => {
    let total = 0;
    for (const { [part]: value } of figures) {
      if (value === undefined) return undefined;
      total += value;
    }
    return total;
  };
  return {
    bytes: sum("bytes") ?? 0,
    expectedBytes: sum("expectedBytes"),
    expectedSeconds: sum("expectedSeconds"),
  };
}
