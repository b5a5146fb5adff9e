import type { UnseenFile } from "../../../../../lib/library/video/mappings/mapping_model.ts";
import { allSettings, type SettingKey } from "../../../../../lib/platform/settings/all_settings.ts";
import { MANAGER_KINDS, type ManagerKind, MANAGERS } from "../../../../../lib/platform/managers/kinds.ts";
import { SelectField, TextField } from "../../../../../lib/ui/field.tsx";
import { hx } from "../../../../../lib/ui/hx.ts";
import { Icon } from "../../../../../lib/ui/icon.tsx";
import { Note } from "../../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../../lib/ui/render.tsx";
import { SettingControl } from "../settings_controls.tsx";
import { Rows } from "../settings_rows.tsx";
import { Feature, useSettings } from "../settings_section.tsx";
import { TryButton } from "../settings_try.tsx";

/** Tiles of the external applications, each with its state and a test of the entered values. */
export function Connections() {
  return (
    <div class="tiles wide">
      {MANAGER_KINDS.map((kind) => <Connection key={kind} kind={kind} />)}
    </div>
  );
}

function Connection({ kind }: { kind: ManagerKind }) {
  const { app, provides } = MANAGERS[kind];
  const settings = allSettings().filter(({ key, reveals }) => key.startsWith(`connections.${kind}.`) && !reveals);
  return (
    <section class="tile" id={`connection-${kind}`} aria-labelledby={`connection-${kind}-h`}>
      <header class="tile-head">
        <div>
          <h3 id={`connection-${kind}-h`}>{app}</h3>
          <p class="quiet small">{provides}</p>
        </div>
        <ConnectionState kind={kind} />
      </header>
      <Feature on={<SettingControl name={`connections.${kind}.enabled`} />}>
        {settings.map(({ key }) => <SettingControl key={key} name={key as SettingKey} />)}
        <div class="wide">
          <TryButton
            path={`/api/settings/test/${kind}`}
            scope={`connections.${kind}`}
            fields={["url", "apiKey"]}
            label={`Test ${app}`}
          />
        </div>
      </Feature>
    </section>
  );
}

/** State of an application, with the error if it does not respond. The state is updated after the form is saved. */
export function ConnectionState({ kind }: { kind: ManagerKind }) {
  const link = useLink();
  const { app } = MANAGERS[kind];
  const { configured, ok, version, error } = useSettings().connections?.find(({ name }) => name === app) ??
    { configured: false, ok: false };
  const again = hx({
    get: link(`/settings/connections?state=${kind}`),
    // An application that did not respond is checked again periodically.
    trigger: `lathe:saved from:#settings-form delay:200ms${configured && !ok ? ", every 10s" : ""}`,
    swap: "outerMorph",
    target: "this",
  });
  return (
    <div class="tile-state" id={`connection-${kind}-state`} aria-live="polite" {...again}>
      <p class="state" data-tone={!configured ? "idle" : ok ? "good" : "bad"}>
        <Icon name={!configured ? "info" : ok ? "check" : "warn"} size={16} />
        {!configured ? "Not used" : ok ? `Connected${version ? ` · ${version}` : ""}` : "No response"}
      </p>
      {configured && error && <p class="small">{error}</p>}
    </div>
  );
}

const APPS = [
  ["all", "all"],
  ["movie", "Radarr"],
  ["series", "Sonarr"],
  ["music", "Lidarr"],
  ["soulseek", "slskd"],
] as const;

/** Rows that map the managers' paths to this machine. */
export function PathMappings() {
  const { settings: { pathMappings }, unseen = [] } = useSettings();
  return (
    <>
      {unseen.length > 0 && <Unseen unseen={unseen} />}
      <Rows
        name="pathMappings"
        items={pathMappings}
        blank={{ remote: "", local: "", app: "all" as const }}
        empty="No mappings. Paths are used as reported by the applications."
        addLabel="Add a mapping"
        removeLabel="Remove this mapping"
        row={({ remote, local, app }, at) => (
          <div class="fields">
            <TextField
              name={`${at}.remote`}
              label="Remote path"
              value={remote}
              placeholder="/movies"
              help="Path in the application"
              required
            />
            <TextField
              name={`${at}.local`}
              label="Local path"
              value={local}
              placeholder="/mnt/media/movies"
              pick={{ endings: [] }}
              help="Path on this server"
              required
            />
            <SelectField name={`${at}.app`} label="Application" value={app} options={APPS} />
          </div>
        )}
      />
    </>
  );
}

const UNSEEN_SHOWN = 4;

/** Files that do not exist at their manager's path, and a button that searches for the correct path. */
function Unseen({ unseen }: { unseen: UnseenFile[] }) {
  const link = useLink();
  return (
    <div class="wide">
      <Note tone="warn">
        <p>Some files cannot be opened at the path reported by their application:</p>
        <ul class="small">
          {unseen.slice(0, UNSEEN_SHOWN).map(({ app, path }) => (
            <li>
              {MANAGERS[app].app}: <span class="path">{path}</span>
            </li>
          ))}
          {unseen.length > UNSEEN_SHOWN && <li>{`and ${unseen.length - UNSEEN_SHOWN} more of the checked files`}</li>}
        </ul>
        <p class="actions">
          <a class="button" href={link("/settings/mappings?find=1")}>Find mapping</a>
        </p>
      </Note>
    </div>
  );
}
