import type { ComponentChildren } from "preact";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { SETTINGS_PAGES, type SettingsPageId } from "../../../../lib/platform/settings/pages.ts";
import { SettingsFields } from "./settings_fields.tsx";
import { SettingsFinder } from "./settings_finder.tsx";
import { type SettingsData, SettingsProvider } from "./settings_section.tsx";

interface SettingsPageProps extends SettingsData {
  id: SettingsPageId;
  /** Cards below the form that are not saved together with it. */
  children?: ComponentChildren;
}

/** Settings pages whose changes do not affect running jobs. */
const JOB_PAGES: readonly SettingsPageId[] = ["encoding", "profiles"];

/** One settings page: a form that tracks unsaved changes. */
export function SettingsPage({ id, children, ...data }: SettingsPageProps) {
  const link = useLink();
  const found = SETTINGS_PAGES.find((page) => page.id === id);
  return (
    <Page
      title={found?.label ?? "Settings"}
      lead={`${found?.about}.${JOB_PAGES.includes(id) ? " Changes apply to the next job." : ""}`}
      actions={<a class="button" href={link("/settings")}>All settings</a>}
    >
      <div class="settings" data-behaviour="settingsPage">
        <RestartNote isShown={data.restartRequired} />
        <SettingsFinder hasAdvanced />
        <div class="settings-grid">
          <PageList current={id} />
          <form id="settings-form" {...hxForm(link("/api/settings"), { method: "put", done: "Settings saved." })}>
            <div class="card">
              <SettingsProvider value={data}>
                <SettingsFields page={id} />
              </SettingsProvider>
            </div>
            <DirtyBar />
          </form>
          {children}
        </div>
      </div>
    </Page>
  );
}

/** Note that host settings take effect only after a restart. */
export function RestartNote({ isShown }: { isShown: boolean }) {
  const link = useLink();
  return (
    <div class="restart-note" data-when="restartRequired" hidden={!isShown}>
      <Note tone="warn">
        Host settings changed: <a href={link("/system")}>restart Lathe</a> to apply them.
      </Note>
    </div>
  );
}

/** Save bar. With JavaScript it also counts changes and can revert them. */
function DirtyBar() {
  return (
    <div class="save-bar dirty-bar">
      <button type="submit" class="primary">Save settings</button>
      <button type="button" class="scripted" data-discard hidden>Discard changes</button>
      <output class="quiet small" data-changed></output>
    </div>
  );
}

function PageList({ current }: { current: SettingsPageId }) {
  const link = useLink();
  return (
    <nav class="settings-nav" aria-label="Settings">
      {SETTINGS_PAGES.map(({ id, label }) => (
        <a key={id} href={link(`/settings/${id}`)} aria-current={id === current ? "page" : undefined}>{label}</a>
      ))}
    </nav>
  );
}
