import { SelectField, TextField } from "../../../../lib/ui/field.tsx";
import {
  ChoiceSetting,
  LinesSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from "./settings_controls.tsx";
import { Rows } from "./settings_rows.tsx";
import { Part, Section, useSettings } from "./settings_section.tsx";

const KINDS = [
  ["auto", "anything: tell by the names"],
  ["movie", "films"],
  ["series", "series and anime"],
  ["music", "music"],
] as const;

/** Titles that no manager manages. */
export function LocalMedia() {
  const { folders } = useSettings().settings.localMedia;
  return (
    <Section id="local" lead="An index of the titles on disk that no manager manages.">
      <SwitchSetting name="localMedia.enabled" label="Keep an index of local media" />
      <SwitchSetting
        name="localMedia.usePathMappings"
        label="Look in the local folders of the path mappings"
      />
      <SwitchSetting
        name="localMedia.hideArrManaged"
        label="Hide what a manager manages"
      />
      <SwitchSetting
        name="localMedia.metadata"
        label="Look up titles and posters"
      />
      <NumberSetting name="localMedia.rescanHours" label="Look again every, hours" help="0 = by hand only." />
      <SecretSetting
        name="localMedia.tmdbApiKey"
        label="TMDB API key"
        help="For films and series. Empty = ask the managers instead."
      />
      <TextSetting
        name="localMedia.metadataLanguage"
        label="Language of titles"
        help="Such as de or pt-BR."
      />
      <Part title="More folders">
        <Rows
          name="localMedia.folders"
          items={folders}
          blank={{ path: "", kind: "auto" as const }}
          empty="No more folders, which is the default."
          addLabel="Add a folder"
          removeLabel="Remove this folder"
          row={({ path, kind }, at) => (
            <div class="fields">
              <TextField name={`${at}.path`} label="Folder" value={path} placeholder="/mnt/media" required />
              <SelectField name={`${at}.kind`} label="Holds" value={kind} options={KINDS} />
            </div>
          )}
        />
      </Part>
      <LinesSetting
        name="localMedia.exclude"
        label="Folder names to skip"
        help="One a line; matched anywhere in the tree, capitals or not."
        advanced
      />
    </Section>
  );
}

/** Who is asked what a disc, a film or an album is. */
export function MetadataServices() {
  return (
    <Section id="metadata" lead="Only what is needed for the question is sent to them.">
      <SwitchSetting
        name="animedb.enabled"
        label="Anime titles (AniDB)"
        help="Romaji titles, season names and absolute numbers."
      />
      <SwitchSetting
        name="releasedb.enabled"
        label="Music releases (MusicBrainz)"
        help="Albums, tracks and cover art."
      />
      <SwitchSetting
        name="discdb.enabled"
        label="Disc contents (TheDiscDB)"
        help="Tells by barcode or content which title is what."
      />
      <SwitchSetting
        name="cddb.enabled"
        label="CD titles (CDDB)"
        help="Asked when MusicBrainz knows nothing."
      />
      <TextSetting name="cddb.server" label="CDDB server" advanced />
      <SwitchSetting
        name="omdb.enabled"
        label="Genre, year and kind (OMDb)"
        help="For titles the managers do not have. Needs a key."
      />
      <SecretSetting
        name="omdb.apiKey"
        label="OMDb API key"
        help="Free for 1,000 calls a day. Empty = none."
      />
      <SwitchSetting
        name="sharedb.enabled"
        label="Shared disc index"
        help="Which episode is on which disc. Needs an index URL."
      />
      <TextSetting name="sharedb.indexUrl" label="Index URL" help="Empty = none." />
      <ChoiceSetting
        name="sharedb.contribute"
        label="Add what you confirm to the index"
        labels={{ never: "never", ask: "ask each time", always: "always" }}
        help="Hash, ids, numbers and lengths; never paths, labels or keys."
      />
    </Section>
  );
}
