import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { HardwareCard, type HardwareCardData } from "../../encode/hardware_card.tsx";
import { SettingsFields } from "./settings_fields.tsx";
import { SECTIONS, type SettingsData, SettingsProvider } from "./settings_section.tsx";

/** Every setting, grouped; each field says its default and whether the environment holds it. */
export function SettingsPage({ devices, ...data }: SettingsData & Pick<HardwareCardData, "devices">) {
  const link = useLink();
  return (
    <Page title="Settings" lead="Changes apply to the next job. Fields held by the environment cannot be changed here.">
      <div class="settings" data-behaviour="settingsPage">
        <div class="restart-note" data-when="restartRequired" hidden={!data.restartRequired}>
          <Note tone="warn">
            Host settings changed: <a href={link("/system")}>restart Lathe</a> to use them.
          </Note>
        </div>
        <Finder />
        <div class="settings-grid">
          <Sections />
          <form {...hxForm(link("/api/settings"), { method: "put", done: "Settings saved." })}>
            <div class="card">
              <SettingsProvider value={data}>
                <SettingsFields />
              </SettingsProvider>
            </div>
            <div class="save-bar">
              <button type="submit" class="primary">Save settings</button>
            </div>
          </form>
          <HardwareCard transcoding={data.settings.transcoding} devices={devices} />
          <ApiKey />
        </div>
      </div>
    </Page>
  );
}

/** Narrows the page while one types. Without script everything is shown and this is not. */
function Finder() {
  return (
    <div class="settings-finder scripted" role="search">
      <div class="field">
        <label for="find-setting">Find a setting</label>
        <input type="search" id="find-setting" placeholder="for instance Radarr, port or eject" autocomplete="off" />
      </div>
      <label class="check">
        <input type="checkbox" id="show-advanced" />
        Show advanced
      </label>
      <output class="quiet small"></output>
    </div>
  );
}

function Sections() {
  return (
    <nav class="settings-nav" aria-label="Sections">
      {SECTIONS.map((section) => (
        <a href={`#${section.id}`} class={"advanced" in section ? "advanced" : undefined}>{section.label}</a>
      ))}
      <a href="#api-key">API key</a>
    </nav>
  );
}

/** A form of its own: a new key is no setting to be saved with the others. */
function ApiKey() {
  const link = useLink();
  return (
    <section class="card stack settings-aside" id="api-key" aria-labelledby="key-h">
      <h2 id="key-h">API key</h2>
      <p class="quiet small">
        Callers from other networks send it as{" "}
        <code>X-Api-Key</code>. It is shown once, when it is made; the one before it stops working at once, open pages
        of far callers included.
      </p>
      <form
        {...hxForm(link("/api/settings/apikey"), { done: "A new key is in force.", reveal: "apiKey" })}
        class="actions"
      >
        <button type="submit">Make a new key</button>
        <output class="code" aria-label="The new API key" hidden></output>
      </form>
    </section>
  );
}
