import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for the instance itself. */
export const GENERAL_TEXTS = {
  "general.host.bindAddress": {
    section: "host",
    label: "Bind address",
    help: "* = every interface; or localhost, or an address. Restart needed.",
  },
  "general.host.port": { section: "host", label: "Port", help: "Restart needed." },
  "general.host.urlBase": {
    section: "host",
    label: "URL base",
    help: "Sub-path behind a reverse proxy. Empty = none. Restart needed.",
  },
  "general.host.instanceName": { section: "host", label: "Instance name", help: "Shown in the page titles." },
  "general.host.applicationUrl": {
    section: "host",
    label: "Application URL",
    help: "The address people use; for links in notifications. Empty = none.",
  },
  "general.host.allowedHosts": {
    section: "host",
    label: "Allowed host names",
    help: "Names this instance is also called by, with commas. Empty = none.",
    advanced: true,
  },
  "general.host.enableSsl": {
    section: "host",
    label: "Enable HTTPS",
    help: "On a port of its own. Restart needed.",
  },
  "general.host.sslPort": { section: "host", label: "HTTPS port", help: "Restart needed." },
  "general.host.sslCertPath": {
    section: "host",
    label: "Certificate",
    help: "A PEM or .pfx file. Empty = none. Restart needed.",
  },
  "general.host.sslKeyPath": {
    section: "host",
    label: "Private key",
    help: "A PEM file. Empty = in the .pfx file. Restart needed.",
  },
  "general.host.sslCertPassword": {
    section: "host",
    label: "Certificate password",
    help: "Of the .pfx file or the key. Empty = none. Restart needed.",
  },
  "general.proxy.enabled": { section: "proxy", label: "Use a proxy" },
  "general.proxy.type": { section: "proxy", label: "Proxy type" },
  "general.proxy.hostname": { section: "proxy", label: "Proxy host", help: "A name or an address. Empty = none." },
  "general.proxy.port": { section: "proxy", label: "Proxy port" },
  "general.proxy.username": { section: "proxy", label: "Proxy user name", help: "Empty = none." },
  "general.proxy.password": { section: "proxy", label: "Proxy password" },
  "general.proxy.bypassFilter": {
    section: "proxy",
    label: "Ignored addresses",
    help: "Not reached through the proxy; wildcards, with commas. Empty = none.",
  },
  "general.proxy.bypassLocalAddresses": {
    section: "proxy",
    label: "Bypass the proxy for local addresses",
    help: "Local calls without encryption that may carry a key never use the proxy.",
  },
  "general.logging.level": { section: "logging", label: "Log level", help: "Debug and Trace add every request." },
  "general.logging.sizeLimitMb": {
    section: "logging",
    label: "Start a new log file at, MB",
    help: "Ten older ones are kept.",
  },
  "general.updates.branch": {
    section: "updates",
    label: "Branch",
    help: "Any other than main shows pre-releases too.",
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
  "general.backups.intervalDays": { section: "backups", label: "Back up every, days" },
  "general.backups.retentionDays": {
    section: "backups",
    label: "Keep backups, days",
    help: "The newest three and manual ones are always kept.",
  },
} as const satisfies Record<string, SettingText>;
