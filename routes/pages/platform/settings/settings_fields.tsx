import type { ComponentType } from "preact";
import {
  allSettings,
  type Setting,
  settingAt,
  type SettingKey,
} from "../../../../lib/platform/settings/all_settings.ts";
import { SECTION_PLACES, type SectionId, type SettingsPageId } from "../../../../lib/platform/settings/pages.ts";
import { CardLimits } from "./sections/settings_cards.tsx";
import { Connections, PathMappings } from "./sections/settings_connections.tsx";
import { AddTargets, Drives } from "./sections/settings_discs.tsx";
import { LocalFolders } from "./sections/local_folders.tsx";
import { Notifications } from "./sections/settings_notifications.tsx";
import { MqttTestButton } from "./sections/settings_mqtt.tsx";
import { Players } from "./sections/settings_players.tsx";
import { OidcFoot } from "./sections/settings_sign_in.tsx";
import { SettingControl } from "./settings_controls.tsx";
import { LEADS } from "./settings_leads.tsx";
import { Feature, Part, Section, useSettings } from "./settings_section.tsx";
import { ChecksField, TextField } from "../../../../lib/ui/field.tsx";

const DAYS = [
  ["1", "Monday"],
  ["2", "Tuesday"],
  ["3", "Wednesday"],
  ["4", "Thursday"],
  ["5", "Friday"],
  ["6", "Saturday"],
  ["0", "Sunday"],
] as const;

/** Checkboxes for the weekdays of the schedule. */
function ScheduleDays() {
  const { days } = useSettings().settings.transcoding.schedule;
  const { key, help } = settingAt("transcoding.schedule.days");
  return <ChecksField name={key} label="Days" type="numbers" values={days} options={DAYS} help={help} />;
}

/** Special controls, by setting. All other settings have the control that fits their schema. */
const CUSTOM: Partial<Record<SettingKey, ComponentType>> = {
  "pathMappings": PathMappings,
  "transcoding.schedule.days": ScheduleDays,
  "transcoding.cards": CardLimits,
  "localMedia.folders": LocalFolders,
  "disc.addTargets": AddTargets,
  "notifications.targets": Notifications,
  "players.servers": Players,
  "general.security.password": LoginFields,
  "general.security.oidc.buttonLabel": OidcFoot,
};

/** Special layouts, by section, and content after the settings of a section. */
const LAYOUTS: Partial<Record<SectionId, ComponentType>> = { connections: Connections };
const ENDS: Partial<Record<SectionId, ComponentType>> = { discs: Drives, mqtt: MqttTestButton };

/** All fields of a page, named as in the API. */
export const SettingsFields = ({ page }: { page: SettingsPageId }) => (
  <>{SECTION_PLACES.filter((place) => place.page.id === page).map(({ id }) => <SectionFields key={id} id={id} />)}</>
);

/** Settings of a section in the order of the schema, followed by its parts. */
function SectionFields({ id }: { id: SectionId }) {
  const Lead = LEADS[id];
  const Layout = LAYOUTS[id];
  const End = ENDS[id];
  const settings = allSettings().filter(({ section, control }) => section === id && control !== "none");
  if (settings.length === 0) return null;
  const parts = Map.groupBy(settings, ({ part }) => part);
  return (
    <Section id={id} lead={Lead && <Lead />}>
      {Layout ? <Layout /> : <Fields settings={parts.get(undefined) ?? []} />}
      {[...parts].map(([title, members]) =>
        title !== undefined && (
          <Part
            key={title}
            title={title}
            id={members.length === 1 ? members[0]?.anchor : undefined}
            advanced={members.every(({ advanced }) => advanced)}
          >
            <Fields settings={members} />
          </Part>
        )
      )}
      {End && <End />}
    </Section>
  );
}

/**
 * Fields in display order. A switch that shows or hides settings is grouped with the fields that follow it in the same
 * object.
 */
function Fields({ settings }: { settings: readonly Setting[] }) {
  const [first, ...others] = settings;
  if (first === undefined) return null;
  const within = first.key.replace(/[^.]+$/, "");
  const end = first.reveals ? others.findIndex(({ key }) => !key.startsWith(within)) : 0;
  const revealed = end === -1 ? others : others.slice(0, end);
  const Custom = CUSTOM[first.key as SettingKey];
  const field = Custom ? <Custom /> : <SettingControl name={first.key as SettingKey} />;
  return (
    <>
      {revealed.length === 0 ? field : (
        <Feature on={field}>
          <Fields settings={revealed} />
        </Feature>
      )}
      <Fields settings={others.slice(revealed.length)} />
    </>
  );
}

/** Password field, and the field for the current password, which a change of the login requires. */
export function LoginFields() {
  return (
    <>
      <SettingControl name="general.security.password" />
      <CurrentPassword />
    </>
  );
}

/** Field for the current password. Hidden until a password is set. */
export function CurrentPassword() {
  const { passwordSet } = useSettings().settings.general.security;
  return (
    <div data-when="general.security.passwordSet" hidden={!passwordSet}>
      <TextField
        name="general.security.currentPassword"
        label="Current password"
        value=""
        secret
        help="Required to change the user name, the password or other login methods, and to disable authentication."
      />
    </div>
  );
}
