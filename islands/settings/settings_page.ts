import { type SavedFields, savedFields, valueAt } from "./saved_fields.ts";
import { h, render } from "preact";
import { count } from "../../lib/kit/format.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { refusalText } from "../call.ts";

const REMEMBERED = "lathe-settings-advanced";

/** Settings pages: shows advanced settings, tests input, counts changes, and updates the page after saving. */
export function settingsPage(host: HTMLElement): void {
  const form = host.querySelector<HTMLFormElement>("#settings-form");
  const all = host.querySelector<HTMLInputElement>("#show-advanced");
  if (form === null || all === null) return;
  const remember = () => localStorage.setItem(REMEMBERED, all.checked ? "yes" : "no");
  // If the user enabled the advanced settings before this script was loaded, this choice is stored.
  if (all.checked) remember();
  else all.checked = localStorage.getItem(REMEMBERED) === "yes";
  all.addEventListener("change", remember);
  /** Shows a field that is hidden because it is advanced or its feature is disabled. */
  const uncover = (element: Element) => {
    if (element.closest(".advanced") !== null) all.checked = true;
    for (let at = element.closest(".feature-details"); at; at = at.parentElement?.closest(".feature-details") ?? null) {
      at.toggleAttribute("data-uncovered", true);
    }
  };
  const followHash = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null || !host.contains(target)) return;
    uncover(target);
    const isControl = target.matches("input, select, textarea");
    target.scrollIntoView({ block: isControl ? "center" : "start" });
    if (isControl) target.focus({ preventScroll: true });
  };
  addEventListener("hashchange", followHash);
  for (const refused of ["invalid", "lathe:refused"]) {
    form.addEventListener(refused, ({ target }) => target instanceof Element && uncover(target), true);
  }
  form.addEventListener("lathe:saved", (event) => follow(host, (event as CustomEvent).detail));
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) showKind(target);
  });
  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-try]") : null;
    if (button !== null && button.ariaDisabled !== "true") tryOut(form, button);
  });
  addResetButtons(form);
  dirtyBar(form, savedFields(form));
  followHash();
}

/**
 * Script of the settings overview. Redirects old URLs, from when all settings were on one page, to the page of their
 * section.
 */
export function settingsOverview(host: HTMLElement): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  if (anchor === "") return;
  const page = [...host.querySelectorAll<HTMLAnchorElement>("a[data-sections]")]
    .find(({ dataset }) => dataset.sections?.split(" ").includes(anchor));
  if (page !== undefined) location.replace(`${page.href}#${anchor}`);
}

/** Shows the fields for a kind of target, with their labels. */
function showKind(select: HTMLSelectElement): void {
  for (const part of select.closest(".row")?.querySelectorAll<HTMLElement>("[data-kinds]") ?? []) {
    part.hidden = !(part.dataset.kinds ?? "").split(" ").includes(select.value);
  }
}

/** Shows and hides elements that depend on a setting. */
function follow(host: HTMLElement, saved: unknown): void {
  for (const part of host.querySelectorAll<HTMLElement>("[data-when]")) {
    part.hidden = valueAt(saved, part.dataset.when ?? "") !== true;
  }
}

/** Shows a reset button next to each field that differs from its default. */
export function addResetButtons(form: HTMLFormElement): void {
  const draw = (field: Element) => {
    const note = field.querySelector<HTMLElement>(":scope > .default-note");
    const control = controlOf(field);
    if (note && control) note.hidden = valueOf(control) === (note.dataset.standard ?? "");
  };
  const onChange = ({ target }: Event) => {
    const field = target instanceof Element ? target.closest(".field") : null;
    if (field) draw(field);
  };
  form.addEventListener("input", onChange);
  form.addEventListener("change", onChange);
  form.addEventListener("click", ({ target }) => {
    const reset = target instanceof Element ? target.closest("[data-reset]") : null;
    const note = reset?.closest<HTMLElement>(".default-note");
    const control = note?.parentElement && controlOf(note.parentElement);
    if (!note || !control) return;
    if (isBox(control)) control.checked = note.dataset.standard === "true";
    else control.value = note.dataset.standard ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  });
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the control of a field, not the hidden input before a checkbox. */
const controlOf = (field: Element): Control | undefined =>
  field.querySelector<Control>("input:not([type=hidden]), select, textarea") ?? undefined;

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === "checkbox";

const valueOf = (control: Control): string => isBox(control) ? String(control.checked) : control.value;

/** Counts unsaved changes, reverts them, and warns before leaving the page. */
export function dirtyBar(form: HTMLFormElement, saved: SavedFields): void {
  const bar = form.querySelector<HTMLElement>(".dirty-bar");
  const discard = bar?.querySelector<HTMLElement>("[data-discard]");
  const output = bar?.querySelector<HTMLElement>("[data-changed]");
  if (!bar || !discard || !output) return;
  let changed = 0;
  const draw = () => {
    changed = saved.changed().length;
    bar.toggleAttribute("data-dirty", changed > 0);
    discard.hidden = changed === 0;
    const words = changed === 0 ? "" : count(changed, "unsaved change");
    if (output.textContent !== words) output.textContent = words;
  };
  // Choosing a path and adding or removing rows trigger no events of their own, so all events that may indicate a
  // change are observed.
  for (const name of ["input", "change", "click", "focusin", "lathe:saved"]) {
    form.addEventListener(name, () => queueMicrotask(draw));
  }
  let discards = false;
  discard.addEventListener("click", () => {
    discards = true;
    location.reload();
  });
  addEventListener("beforeunload", (event) => {
    if (changed > 0 && !discards) event.preventDefault();
  });
  draw();
}

/** Sends part of the form with its current values and shows the result next to the button. */
async function tryOut(form: HTMLFormElement, button: HTMLElement): Promise<void> {
  const { scope = "", fields, try: url = "" } = button.dataset;
  const output = button.parentElement?.querySelector("output");
  if (!output) return;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const field = name.slice(scope.length + 1);
    if (!name.startsWith(`${scope}.`) || (fields && !fields.split(" ").includes(field))) continue;
    body.append(field, String(value));
  }
  const showResult = (ok: boolean, words: string) => {
    output.dataset.tone = ok ? "good" : "bad";
    render([h(Icon, { name: ok ? "check" : "warn", size: 18 }), h("span", null, words)], output);
  };
  button.ariaDisabled = "true";
  delete output.dataset.tone;
  render("Testing …", output);
  try {
    const response = await fetch(url, { method: "POST", headers: { Accept: "application/json" }, body });
    const answer = await response.json().catch(() => undefined);
    const { ok, appName = "", version = "", detail, error } = answer ?? {};
    const success = ["The test succeeded.", `${appName} ${version}`.trim(), detail, error].filter(Boolean).join(" ");
    if (!response.ok) showResult(false, refusalText(response.status, answer));
    else if (ok !== true) showResult(false, `The test failed: ${error ?? detail ?? "unknown reason"}`);
    else showResult(true, success);
  } catch {
    showResult(false, "The server cannot be reached.");
  }
  button.ariaDisabled = null;
}
