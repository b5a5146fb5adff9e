import {
  ChoiceSetting,
  FolderSetting,
  ListSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from "../settings_controls.tsx";
import { Feature, Part, Section } from "../settings_section.tsx";

/** Settings of this instance: address, proxy, logs, updates and backups. */

/** Extensions of certificate and key files. */
const CERTIFICATE_FILES = { endings: [".pem", ".crt", ".cer", ".key", ".pfx", ".p12"] };

/** Address and names of the service. */
export function Host() {
  return (
    <Section id="host">
      <TextSetting name="general.host.bindAddress" />
      <NumberSetting name="general.host.port" />
      <TextSetting
        name="general.host.urlBase"
        placeholder="/lathe"
      />
      <TextSetting name="general.host.instanceName" />
      <TextSetting
        name="general.host.applicationUrl"
        placeholder="https://lathe.example.org"
      />
      <ListSetting name="general.host.allowedHosts" />
      <Part title="HTTPS">
        <Feature on={<SwitchSetting name="general.host.enableSsl" />}>
          <NumberSetting name="general.host.sslPort" />
          <TextSetting name="general.host.sslCertPath" pick={CERTIFICATE_FILES} />
          <TextSetting name="general.host.sslKeyPath" pick={CERTIFICATE_FILES} />
          <SecretSetting name="general.host.sslCertPassword" />
        </Feature>
      </Part>
    </Section>
  );
}

/** Outgoing proxy. */
export function Proxy() {
  return (
    <Section id="proxy" lead="Used for metadata, cover art and managers on other machines.">
      <Feature on={<SwitchSetting name="general.proxy.enabled" />}>
        <ChoiceSetting
          name="general.proxy.type"
          labels={{ http: "HTTP", https: "HTTPS", socks5: "SOCKS5" }}
        />
        <TextSetting name="general.proxy.hostname" />
        <NumberSetting name="general.proxy.port" />
        <TextSetting name="general.proxy.username" />
        <SecretSetting name="general.proxy.password" />
        <TextSetting
          name="general.proxy.bypassFilter"
          placeholder="nas, *.lan, 10.0.*"
        />
        <SwitchSetting name="general.proxy.bypassLocalAddresses" />
      </Feature>
    </Section>
  );
}

/** Log settings. */
export function Logging() {
  return (
    <Section id="logging">
      <ChoiceSetting
        name="general.logging.level"
        labels={{ info: "Info", debug: "Debug", trace: "Trace" }}
      />
      <NumberSetting name="general.logging.sizeLimitMb" />
    </Section>
  );
}

/** Settings for checking new releases. */
export function Updates() {
  return (
    <Section id="updates" lead="Lathe shows how to install a newer release; it does not update itself.">
      <TextSetting name="general.updates.branch" />
      <ChoiceSetting
        name="general.updates.mechanism"
        labels={{
          "": "detected automatically",
          builtIn: "the package",
          script: "an update script",
          docker: "Docker",
          external: "another package manager",
        }}
      />
      <TextSetting name="general.updates.scriptPath" pick={{ endings: [""] }} />
      <SwitchSetting name="general.updates.automatic" />
    </Section>
  );
}

/** Backups of settings and history. */
export function Backups() {
  return (
    <Section id="backups" lead="Backups contain the secrets from these settings. Keep their folder private.">
      <FolderSetting name="general.backups.folder" />
      <NumberSetting name="general.backups.intervalDays" />
      <NumberSetting name="general.backups.retentionDays" />
    </Section>
  );
}
