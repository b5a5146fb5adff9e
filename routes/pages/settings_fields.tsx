import { Section, type SettingsData } from "./settings_section.tsx";
import { Hardware, PictureSubtitles, Programs } from "./settings_tools.tsx";
import { CheckField, NumberField, SelectField, TextField } from "../../lib/ui/field.tsx";

/** Every field of the page, named as the API takes it. */
export function SettingsFields(data: SettingsData) {
  return (
    <>
      <Encoding {...data} />
      <Hardware {...data} />
      <Defaults {...data} />
      <PictureSubtitles {...data} />
      <Programs {...data} />
      <HostFields {...data} />
      <Security {...data} />
      <Logging {...data} />
    </>
  );
}

function Encoding({ settings }: SettingsData) {
  const { transcoding } = settings;
  return (
    <Section id="encoding">
      <NumberField
        name="concurrency"
        label="Encodes at a time"
        value={settings.concurrency}
        min={0}
        max={32}
        help="0 starts nothing. Default 1."
      />
      <SelectField
        name="transcodeTemp"
        label="Where encodes are written"
        value={settings.transcodeTemp}
        options={[["transcodes", "in the transcodes folder, then moved"], ["output", "next to the final file"]]}
      />
      <NumberField
        name="stallTimeoutMinutes"
        label="Stop a stalled encode after, minutes"
        value={settings.stallTimeoutMinutes}
        min={0}
        help="0 = never. Default 10."
      />
      <SelectField
        name="transcoding.verify"
        label="Check finished files"
        value={transcoding.verify}
        options={[["windows", "in windows; in full before an original is replaced"], ["full", "in full, always"], [
          "off",
          "streams and length only",
        ]]}
      />
      <NumberField
        name="transcoding.keepOriginalDays"
        label="Keep replaced originals, days"
        value={transcoding.keepOriginalDays}
        min={0}
        help="In a bin beside the file. Default 7."
      />
      <CheckField name="preventSleep" label="Keep the computer awake while working" checked={settings.preventSleep} />
    </Section>
  );
}

function Defaults({ settings: { defaultProfiles }, profiles }: SettingsData) {
  const options = profiles.map((profile) => [profile.id, profile.name] as const);
  return (
    <Section id="defaults">
      <SelectField name="defaultProfiles.movie" label="Films" value={defaultProfiles.movie} options={options} />
      <SelectField name="defaultProfiles.tv" label="Series" value={defaultProfiles.tv} options={options} />
      <SelectField name="defaultProfiles.anime" label="Anime" value={defaultProfiles.anime} options={options} />
      <SelectField name="defaultProfiles.music" label="Music" value={defaultProfiles.music} options={options} />
    </Section>
  );
}

function HostFields({ settings: { general: { host } }, locked }: SettingsData) {
  const held = (key: string) => locked.includes(`general.host.${key}`);
  const help = (key: string, text: string) => held(key) ? `${text} Held by the environment.` : text;
  return (
    <Section id="host">
      <TextField
        name="general.host.bindAddress"
        label="Bind address"
        value={host.bindAddress}
        disabled={held("bindAddress")}
        help={help("bindAddress", "* = every interface. Restart needed.")}
      />
      <NumberField
        name="general.host.port"
        label="Port"
        value={host.port}
        min={1}
        max={65535}
        disabled={held("port")}
        help={help("port", "Default 3939. Restart needed.")}
      />
      <TextField
        name="general.host.urlBase"
        label="URL base"
        value={host.urlBase}
        placeholder="/lathe"
        disabled={held("urlBase")}
        help={help("urlBase", "Sub-path behind a reverse proxy. Restart needed.")}
      />
      <TextField name="general.host.instanceName" label="Instance name" value={host.instanceName} />
      <TextField
        name="general.host.applicationUrl"
        label="Application URL"
        value={host.applicationUrl}
        placeholder="https://lathe.example.org"
        help="The address others reach it by"
      />
      <TextField
        name="general.host.allowedHosts"
        type="list"
        label="More host names"
        value={host.allowedHosts.join(", ")}
        help="Names this instance is also called by"
      />
    </Section>
  );
}

function Security({ settings: { general: { security } } }: SettingsData) {
  return (
    <Section id="security">
      <TextField
        name="general.security.mediaRoots"
        type="list"
        label="Media folders"
        value={security.mediaRoots.join(", ")}
        help="Only files below these may be encoded; empty = any readable file"
      />
      <TextField
        name="general.security.trustedProxies"
        type="list"
        label="Trusted proxies"
        value={security.trustedProxies.join(", ")}
        help="Empty = any local address"
      />
    </Section>
  );
}

function Logging({ settings: { general: { logging } } }: SettingsData) {
  return (
    <Section id="logging">
      <SelectField
        name="general.logging.level"
        label="Level"
        value={logging.level}
        options={[["info", "Info"], ["debug", "Debug"], ["trace", "Trace"]]}
      />
      <NumberField
        name="general.logging.sizeLimitMb"
        label="Start a new file at, MB"
        value={logging.sizeLimitMb}
        min={1}
        max={100}
      />
    </Section>
  );
}
