import { jobSelection } from "./activity/job_selection.ts";
import { toast } from "./call.ts";
import { discChoice } from "./discs/disc_choice.ts";
import { followForms } from "./form_answers.ts";
import { whenSeen } from "./idle.ts";
import { loadHtmx } from "./shell/load_htmx.ts";
import { titleList } from "./library/title_list.ts";
import { showKeptToast } from "./activity/queued_toast.ts";
import { reorderable } from "./reorder.ts";
import { arrowKeys } from "./shell/arrow_keys.ts";
import { confirmInDialogs } from "./shell/ask.ts";
import { copyOnClick } from "./shell/copy.ts";
import { faviconBadge } from "./tab/favicon_badge.ts";
import { bufferToastEvents } from "./early_events.ts";
import { showLocalTimes } from "./shell/local_times.ts";
import { paletteOpener } from "./shell/open_palette.ts";
import { registerServiceWorker } from "./shell/register_service_worker.ts";
import { shortcuts } from "./shell/shortcuts.ts";
import { offerUndo } from "./shell/undo.ts";

/** Functions that add interaction to server-rendered markup. Needed from the start; all others are in `later.tsx`. */
const BEHAVIOURS: Record<string, (host: HTMLElement) => void> = {
  arrowKeys,
  discChoice,
  jobSelection,
  reorderable,
  titleList,
};

/**
 * Elements that already have their behaviours. They are not marked by an attribute, because morphing removes attributes
 * that the server did not render.
 */
const behaving = new WeakSet<HTMLElement>();
const islands: IslandRegistry = { mounted: new Set(), later: undefined };

/** Mounted islands, and the script that renders them once it is loaded. */
interface IslandRegistry {
  mounted: Set<HTMLElement>;
  later: Promise<typeof import("./later.tsx")> | undefined;
}

function mount(root: ParentNode): void {
  showLocalTimes(root);
  // In swapped-in content, the children of `noscript` are parsed as elements. A required checkbox for browsers without
  // JavaScript would block the form.
  for (const spare of root.querySelectorAll("noscript:not([data-later])")) spare.remove();
  const behaviours = [...root.querySelectorAll<HTMLElement>("[data-behaviour]")].filter((host) => !behaving.has(host));
  for (const host of behaviours) {
    const behave = BEHAVIOURS[host.dataset.behaviour ?? ""];
    if (behave === undefined) continue;
    behaving.add(host);
    behave(host);
  }
  const waiting = behaviours.filter((host) => !behaving.has(host));
  const isWaitedFor = root.querySelector("[data-island]:not([data-mounted], [data-idle])") !== null;
  if (waiting.length > 0 || isWaitedFor || islands.later !== undefined) void mountLater(root);
}

/** Loads the script for islands and rarely used behaviours. */
async function mountLater(root: ParentNode): Promise<void> {
  islands.later ??= import("./later.tsx");
  try {
    const { behaviours, drawIsland, removeIsland } = await islands.later;
    for (const host of root.querySelectorAll<HTMLElement>("[data-island]:not([data-mounted])")) {
      if (!drawIsland(host)) continue;
      host.dataset.mounted = "";
      islands.mounted.add(host);
    }
    for (const host of root.querySelectorAll<HTMLElement>("[data-behaviour]")) {
      if (behaving.has(host)) continue;
      behaving.add(host);
      behaviours[host.dataset.behaviour ?? ""]?.(host);
    }
    for (const host of islands.mounted) {
      if (host.isConnected) continue;
      removeIsland(host);
      islands.mounted.delete(host);
    }
  } catch {
    islands.later = undefined;
    toast("Part of the page could not be loaded. Reload it.", "bad");
  }
}

bufferToastEvents(document, () => void mountLater(document));
showKeptToast();
followForms(document);
confirmInDialogs(document);
offerUndo(document);
paletteOpener(document);
shortcuts(document);
copyOnClick(document);
faviconBadge(document);
mount(document);
document.addEventListener("htmx:after:swap", () => mount(document));
document.addEventListener("htmx:after:process", () => mount(document));
loadHtmx(document);
addEventListener("load", () =>
  whenSeen(() => {
    void mountLater(document);
    registerServiceWorker();
  }));
