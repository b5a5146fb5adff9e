import { base, call, errorText, toast } from "../call.ts";
import { FIXED, foundEntries, settingEntries } from "./palette_entries.ts";
import { type Entry, rank } from "./palette_rank.ts";

const TYPED_MS = 150;

/** Opens the command palette: a combobox with a list, in a dialog that closes when an entry is chosen. */
export function openPalette(): void {
  const dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.setAttribute("aria-label", "Go to anything");
  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-label": "Go to a page, title, job, setting or action",
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    "aria-autocomplete": "list",
    placeholder: "Page, title, job, setting or action",
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { role: "listbox", id: "palette-list", "aria-label": "Matches" });
  const status = element("p", { role: "status", class: "visually-hidden" });
  dialog.append(input, list, status);
  document.body.append(dialog);

  let settings: Entry[] = [];
  let found: Entry[] = [];
  let shown: Entry[] = [];
  let at = 0;

  const mark = (to: number) => {
    at = shown.length === 0 ? 0 : (to + shown.length) % shown.length;
    [...list.children].forEach((row, i) => row.setAttribute("aria-selected", String(i === at)));
    list.children[at]?.scrollIntoView({ block: "nearest" });
    if (shown.length > 0) input.setAttribute("aria-activedescendant", `palette-${at}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const draw = (keepChosen = false) => {
    const chosen = keepChosen && at > 0 ? shown[at] : undefined;
    shown = rank([...FIXED, ...settings, ...found], input.value);
    list.replaceChildren(...shown.map((entry, i) => row(entry, i, () => choose(entry))));
    status.textContent = shown.length === 0 ? "No results." : `Results: ${shown.length}`;
    mark(chosen === undefined ? 0 : Math.max(0, shown.findIndex((entry) => same(entry, chosen))));
  };
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    dialog.close();
    follow(entry);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener("input", () => {
    draw();
    clearTimeout(timer);
    const typed = input.value.trim();
    if (typed.length < 2) return;
    timer = setTimeout(async () => {
      const answer = await foundEntries(typed);
      // Results for an older input must not replace newer results.
      if (input.value.trim() !== typed) return;
      found = answer;
      // Keeps the entry that the user selected with the arrow keys while waiting for the response.
      draw(true);
    }, TYPED_MS);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) mark(at + step);
    else if (event.key === "Enter") choose(shown[at]);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    dialog.remove();
  });
  draw();
  dialog.showModal();
  input.focus();
  settingEntries().then((all) => {
    settings = all;
    if (input.value !== "") draw(true);
  }, () => {});
}

const same = (a: Entry, b: Entry) => a.kind === b.kind && a.label === b.label && a.path === b.path;

function row({ kind, label, hint }: Entry, i: number, choose: () => void): HTMLElement {
  const item = element("li", { role: "option", id: `palette-${i}` });
  const place = element("span", { class: "quiet small" });
  place.textContent = kind === "Title" || kind === "Job" ? kind : `${kind}${hint ? ` · ${hint}` : ""}`;
  item.append(label, place);
  item.addEventListener("click", choose);
  return item;
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function follow({ path, call: action }: Entry): void {
  if (path !== undefined) location.href = base() + path;
  if (action === undefined) return;
  call(action.path, { method: "POST", body: action.body })
    .then(() => toast(action.done, "good"), (error: unknown) => toast(errorText(error), "bad"));
}
