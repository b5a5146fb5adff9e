import { h, render } from "preact";
import { Icon } from "../lib/ui/icon.tsx";
import { refusalText } from "./call.ts";

const REMEMBERED = "lathe-settings-advanced";

/** Finding a setting, showing the advanced ones, trying what is entered, and following what was saved. */
export function settingsPage(host: HTMLElement): void {
  const form = host.querySelector<HTMLFormElement>("form[hx-put]");
  const find = host.querySelector<HTMLInputElement>("input[type=search]");
  const all = host.querySelector<HTMLInputElement>("#show-advanced");
  const said = host.querySelector<HTMLElement>(".settings-finder output");
  if (form === null || find === null || all === null || said === null) return;
  all.checked = localStorage.getItem(REMEMBERED) === "yes";

  const draw = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    host.toggleAttribute("data-all", all.checked || words.length > 0);
    let found = false;
    for (const section of host.querySelectorAll<HTMLElement>(".form-section, .settings-aside")) {
      const isShown = narrow(section, words, "");
      found ||= isShown;
      section.toggleAttribute("data-off", !isShown);
      host.querySelector(`.settings-nav a[href="#${section.id}"]`)?.toggleAttribute("data-off", !isShown);
    }
    said.textContent = found ? "" : `No setting matches “${find.value.trim()}”.`;
  };
  const setAll = (on: boolean) => {
    all.checked = on;
    localStorage.setItem(REMEMBERED, on ? "yes" : "no");
    draw();
  };
  /** Brings something into sight that the search or the switch hides. */
  const uncover = (element: Element) => {
    if (element.closest("[data-off]") !== null) find.value = "";
    if (element.closest(".advanced") !== null) all.checked = true;
    draw();
  };
  const followHash = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null || !host.contains(target) || target.checkVisibility()) return;
    uncover(target);
    target.scrollIntoView();
  };

  find.addEventListener("input", draw);
  all.addEventListener("change", () => setAll(all.checked));
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
  draw();
  followHash();
}

/** Shows of a group what has all words, in its own text or in the headings above it; answers whether anything has. */
function narrow(group: Element, words: string[], above: string): boolean {
  const fields = group.querySelector(":scope > .fields");
  const heading = [...group.children].filter((part) => part !== fields).map((part) => part.textContent);
  const text = [above, ...heading].join(" ");
  if (fields === null) return hasAll(`${text} ${textOf(group)}`, words);
  const shown = [...fields.children].map((field) => {
    const isShown = field.matches(".part") ? narrow(field, words, text) : hasAll(`${text} ${textOf(field)}`, words);
    field.toggleAttribute("data-off", !isShown);
    return isShown;
  });
  return shown.includes(true);
}

const hasAll = (text: string, words: string[]): boolean => words.every((word) => text.toLowerCase().includes(word));

/** What can be read, and the dotted keys. */
const textOf = (element: Element): string =>
  [element.textContent, ...[...element.querySelectorAll("[name]")].map((field) => field.getAttribute("name"))].join(
    " ",
  );

/** Shows the parts that a kind of target needs, with the words for it. */
function showKind(select: HTMLSelectElement): void {
  for (const part of select.closest(".row")?.querySelectorAll<HTMLElement>("[data-kinds]") ?? []) {
    part.hidden = !(part.dataset.kinds ?? "").split(" ").includes(select.value);
  }
}

/** Secrets read as their mask from now on, and what depends on a setting comes and goes with it. */
function follow(host: HTMLElement, saved: unknown): void {
  const at = (key: string) =>
    key.split(".").reduce((tree, step) => (tree as Record<string, unknown> | undefined)?.[step], saved);
  for (const field of host.querySelectorAll<HTMLInputElement>("form input[type=password]")) {
    field.value = String(at(field.name) ?? "");
  }
  for (const part of host.querySelectorAll<HTMLElement>("[data-when]")) {
    part.hidden = at(part.dataset.when ?? "") !== true;
  }
}

/** Sends a part of the form as entered and says beside the button what came of it. */
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
  const say = (ok: boolean, words: string) => {
    output.dataset.tone = ok ? "good" : "bad";
    render([h(Icon, { name: ok ? "check" : "warn", size: 18 }), h("span", null, words)], output);
  };
  button.ariaDisabled = "true";
  delete output.dataset.tone;
  render("Trying …", output);
  try {
    const response = await fetch(url, { method: "POST", headers: { Accept: "application/json" }, body });
    const answer = await response.json().catch(() => undefined);
    const { ok, appName = "", version = "", detail, error } = answer ?? {};
    if (!response.ok) say(false, refusalText(response.status, answer));
    else if (ok !== true) say(false, `It failed: ${error ?? detail ?? "no reason was given"}`);
    else say(true, [`It works.`, `${appName} ${version}`.trim(), detail, error].filter(Boolean).join(" "));
  } catch {
    say(false, "The server cannot be reached.");
  }
  button.ariaDisabled = null;
}
