import { SelectField, TextField } from "../../../../../lib/ui/field.tsx";
import {
  ChoiceSetting,
  LinesSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from "../settings_controls.tsx";
import { Rows } from "../settings_rows.tsx";
import { Feature, Part, Section, useSettings } from "../settings_section.tsx";

const KINDS = [
  ["auto", "anything: detect by name"],
  ["movie", "movies"],
  ["series", "series"],
  ["anime", "anime"],
  ["music", "music"],
] as const;

/** Settings for titles that no manager manages. */
export function LocalMedia() {
  const { folders } = useSettings().settings.localMedia;
  return (
    <Section id="local" lead="An index of the titles on disk that no manager manages.">
      <Feature on={<SwitchSetting name="localMedia.enabled" />}>
        <SwitchSetting name="localMedia.usePathMappings" />
        <SwitchSetting name="localMedia.hideArrManaged" />
        <SwitchSetting name="localMedia.metadata" />
        <NumberSetting name="localMedia.rescanHours" />
        <SecretSetting name="localMedia.tmdbApiKey" />
        <TextSetting name="localMedia.metadataLanguage" />
        <Part title="More folders" id="local-folders">
          <Rows
            name="localMedia.folders"
            items={folders}
            blank={{ path: "", kind: "auto" as const }}
            empty="No more folders."
            addLabel="Add a folder"
            removeLabel="Remove this folder"
            row={({ path, kind }, at) => (
              <div class="fields">
                <TextField
                  name={`${at}.path`}
                  label="Folder"
                  value={path}
                  placeholder="/mnt/media"
                  pick={{ endings: [] }}
                  required
                />
                <SelectField name={`${at}.kind`} label="Contains" value={kind} options={KINDS} />
              </div>
            )}
          />
        </Part>
        <LinesSetting name="localMedia.exclude" />
      </Feature>
    </Section>
  );
}

/** Services that identify discs, movies and albums. */
export function MetadataServices() {
  return (
    <Section id="metadata" lead="Only the data needed for a lookup is sent to them.">
      <SwitchSetting name="animedb.enabled" />
      <SwitchSetting name="releasedb.enabled" />
      <SwitchSetting name="discdb.enabled" />
      <Feature on={<SwitchSetting name="cddb.enabled" />}>
        <TextSetting name="cddb.server" />
      </Feature>
      <Feature on={<SwitchSetting name="omdb.enabled" />}>
        <SecretSetting name="omdb.apiKey" />
      </Feature>
      <Feature on={<SwitchSetting name="sharedb.enabled" />}>
        <TextSetting name="sharedb.indexUrl" />
        <ChoiceSetting
          name="sharedb.contribute"
          labels={{ never: "never", ask: "ask each time", always: "always" }}
        />
      </Feature>
    </Section>
  );
}
