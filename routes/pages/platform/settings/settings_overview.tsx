import type { NamedConnection } from "../../../../lib/library/health/connection_states.ts";
import { count } from "../../../../lib/kit/format.ts";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { SETTINGS_PAGES, type SettingsPageId } from "../../../../lib/platform/settings/pages.ts";
import { RestartNote } from "./settings.tsx";
import { SettingsFinder } from "./settings_finder.tsx";
import type { SettingsData } from "./settings_section.tsx";

/** Data of the settings overview. */
export interface SettingsOverviewData extends SettingsData {
  connections: NamedConnection[];
  query?: string;
}

/** All settings pages, each with one line about its current state. */
export function SettingsOverview({ query, ...data }: SettingsOverviewData) {
  const link = useLink();
  return (
    <Page title="Settings" lead="Changes apply to future jobs.">
      <div class="settings" data-behaviour="settingsOverview">
        <RestartNote isShown={data.restartRequired} />
        <SettingsFinder query={query} />
        <ul class="tiles settings-tiles">
          {SETTINGS_PAGES.map(({ id, label, about, sections }) => (
            <li key={id} class="tile">
              <h2>
                <a href={link(`/settings/${id}`)} data-sections={sections.map((section) => section.id).join(" ")}>
                  {label}
                </a>
              </h2>
              <p>{STATES[id](data)}</p>
              <p class="quiet small">{about}</p>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}

/** Returns the state line of each page. */
const STATES: Record<SettingsPageId, (data: SettingsOverviewData) => string> = {
  connections: ({ connections, settings }) => {
    const used = connections.filter(({ configured }) => configured);
    const silent = used.filter(({ ok }) => !ok);
    const mappings = settings.pathMappings.length === 0 ? [] : [count(settings.pathMappings.length, "path mapping")];
    if (used.length === 0) return ["No connections", ...mappings].join(" · ");
    const names = used.map(({ name }) => name).join(", ");
    return [names, ...silent.map(({ name }) => `${name} is not available`), ...mappings].join(" · ");
  },
  encoding: ({ settings: { concurrency, transcoding } }) =>
    [
      concurrency === 0 ? "No encodes start" : `${count(concurrency, "encode")} at a time`,
      transcoding.hardwareAcceleration === "none" ? "software" : `hardware: ${transcoding.hardwareAcceleration}`,
      ...(transcoding.schedule.enabled ? [`from ${transcoding.schedule.from} until ${transcoding.schedule.to}`] : []),
    ].join(" · "),
  profiles: ({ settings: { defaultProfiles }, profiles }) => {
    const nameOf = (id: string) => profiles.find((one) => one.id === id)?.name ?? `${id} (not found)`;
    return `Movies: ${nameOf(defaultProfiles.movie)} · Series: ${nameOf(defaultProfiles.tv)}`;
  },
  library: ({ settings: { localMedia } }) =>
    localMedia.enabled
      ? ["Local media is indexed", ...localMedia.folders.length > 0 ? [count(localMedia.folders.length, "folder")] : []]
        .join(" · ")
      : "Local media is not indexed",
  auto: ({ settings: { auto } }) =>
    auto.enabled ? `On · scans every ${count(auto.scanIntervalMinutes, "minute")}` : "Off",
  discs: ({ settings: { disc } }) =>
    !disc.enabled
      ? "Drives are not watched"
      : disc.autoRip
      ? "Drives are watched · identified discs are ripped"
      : "Drives are watched · ripping is manual",
  notifications: ({ settings: { notifications: { targets } } }) => {
    const on = targets.filter(({ enabled }) => enabled).length;
    return targets.length === 0 ? "No targets" : `${on} of ${count(targets.length, "target")} enabled`;
  },
  players: ({ settings: { players: { servers } } }) => {
    const used = servers.filter(({ enabled }) => enabled);
    if (used.length === 0) return "No players";
    const names = used.map(({ name }) => name).join(", ");
    return used.some(({ pauseEncodes }) => pauseEncodes) ? `${names} · encodes wait while somebody watches` : names;
  },
  dashboards: ({ settings: { mqtt } }) =>
    mqtt.enabled && mqtt.url !== "" ? `Home Assistant over ${new URL(mqtt.url).host}` : "No MQTT broker",
  general: ({ settings: { general: { host, proxy, backups } } }) =>
    [
      `${host.instanceName} on port ${host.port}`,
      ...(host.enableSsl ? [`HTTPS on port ${host.sslPort}`] : []),
      ...(proxy.enabled ? ["through a proxy"] : []),
      `a backup every ${count(backups.intervalDays, "day")}`,
    ].join(" · "),
  security: ({ settings: { general: { security } } }) =>
    security.authentication === "none"
      ? "No login required"
      : security.authenticationRequired === "enabled"
      ? "Login required"
      : "Login required except for local addresses",
  agents: ({ settings: { agents } }) => agents.enabled ? "Agents are enabled" : "Agents are disabled",
};
