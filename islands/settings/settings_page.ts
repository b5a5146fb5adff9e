import { wayBack } from "./back_to_default.ts";
import { dirtyBar } from "./dirty_bar.ts";
import { savedFields, valueAt } from "./saved_fields.ts";
import { tryOut } from "./try_out.ts";

const REMEMBERED = "lathe-settings-advanced";

/** Settings page: shows advanced settings, tests input, counts changes and updates after saving. */
export function settingsPage(host: HTMLElement): void {
  const form = host.querySelector<HTMLFormElement>("#settings-form");
  const all = host.querySelector<HTMLInputElement>("#show-advanced");
  if (form === null || all === null) return;
  const remember = () => localStorage.setItem(REMEMBERED, all.checked ? "yes" : "no");
  // If the user was faster than this script, the switch decides.
  if (all.checked) remember();
  else all.checked = localStorage.getItem(REMEMBERED) === "yes";
  all.addEventListener("change", remember);
  /** Reveals a field that is hidden by the switch for advanced settings or a disabled feature. */
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
    target.scrollIntoView({ block: target.matches("input, select, textarea") ? "center" : "start" });
    if (target.matches("input, select, textarea")) target.focus({ preventScroll: true });
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
  wayBack(form);
  dirtyBar(form, savedFields(form));
  followHash();
}

/** Settings overview. URLs from the time when all settings were on one page lead to the page of their section. */
export function settingsOverview(host: HTMLElement): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  if (anchor === "") return;
  const page = [...host.querySelectorAll<HTMLAnchorElement>("a[data-sections]")]
    .find(({ dataset }) => dataset.sections?.split(" ").includes(anchor));
  if (page !== undefined) location.replace(`${page.href}#${anchor}`);
}

/** Shows the fields of a kind of target with their labels. */
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
