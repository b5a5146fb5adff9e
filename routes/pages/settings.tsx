import { Note, Page } from "../../lib/ui/layout.tsx";
import { HardwareCard, type HardwareCardData } from "./hardware_card.tsx";
import { useLink } from "../../lib/ui/render.tsx";
import { SettingsFields } from "./settings_fields.tsx";
import { SECTIONS, type SettingsData } from "./settings_section.tsx";

/** The settings of what exists so far, grouped; every field says what the environment holds. */
export function SettingsPage(data: SettingsData & Pick<HardwareCardData, "devices">) {
  const link = useLink();
  return (
    <Page title="Settings" lead="Changes apply to the next job. Fields held by the environment cannot be changed here.">
      {data.restartRequired && <Note tone="warn">Host settings changed: restart Lathe to use them.</Note>}
      <div class="settings-grid">
        <nav class="settings-nav" aria-label="Sections">
          {SECTIONS.map(([id, label]) => <a href={`#${id}`}>{label}</a>)}
        </nav>
        <form
          method="post"
          action={link("/api/settings")}
          data-behaviour="ActionForms"
          data-method="PUT"
          data-done="Settings saved."
        >
          <div class="card">
            <SettingsFields {...data} />
          </div>
          <div class="save-bar">
            <button type="submit" class="primary">Save settings</button>
          </div>
        </form>
        <HardwareCard transcoding={data.settings.transcoding} devices={data.devices} />
        <ApiKey />
      </div>
    </Page>
  );
}

/** A form of its own: a new key is no setting to be saved with the others. */
function ApiKey() {
  const link = useLink();
  return (
    <section class="card stack settings-aside" aria-labelledby="key-h">
      <h2 id="key-h">API key</h2>
      <p class="quiet small">
        Callers from other networks send it as{" "}
        <code>X-Api-Key</code>. It is shown once, when it is made; the one before it stops working at once, open pages
        of far callers included.
      </p>
      <form
        method="post"
        action={link("/api/settings/apikey")}
        data-behaviour="ActionForms"
        data-done="A new key is in force."
        data-reveal="apiKey"
        class="actions"
      >
        <button type="submit">Make a new key</button>
        <output class="code" aria-label="The new API key" hidden></output>
      </form>
    </section>
  );
}
