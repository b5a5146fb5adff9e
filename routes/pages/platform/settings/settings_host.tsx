import {
  ChoiceSetting,
  ListSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from "./settings_controls.tsx";
import { Part, Section } from "./settings_section.tsx";

/** How this instance runs: its address, the way out, logs, updates and backups. */

/** Where it listens and what it is called. */
export function Host() {
  return (
    <Section id="host">
      <TextSetting
        name="general.host.bindAddress"
        label="Bind address"
        help="* = every interface; or localhost, or an address. Restart needed."
      />
      <NumberSetting name="general.host.port" label="Port" help="Restart needed." />
      <TextSetting
        name="general.host.urlBase"
        label="URL base"
        placeholder="/lathe"
        help="Sub-path behind a reverse proxy. Empty = none. Restart needed."
      />
      <TextSetting name="general.host.instanceName" label="Instance name" help="Shown in the page titles." />
      <TextSetting
        name="general.host.applicationUrl"
        label="Application URL"
        placeholder="https://lathe.example.org"
        help="The address others reach it by; used for links in messages. Empty = none."
      />
      <ListSetting
        name="general.host.allowedHosts"
        label="More host names"
        help="Names this instance is also called by, with commas. Empty = none."
        advanced
      />
      <Part title="HTTPS">
        <SwitchSetting
          name="general.host.enableSsl"
          label="Answer HTTPS too"
          help="On a port of its own. Restart needed."
        />
        <NumberSetting name="general.host.sslPort" label="HTTPS port" help="Restart needed." />
        <TextSetting
          name="general.host.sslCertPath"
          label="Certificate"
          help="A PEM or .pfx file. Empty = none. Restart needed."
        />
        <TextSetting
          name="general.host.sslKeyPath"
          label="Private key"
          help="A PEM file. Empty = in the .pfx file. Restart needed."
        />
        <SecretSetting
          name="general.host.sslCertPassword"
          label="Certificate password"
          help="Of the .pfx file or the key. Empty = none. Restart needed."
        />
      </Part>
    </Section>
  );
}

/** The way out. */
export function Proxy() {
  return (
    <Section id="proxy" lead="Used for metadata, cover art and managers on other machines.">
      <SwitchSetting name="general.proxy.enabled" label="Use a proxy" />
      <ChoiceSetting
        name="general.proxy.type"
        label="Proxy type"
        labels={{ http: "HTTP", https: "HTTPS", socks5: "SOCKS5" }}
      />
      <TextSetting name="general.proxy.hostname" label="Proxy host" help="A name or an address. Empty = none." />
      <NumberSetting name="general.proxy.port" label="Proxy port" />
      <TextSetting name="general.proxy.username" label="Proxy user name" help="Empty = none." />
      <SecretSetting name="general.proxy.password" label="Proxy password" />
      <TextSetting
        name="general.proxy.bypassFilter"
        label="Hosts to ask directly"
        placeholder="nas, *.lan, 10.0.*"
        help="Names with wildcards, with commas. Empty = none."
      />
      <SwitchSetting name="general.proxy.bypassLocalAddresses" label="Ask local addresses directly" />
    </Section>
  );
}

/** What is written down. */
export function Logging() {
  return (
    <Section id="logging">
      <ChoiceSetting
        name="general.logging.level"
        label="Log level"
        labels={{ info: "Info", debug: "Debug", trace: "Trace" }}
        help="Debug and Trace add every request."
      />
      <NumberSetting
        name="general.logging.sizeLimitMb"
        label="Start a new log file at, MB"
        help="Ten older ones are kept."
      />
    </Section>
  );
}

/** How new releases are looked for. */
export function Updates() {
  return (
    <Section id="updates" lead="Lathe shows how to install a newer release; it does not update itself.">
      <TextSetting
        name="general.updates.branch"
        label="Branch"
        help="Any other than main shows pre-releases too."
      />
      <ChoiceSetting
        name="general.updates.mechanism"
        label="Install instructions for"
        labels={{
          "": "what this installation is",
          builtIn: "the package",
          script: "an update script",
          docker: "Docker",
          external: "another package manager",
        }}
      />
      <TextSetting
        name="general.updates.scriptPath"
        label="Update script"
        help="Shown in the instructions. Empty = none."
      />
      <SwitchSetting
        name="general.updates.automatic"
        label="Automatic updates"
        help="Kept for other tools; has no effect here."
      />
    </Section>
  );
}

/** Copies of settings and history. */
export function Backups() {
  return (
    <Section id="backups" lead="Backups hold the secrets of these settings: keep their folder private.">
      <TextSetting
        name="general.backups.folder"
        label="Backup folder"
        help="Relative to the configuration folder. Empty = its data/backups."
      />
      <NumberSetting name="general.backups.intervalDays" label="Back up every, days" />
      <NumberSetting
        name="general.backups.retentionDays"
        label="Keep backups, days"
        help="The newest three always stay, and those made by hand."
      />
    </Section>
  );
}
