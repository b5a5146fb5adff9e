import { type ComponentType, h, hydrate, render } from "preact";
import { titleList } from "./library/title_list.tsx";
import { jobSelection } from "./activity/job_selection.ts";
import { encodePreview } from "./compare/encode_preview.ts";
import { discChoice } from "./discs/disc_choice.ts";
import { discResults } from "./discs/disc_results.ts";
import { toast } from "./call.ts";
import { followForms } from "./form_answers.ts";
import { FolderBrowser } from "./folders/folder_browser.tsx";
import { PathPicker } from "./folders/path_picker.tsx";
import { FrameCompare } from "./frame_compare.tsx";
import { joinCode } from "./farm/join_code.ts";
import { LiveFrame } from "./live_frame.tsx";
import { tryFile } from "./settings/try_file.ts";
import { encoderFields } from "./settings/encoder_fields.ts";
import { profileImport } from "./settings/profile_import.ts";
import { reorderable } from "./reorder.ts";
import { restart } from "./restart.ts";
import { rows } from "./rows.ts";
import { askInDialogs } from "./shell/ask.ts";
import { paletteOpener } from "./shell/open_palette.ts";
import { copyOnClick } from "./shell/copy.ts";
import { showLocalTimes } from "./shell/local_times.ts";
import { registerServiceWorker } from "./shell/register_service_worker.ts";
import { offerUndo } from "./shell/undo.ts";
import { arrowKeys } from "./shell/arrow_keys.ts";
import { settingsOverview, settingsPage } from "./settings/settings_page.ts";
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
  PathPicker,
  Shortcuts,
  ThemeSwitch,
  Toasts,
};

/** Behaviours: small manners added to markup the server drew and keeps drawing. */
const BEHAVIOURS: Record<string, (host: HTMLElement) => void> = {
  arrowKeys,
  discChoice,
  discResults,
  jobSelection,
  encodePreview,
  encoderFields,
  joinCode,
  profileImport,
  reorderable,
  restart,
  rows,
  settingsOverview,
  settingsPage,
  titleList,
  tryFile,
  upload,
};

const mounted = new Set<HTMLElement>();
/** Remembered here and not in the markup: a morph takes away every attribute the server did not draw. */
const behaving = new WeakSet<HTMLElement>();

function mount(root: ParentNode): void {
  showLocalTimes(root);
  // Swapped in, what stands in it is parsed as elements: a box that must be ticked without script would hold up a form.
  for (const spare of root.querySelectorAll("noscript")) spare.remove();
  for (const host of root.querySelectorAll<HTMLElement>("[data-island]:not([data-mounted])")) {
    const { island: name = "", script, props = "{}" } = host.dataset;
    const island = ISLANDS[name];
    if (island === undefined && script === undefined) continue;
    host.dataset.mounted = "";
    if (island) hydrate(h(island, JSON.parse(props)), host);
    else if (script !== undefined) void drawLoaded(host, script, JSON.parse(props));
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

/** Draws an island that one page alone has: its script is named beside it and loaded now. */
async function drawLoaded(host: HTMLElement, script: string, props: unknown): Promise<void> {
  try {
    const { drawIsland } = await import(script) as { drawIsland(host: HTMLElement, props: unknown): void };
    if (host.isConnected) drawIsland(host, props);
  } catch {
    toast("A part of the page could not be loaded; reload it.", "bad");
  }
}

followForms(document);
askInDialogs(document);
offerUndo(document);
paletteOpener(document);
registerServiceWorker();
copyOnClick(document);
mount(document);
document.addEventListener("htmx:after:swap", () => mount(document));
document.addEventListener("htmx:after:process", () => mount(document));
