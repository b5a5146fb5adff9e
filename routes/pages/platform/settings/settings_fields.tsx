import type { ComponentType } from "preact";
import { ChecksField } from "../../../../lib/ui/field.tsx";
import type { SettingsPageId } from "../../../../lib/ui/settings/setting_pages.ts";
import { Connections, PathMappings } from "./sections/settings_connections.tsx";
import {
  ChoiceSetting,
  ListSetting,
  NumberSetting,
  ProfileSetting,
  SwitchSetting,
  TextSetting,
} from "./settings_controls.tsx";
import { Discs } from "./sections/settings_discs.tsx";
import { Backups, Host, Logging, Proxy, Updates } from "./sections/settings_host.tsx";
import { LocalMedia, MetadataServices } from "./sections/settings_media.tsx";
import { Notifications } from "./sections/settings_notifications.tsx";
import { Feature, Part, Section, useSettings } from "./settings_section.tsx";
import { Security } from "./sections/settings_security.tsx";
import { Agents, Experiments, Hardware, PictureSubtitles, Programs } from "./sections/settings_tools.tsx";

/** Sections of each page in display order. */
const PAGES: Record<SettingsPageId, readonly ComponentType[]> = {
  connections: [Connections, PathMappings],
  encoding: [Encoding, Hardware, PictureSubtitles, Programs],
  profiles: [DefaultProfiles],
  library: [LocalMedia, Search, MetadataServices],
  auto: [AutoTranscode],
  discs: [Discs],
  notifications: [Notifications],
  general: [Host, Proxy, Logging, Updates, Backups],
  security: [Security],
  agents: [Agents, Experiments],
};

/** All fields of a page, named as in the API. */
export const SettingsFields = ({ page }: { page: SettingsPageId }) => (
  <>{PAGES[page].map((Fields, i) => <Fields key={i} />)}</>
);

function Encoding() {
  return (
    <Section id="encoding">
      <NumberSetting name="concurrency" />
      <ChoiceSetting
        name="transcodeTemp"
        labels={{ transcodes: "in the transcodes folder, then moved", output: "next to the final file" }}
      />
      <ChoiceSetting
        name="transcoding.verify"
        labels={{
          windows: "in samples; in full before an original is replaced",
          full: "in full, always",
          off: "streams and length only",
        }}
      />
      <NumberSetting name="transcoding.keepOriginalDays" />
      <NumberSetting name="stallTimeoutMinutes" />
      <NumberSetting name="pollIntervalSeconds" />
      <SwitchSetting name="preventSleep" />
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
      <Feature on={<SwitchSetting name="transcoding.schedule.enabled" />}>
        <TextSetting name="transcoding.schedule.from" type="time" />
        <TextSetting
          name="transcoding.schedule.to"
          type="time"
        />
        <ChecksField
          name="transcoding.schedule.days"
          label="Days"
          type="numbers"
          values={schedule.days}
          options={DAYS}
          help="None selected = every day (default)."
        />
      </Feature>
    </Part>
  );
}

function DefaultProfiles() {
  return (
    <Section id="defaults" lead="Used where nothing else is selected. Smart profiles can be selected, too.">
      <ProfileSetting name="defaultProfiles.movie" />
      <ProfileSetting name="defaultProfiles.tv" />
      <ProfileSetting name="defaultProfiles.anime" />
      <ProfileSetting name="defaultProfiles.music" />
      <ListSetting name="languages.preferred" />
    </Section>
  );
}

function Search() {
  return (
    <Section id="searching">
      <SwitchSetting name="remuxOnly" />
      <SwitchSetting name="searchDiscReleases" />
    </Section>
  );
}

function AutoTranscode() {
  const standard = "the default profile";
  return (
    <Section id="auto" lead="Queues new remuxes from the managers' libraries automatically.">
      <Feature on={<SwitchSetting name="auto.enabled" />}>
        <SwitchSetting name="auto.includeExisting" />
        <SwitchSetting name="auto.sources.movie" />
        <SwitchSetting name="auto.sources.series" />
        <NumberSetting name="auto.scanIntervalMinutes" />
        <NumberSetting name="auto.maxPerScan" />
        <ProfileSetting name="auto.profiles.movie" none={standard} />
        <ProfileSetting name="auto.profiles.tv" none={standard} />
        <ProfileSetting name="auto.profiles.anime" none={standard} />
      </Feature>
    </Section>
  );
}
