import { type ComponentType, h, hydrate, render } from "preact";
import { JobCompare } from "./compare/job_compare.tsx";
import { encodePreview } from "./compare/encode_preview.ts";
import { discResults } from "./discs/disc_results.ts";
import { FolderBrowser } from "./folders/folder_browser.tsx";
import { PathPicker } from "./folders/path_picker.tsx";
import { joinCode } from "./farm/join_code.ts";
import { LiveFrame } from "./live_frame.tsx";
import { tryFile } from "./settings/try_file.ts";
import { profileForm } from "./settings/profile_form.ts";
import { profileImport } from "./settings/profile_import.ts";
import { restart } from "./restart.ts";
import { rows } from "./rows.ts";
import { settingsOverview, settingsPage } from "./settings/settings_page.ts";
import { SmartEditor } from "./smart_profiles/smart_editor.tsx";
import { NotifySwitch } from "./tab/notify_switch.tsx";
import { ThemeSwitch } from "./shell/theme_switch.tsx";
import { Toasts } from "./shell/toasts.tsx";
import { upload } from "./upload.ts";

export { drawSelectionBar } from "./library/selection_bar.tsx";
export { openPalette } from "./shell/palette.ts";

/**
 * Features loaded after the first script, when the page needs them or when the browser is idle. Islands are components
 * with their own state, rendered into a host element that the server rendered, with or without content.
 */
// deno-lint-ignore no-explicit-any -- props come as JSON from the page that named the island; each island defines them
const ISLANDS: Record<string, ComponentType<any>> = {
  FolderBrowser,
  JobCompare,
  LiveFrame,
  NotifySwitch,
  PathPicker,
  SmartEditor,
  ThemeSwitch,
  Toasts,
};

/** Behaviours used by only a few pages. */
export const behaviours: Record<string, (host: HTMLElement) => void> = {
  discResults,
  encodePreview,
  profileForm,
  joinCode,
  profileImport,
  restart,
  rows,
  settingsOverview,
  settingsPage,
  tryFile,
  upload,
};

/** Renders the island of a host element. Returns false if the island is unknown. */
export function drawIsland(host: HTMLElement): boolean {
  const island = ISLANDS[host.dataset.island ?? ""];
  if (island !== undefined) hydrate(h(island, JSON.parse(host.dataset.props ?? "{}")), host);
  return island !== undefined;
}

/** Unmounts an island whose host element was removed from the page. */
export const removeIsland = (host: HTMLElement): void => render(null, host);
