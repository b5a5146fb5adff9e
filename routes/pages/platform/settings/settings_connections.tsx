import type { UnseenFile } from "../../../../lib/library/video/mappings/mapping_model.ts";
import { MANAGERS } from "../../../../lib/platform/managers/kinds.ts";
import { SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { NumberSetting, SecretSetting, SwitchSetting, TextSetting } from "./settings_controls.tsx";
import { Rows } from "./settings_rows.tsx";
import { Part, Section, useSettings } from "./settings_section.tsx";
import { TryButton } from "./settings_try.tsx";

/** The applications beside us, each with a test of what is entered. */
export function Connections() {
  return (
    <Section id="connections" lead="The test asks with what is entered here, before it is saved.">
      <Connection kind="movie" />
      <Connection kind="series" />
      <Connection kind="indexer" />
      <Connection kind="music" />
      <Connection kind="soulseek" />
    </Section>
  );
}

/** Where each application shows its key. */
const KEY_HELP = {
  movie: "In Radarr under Settings, General. Empty = none.",
  series: "In Sonarr under Settings, General. Empty = none.",
  indexer: "In Prowlarr under Settings, General. Empty = none.",
  music: "In Lidarr under Settings, General. Empty = none.",
  soulseek: "In slskd.yml under web, authentication, api_keys. Empty = none.",
} as const;

const USES = {
  movie: "Use Radarr for films",
  series: "Use Sonarr for series",
  indexer: "Use Prowlarr to search indexers",
  music: "Use Lidarr for music",
  soulseek: "Use slskd to look for music on Soulseek",
} as const;

function Connection({ kind }: { kind: keyof typeof KEY_HELP }) {
  const { app } = MANAGERS[kind];
  const test = (
    <TryButton
      path={`/api/settings/test/${kind}`}
      scope={`connections.${kind}`}
      fields={["url", "apiKey"]}
      label={`Test ${app}`}
    />
  );
  return (
    <Part title={app} foot={test}>
      <SwitchSetting name={`connections.${kind}.enabled`} label={USES[kind]} />
      <TextSetting
        name={`connections.${kind}.url`}
        label={`${app} URL`}
        help="With its URL base, if it has one."
      />
      <SecretSetting name={`connections.${kind}.apiKey`} label={`${app} API key`} help={KEY_HELP[kind]} />
      {kind === "music" && (
        <SwitchSetting
          name="connections.music.splitCueImages"
          label="Split album images"
          help="A finished download of one audio file with a cue sheet becomes one file per track."
        />
      )}
      {kind === "soulseek" && <SoulseekExtras />}
    </Part>
  );
}

function SoulseekExtras() {
  return (
    <>
      <TextSetting
        name="connections.soulseek.downloadsPath"
        label="Download folder"
        help="Where slskd puts what is finished, as slskd names it. Empty = ask slskd."
      />
      <NumberSetting
        name="connections.soulseek.maxQueueLength"
        label="Longest queue of a peer"
        help="Peers with more uploads waiting are left out."
        advanced
      />
      <NumberSetting
        name="connections.soulseek.searchTimeoutSeconds"
        label="Search for, seconds"
        advanced
      />
    </>
  );
}

const APPS = [
  ["all", "all"],
  ["movie", "Radarr"],
  ["series", "Sonarr"],
  ["music", "Lidarr"],
  ["soulseek", "slskd"],
] as const;

/** How the managers' paths are found here. */
export function PathMappings() {
  const { settings: { pathMappings }, unseen = [] } = useSettings();
  return (
    <Section
      id="paths"
      lead="Needed where an application sees a folder under another path than Lathe does, as in containers. The longest remote path that fits wins."
    >
      {unseen.length > 0 && <Unseen unseen={unseen} />}
      <Rows
        name="pathMappings"
        items={pathMappings}
        blank={{ remote: "", local: "", app: "all" as const }}
        empty="No mappings, which is the default: paths are used as the applications give them."
        addLabel="Add a mapping"
        removeLabel="Remove this mapping"
        row={({ remote, local, app }, at) => (
          <div class="fields">
            <TextField
              name={`${at}.remote`}
              label="Remote path"
              value={remote}
              placeholder="/movies"
              help="As the application names it"
              required
            />
            <TextField
              name={`${at}.local`}
              label="Local path"
              value={local}
              placeholder="/mnt/media/movies"
              help="As Lathe opens it"
              required
            />
            <SelectField name={`${at}.app`} label="For" value={app} options={APPS} />
          </div>
        )}
      />
    </Section>
  );
}

const UNSEEN_SHOWN = 4;

/** Files that are not where their manager says, and the way to have them found. */
function Unseen({ unseen }: { unseen: UnseenFile[] }) {
  const link = useLink();
  return (
    <div class="wide">
      <Note tone="warn">
        <p>Some files cannot be opened where their application says:</p>
        <ul class="small">
          {unseen.slice(0, UNSEEN_SHOWN).map(({ app, path }) => (
            <li>
              {MANAGERS[app].app}: <span class="path">{path}</span>
            </li>
          ))}
          {unseen.length > UNSEEN_SHOWN && <li>{`and ${unseen.length - UNSEEN_SHOWN} more that were looked at`}</li>}
        </ul>
        <p class="actions">
          <a class="button" href={link("/settings/mappings?find=1")}>Find the mapping</a>
        </p>
      </Note>
    </div>
  );
}
