import { ChecksField } from "../../../../lib/ui/field.tsx";
import { Connections, PathMappings } from "./settings_connections.tsx";
import {
  ChoiceSetting,
  ListSetting,
  NumberSetting,
  ProfileSetting,
  SwitchSetting,
  TextSetting,
} from "./settings_controls.tsx";
import { Discs } from "./settings_discs.tsx";
import { Backups, Host, Logging, Proxy, Updates } from "./settings_host.tsx";
import { LocalMedia, MetadataServices } from "./settings_media.tsx";
import { Notifications } from "./settings_notifications.tsx";
import { Part, Section, useSettings } from "./settings_section.tsx";
import { Security } from "./settings_security.tsx";
import { Agents, Experiments, Hardware, PictureSubtitles, Programs } from "./settings_tools.tsx";

/** Every field of the page, named as the API takes it. */
export function SettingsFields() {
  return (
    <>
      <Encoding />
      <Hardware />
      <DefaultProfiles />
      <PictureSubtitles />
      <Programs />
      <Search />
      <Connections />
      <PathMappings />
      <LocalMedia />
      <AutoTranscode />
      <MetadataServices />
      <Notifications />
      <Discs />
      <Agents />
      <Experiments />
      <Host />
      <Security />
      <Proxy />
      <Logging />
      <Updates />
      <Backups />
    </>
  );
}

function Encoding() {
  return (
    <Section id="encoding">
      <NumberSetting name="concurrency" label="Encodes at a time" help="0 starts nothing." />
      <ChoiceSetting
        name="transcodeTemp"
        label="Where encodes are written"
        labels={{ transcodes: "in the transcodes folder, then moved", output: "next to the final file" }}
      />
      <ChoiceSetting
        name="transcoding.verify"
        label="Check finished files"
        labels={{
          windows: "in windows; in full before an original is replaced",
          full: "in full, always",
          off: "streams and length only",
        }}
      />
      <NumberSetting
        name="transcoding.keepOriginalDays"
        label="Keep replaced originals, days"
        help="In a bin beside the file."
      />
      <NumberSetting
        name="stallTimeoutMinutes"
        label="Stop a stalled encode after, minutes"
        help="0 = never."
        advanced
      />
      <NumberSetting
        name="pollIntervalSeconds"
        label="Ask whether a release was imported every, seconds"
        help="For jobs that wait for a grabbed release."
        advanced
      />
      <SwitchSetting name="preventSleep" label="Keep the computer awake while working" />
      <Schedule />
    </Section>
  );
}

const DAYS = [
  ["1", "Monday"],
  ["2", "Tuesday"],
  ["3", "Wednesday"],
  ["4", "Thursday"],
  ["5", "Friday"],
  ["6", "Saturday"],
  ["0", "Sunday"],
] as const;

function Schedule() {
  const { schedule } = useSettings().settings.transcoding;
  return (
    <Part title="Schedule">
      <SwitchSetting
        name="transcoding.schedule.enabled"
        label="Start encodes only at certain hours"
        help="What runs when they end is finished."
      />
      <TextSetting name="transcoding.schedule.from" label="From" type="time" />
      <TextSetting
        name="transcoding.schedule.to"
        label="Until"
        type="time"
        help="Earlier than the start = on the next day."
      />
      <ChecksField
        name="transcoding.schedule.days"
        label="Days"
        type="numbers"
        values={schedule.days}
        options={DAYS}
        help="None ticked = every day, which is the default."
      />
    </Part>
  );
}

function DefaultProfiles() {
  return (
    <Section id="defaults" lead="Used where nothing else is chosen. Smart profiles may be chosen too.">
      <ProfileSetting name="defaultProfiles.movie" label="Films" />
      <ProfileSetting name="defaultProfiles.tv" label="Series" />
      <ProfileSetting name="defaultProfiles.anime" label="Anime" />
      <ProfileSetting name="defaultProfiles.music" label="Music" />
      <ListSetting
        name="languages.preferred"
        label="My languages"
        help="Audio and subtitles that every built-in profile keeps beside the original language, such as eng, deu. Empty = as each profile says."
      />
    </Section>
  );
}

function Search() {
  return (
    <Section id="searching">
      <SwitchSetting
        name="remuxOnly"
        label="Show remuxes only"
        help="What a search starts with; the filter stays on the page."
      />
      <SwitchSetting
        name="searchDiscReleases"
        label="Show whole discs"
        help="Releases that are a disc image or a disc folder. They are ripped once they are here."
      />
    </Section>
  );
}

function AutoTranscode() {
  const standard = "the default profile";
  return (
    <Section id="auto" lead="Queues new remuxes of the managers' libraries by itself.">
      <SwitchSetting name="auto.enabled" label="Queue new remuxes" />
      <SwitchSetting
        name="auto.includeExisting"
        label="Also what was there before"
        help="Else only files that arrive after this is switched on."
      />
      <SwitchSetting name="auto.sources.movie" label="From Radarr" />
      <SwitchSetting name="auto.sources.series" label="From Sonarr" />
      <NumberSetting name="auto.scanIntervalMinutes" label="Look every, minutes" />
      <NumberSetting name="auto.maxPerScan" label="At most per look" help="The rest follows with the next one." />
      <ProfileSetting name="auto.profiles.movie" label="Profile for films" none={standard} />
      <ProfileSetting name="auto.profiles.tv" label="Profile for series" none={standard} />
      <ProfileSetting name="auto.profiles.anime" label="Profile for anime" none={standard} />
    </Section>
  );
}
