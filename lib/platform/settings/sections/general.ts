import * as z from "zod";
import { address, anyPath, FOLDER, port, secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const hostName = z.string().min(1).max(255).regex(/^[A-Za-z0-9.:[\]_-]+$/, "Use a host name or address.");
/** File extensions of certificates and keys. */
const CERTIFICATE = { pick: [".pem", ".crt", ".cer", ".key", ".pfx", ".p12"] };

const host = settingIn("host");
const https = settingIn("host", "HTTPS");
const proxy = settingIn("proxy");
const logging = settingIn("logging");
const updates = settingIn("updates");
const backups = settingIn("backups");

/** Environment variables can lock `bindAddress`, `port` and `urlBase`. */
export const HostSettings = group({
  bindAddress: host(
    z.string().min(1).max(255).regex(/^(\*|[A-Za-z0-9.:_-]+)$/, "Use *, localhost or an address.").default("*"),
    {
      label: "Bind address",
      help: "* = all interfaces; otherwise localhost or an address.",
      details: "`localhost` accepts connections only from this server, for example from a proxy.",
      restart: true,
    },
  ),
  port: host(port(3939), { label: "Port", restart: true }),
  urlBase: host(
    z.string().max(200).regex(
      /^(\/[A-Za-z0-9._~-]+)*$/,
      "Use a path such as /lathe, without a trailing slash.",
    ).default(""),
    {
      label: "URL base",
      help: "Sub-path behind a reverse proxy.",
      empty: "none",
      placeholder: "/lathe",
      restart: true,
    },
  ),
  instanceName: host(z.string().trim().min(1).max(100).default("Lathe"), {
    label: "Instance name",
    help: "Shown in page titles.",
  }),
  applicationUrl: host(address(""), {
    label: "Application URL",
    help: "The address users open, for links in notifications.",
    empty: "none",
    details: "Also used in webhook addresses. Its host name is always allowed.",
    placeholder: "https://lathe.example.org",
  }),
  allowedHosts: host(z.array(hostName).max(50).default([]), {
    label: "Allowed host names",
    help: "Other host names of this server, separated by commas.",
    empty: "none",
    advanced: true,
  }),
  enableSsl: https(toggle(false), {
    label: "Enable HTTPS",
    help: "On a separate port.",
    restart: true,
    reveals: true,
  }),
  sslPort: https(port(9898), { label: "HTTPS port", restart: true }),
  sslCertPath: https(anyPath(), {
    label: "Certificate",
    help: "A PEM or .pfx file.",
    empty: "none",
    restart: true,
    ...CERTIFICATE,
  }),
  sslKeyPath: https(anyPath(), {
    label: "Private key",
    help: "A PEM file.",
    empty: "in the .pfx file",
    restart: true,
    ...CERTIFICATE,
  }),
  sslCertPassword: https(secret(), {
    label: "Certificate password",
    help: "For the .pfx file or the key.",
    empty: "none",
    restart: true,
  }),
});

/** Outgoing proxy. */
export const ProxySettings = group({
  enabled: proxy(toggle(false), { label: "Use a proxy", reveals: true }),
  type: proxy(z.enum(["http", "https", "socks5"]).default("http"), {
    label: "Proxy type",
    options: { http: "HTTP", https: "HTTPS", socks5: "SOCKS5" },
  }),
  hostname: proxy(z.union([z.literal(""), hostName]).default(""), {
    label: "Proxy host",
    help: "A host name or address.",
    empty: "none",
  }),
  port: proxy(port(8080), { label: "Proxy port" }),
  username: proxy(z.string().max(200).default(""), { label: "Proxy user name", empty: "none" }),
  password: proxy(secret(), { label: "Proxy password", help: "Masked once set.", empty: "none" }),
  bypassFilter: proxy(z.string().max(2000).default(""), {
    label: "Ignored addresses",
    help: "Reached without the proxy; wildcards allowed, separated by commas.",
    empty: "none",
    placeholder: "nas, *.lan, 10.0.*",
  }),
  bypassLocalAddresses: proxy(toggle(true), {
    label: "Bypass the proxy for local addresses",
    help: "Unencrypted local requests that may carry a key never use the proxy.",
  }),
});

export const LoggingSettings = group({
  level: logging(z.enum(["info", "debug", "trace"]).default("info"), {
    label: "Log level",
    help: "Debug and Trace also log every request.",
    details: "Use them to troubleshoot a problem.",
    options: { info: "Info", debug: "Debug", trace: "Trace" },
  }),
  sizeLimitMb: logging(z.int().min(1).max(100).default(2), {
    label: "Maximum log file size (MB)",
    help: "Nine older files are kept.",
  }),
});

export const UpdateSettings = group({
  branch: updates(z.string().max(60).default("main"), {
    label: "Branch",
    help: "Any branch other than main includes pre-releases.",
  }),
  mechanism: updates(z.enum(["", "builtIn", "script", "docker", "external"]).default(""), {
    label: "Install instructions for",
    options: {
      "": "detected automatically",
      builtIn: "the package",
      script: "an update script",
      docker: "Docker",
      external: "another package manager",
    },
  }),
  scriptPath: updates(anyPath(), {
    label: "Update script",
    help: "Shown in the instructions.",
    empty: "none",
    pick: [""],
  }),
  automatic: updates(toggle(false), {
    label: "Automatic updates",
    help: "Kept for other tools; has no effect here.",
    details: "Lathe never updates itself.",
  }),
});

export const BackupSettings = group({
  folder: backups(anyPath(), {
    label: "Backup folder",
    help: "Relative to the configuration folder.",
    empty: "its data/backups",
    details: "Use a different disk if possible.",
    ...FOLDER,
  }),
  intervalDays: backups(z.int().min(1).max(7).default(7), { label: "Backup interval (days)" }),
  retentionDays: backups(z.int().min(1).max(3650).default(28), {
    label: "Keep backups (days)",
    help: "The three newest and manual backups are always kept.",
  }),
});
