import * as z from "zod";
import { address, port, secret } from "./fields.ts";

const hostName = z.string().min(1).max(255).regex(/^[A-Za-z0-9.:[\]_-]+$/, "Use a host name or address.");

/** Settings under `host` require a restart. The environment may lock `bindAddress`, `port` and `urlBase`. */
const HostSettings = z.object({
  bindAddress: z.string().min(1).max(255).regex(/^(\*|[A-Za-z0-9.:_-]+)$/, "Use *, localhost or an address.")
    .default("*"),
  port: port(3939),
  urlBase: z.string().max(200).regex(
    /^(\/[A-Za-z0-9._~-]+)*$/,
    "Use a path such as /lathe, without a trailing slash.",
  )
    .default(""),
  instanceName: z.string().trim().min(1).max(100).default("Lathe"),
  applicationUrl: address("").describe("The address at which others reach this instance"),
  enableSsl: z.boolean().default(false),
  sslPort: port(9898),
  sslCertPath: z.string().max(4096).default(""),
  sslKeyPath: z.string().max(4096).default(""),
  sslCertPassword: secret(),
  allowedHosts: z.array(hostName).max(50).default([]).describe("Other host names of this instance"),
});

const SecuritySettings = z.object({
  authentication: z.enum(["none", "basic", "forms"]).default("none"),
  authenticationRequired: z.enum(["enabled", "disabledForLocalAddresses"]).default("disabledForLocalAddresses"),
  username: z.string().max(200).default(""),
  password: z.string().max(1024).default("").meta({ secret: true }),
  passwordSet: z.boolean().default(false),
  apiKey: z.string().regex(/^([0-9a-f]{64})?$/).default("").meta({ secret: true }),
  certificateValidation: z.enum(["enabled", "disabledForLocalAddresses", "disabled"]).default("enabled"),
  trustedProxies: z.array(z.string().min(1).max(64)).max(50).default([]).describe("Empty = any local address"),
  mediaRoots: z.array(z.string().min(1).max(4096)).max(100).default([]).describe("Empty = any readable file"),
});

const ProxySettings = z.object({
  enabled: z.boolean().default(false),
  type: z.enum(["http", "https", "socks5"]).default("http"),
  hostname: z.union([z.literal(""), hostName]).default(""),
  port: port(8080),
  username: z.string().max(200).default(""),
  password: secret(),
  bypassFilter: z.string().max(2000).default(""),
  bypassLocalAddresses: z.boolean().default(true),
});

/** Settings of host, security, proxy, logging, updates and backups. */
export const GeneralSettings = z.object({
  host: HostSettings.prefault({}),
  security: SecuritySettings.prefault({}),
  proxy: ProxySettings.prefault({}),
  logging: z.object({
    level: z.enum(["info", "debug", "trace"]).default("info"),
    sizeLimitMb: z.int().min(1).max(100).default(2),
  }).prefault({}),
  updates: z.object({
    branch: z.string().max(60).default("main"),
    automatic: z.boolean().default(false),
    mechanism: z.enum(["", "builtIn", "script", "docker", "external"]).default(""),
    scriptPath: z.string().max(4096).default(""),
  }).prefault({}),
  backups: z.object({
    folder: z.string().max(4096).default(""),
    intervalDays: z.int().min(1).max(7).default(7),
    retentionDays: z.int().min(1).max(3650).default(28),
  }).prefault({}),
});
