import { type ComponentType, h, hydrate, render } from "preact";
import { followForms } from "./form_answers.ts";
import { FolderBrowser } from "./folder_browser.tsx";
import { FrameCompare } from "./frame_compare.tsx";
import { LiveFrame } from "./live_frame.tsx";
import { reorderable } from "./reorder.ts";
import { restart } from "./restart.ts";
import { rows } from "./rows.ts";
import { settingsPage } from "./settings_page.ts";
import { SmartEditor } from "./smart_profiles/smart_editor.tsx";
import { Shortcuts } from "./shell/shortcuts.tsx";
import { ThemeSwitch } from "./shell/theme_switch.tsx";
import { Toasts } from "./shell/toasts.tsx";
import { upload } from "./upload.ts";

/** Islands: components with state of their own, drawn into a host the server left empty or pre-drew. */
// deno-lint-ignore no-explicit-any -- props come as JSON from the page that named the island; each island states its own
const ISLANDS: Record<string, ComponentType<any>> = {
  FolderBrowser,
  FrameCompare,
  LiveFrame,
  Shortcuts,
  SmartEditor,
  ThemeSwitch,
  Toasts,
};

/** Behaviours: small manners added to markup the server drew and keeps drawing. */
const BEHAVIOURS: Record<string, (host: HTMLElement) => void> = {
  reorderable,
  restart,
  rows,
  settingsPage,
  upload,
};

const mounted = new Set<HTMLElement>();
/** Remembered here and not in the markup: a morph takes away every attribute the server did not draw. */
const behaving = new WeakSet<HTMLElement>();

function mount(root: ParentNode): void {
  for (const host of root.querySelectorAll<HTMLElement>("[data-island]:not([data-mounted])")) {
    const island = ISLANDS[host.dataset.island ?? ""];
    if (island === undefined) continue;
    host.dataset.mounted = "";
    hydrate(h(island, JSON.parse(host.dataset.props ?? "{}")), host);
    mounted.add(host);
  }
  for (const host of root.querySelectorAll<HTMLElement>("[data-behaviour]")) {
    if (behaving.has(host)) continue;
    behaving.add(host);
    BEHAVIOURS[host.dataset.behaviour ?? ""]?.(host);
  }
  for (const host of mounted) {
    if (host.isConnected) continue;
    render(null, host);
    mounted.delete(host);
  }
}

followForms(document);
mount(document);
document.addEventListener("htmx:after:swap", () => mount(document));
document.addEventListener("htmx:after:process", () => mount(document));
