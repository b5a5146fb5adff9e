import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for the instance itself. */
export const GENERAL_TEXTS = {
  "general.host.bindAddress": {
    section: "host",
    label: "Bind address",
    help: "* = all interfaces; otherwise localhost or an address. Restart required.",
  },
  "general.host.port": { section: "host", label: "Port", help: "Restart required." },
  "general.host.urlBase": {
    section: "host",
    label: "URL base",
    help: "Sub-path behind a reverse proxy. Empty = none. Restart required.",
  },
  "general.host.instanceName": { section: "host", label: "Instance name", help: "Shown in page titles." },
  "general.host.applicationUrl": {
    section: "host",
    label: "Application URL",
    help: "The address users open, for links in notifications. Empty = none.",
  },
  "general.host.allowedHosts": {
    section: "host",
    label: "Allowed host names",
    help: "Other host names of this server, separated by commas. Empty = none.",
    advanced: true,
  },
  "general.host.enableSsl": {
    section: "host",
    label: "Enable HTTPS",
    help: "On a separate port. Restart required.",
  },
  "general.host.sslPort": { section: "host", label: "HTTPS port", help: "Restart required." },
  "general.host.sslCertPath": {
    section: "host",
    label: "Certificate",
    help: "A PEM or .pfx file. Empty = none. Restart required.",
  },
  "general.host.sslKeyPath": {
    section: "host",
    label: "Private key",
    help: "A PEM file. Empty = in the .pfx file. Restart required.",
  },
  "general.host.sslCertPassword": {
    section: "host",
    label: "Certificate password",
    help: "For the .pfx file or the key. Empty = none. Restart required.",
  },
  "general.proxy.enabled": { section: "proxy", label: "Use a proxy" },
  "general.proxy.type": { section: "proxy", label: "Proxy type" },
  "general.proxy.hostname": { section: "proxy", label: "Proxy host", help: "A host name or address. Empty = none." },
  "general.proxy.port": { section: "proxy", label: "Proxy port" },
  "general.proxy.username": { section: "proxy", label: "Proxy user name", help: "Empty = none." },
  "general.proxy.password": { section: "proxy", label: "Proxy password" },
  "general.proxy.bypassFilter": {
    section: "proxy",
    label: "Ignored addresses",
    help: "Reached without the proxy; wildcards allowed, separated by commas. Empty = none.",
  },
  "general.proxy.bypassLocalAddresses": {
    section: "proxy",
    label: "Bypass the proxy for local addresses",
    help: "Unencrypted local requests that may carry a key never use the proxy.",
  },
  "general.logging.level": { section: "logging", label: "Log level", help: "Debug and Trace also log every request." },
  "general.logging.sizeLimitMb": {
    section: "logging",
    label: "Maximum log file size (MB)",
    help: "Ten older files are kept.",
  },
  "general.updates.branch": {
    section: "updates",
    label: "Branch",
    help: "Any branch other than main includes pre-releases.",
  },
  "general.updates.mechanism": { section: "updates", label: "Install instructions for" },
  "general.updates.scriptPath": {
    section: "updates",
    label: "Update script",
    help: "Shown in the instructions. Empty = none.",
  },
  "general.updates.automatic": {
    section: "updates",
    label: "Automatic updates",
    help: "Kept for other tools; has no effect here.",
  },
  "general.backups.folder": {
    section: "backups",
    label: "Backup folder",
    help: "Relative to the configuration folder. Empty = its data/backups.",
  },
  "general.backups.intervalDays": { section: "backups", label: "Backup interval (days)" },
  "general.backups.retentionDays": {
    section: "backups",
    label: "Keep backups (days)",
    help: "The three newest and manual backups are always kept.",
  },
} as const satisfies Record<string, SettingText>;
