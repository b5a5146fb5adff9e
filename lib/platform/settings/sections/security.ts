import * as z from "zod";
import { secret } from "./fields.ts";
import { group, settingIn } from "./setting.ts";
import { OidcSettings, ProxyHeaderSettings } from "./sign_in.ts";

const security = settingIn("security");

/** Settings for access and trust. */
export const SecuritySettings = group({
  authentication: security(z.enum(["none", "basic", "forms"]).default("none"), {
    label: "Authentication",
    details: "Enable it before others can reach Lathe.",
    options: { none: "None", basic: "Basic: browser prompt", forms: "Forms: login page" },
  }),
  authenticationRequired: security(
    z.enum(["enabled", "disabledForLocalAddresses"]).default("disabledForLocalAddresses"),
    {
      label: "Authentication required",
      options: { enabled: "for everyone", disabledForLocalAddresses: "except local addresses" },
    },
  ),
  username: security(z.string().max(200).default(""), { label: "User name", empty: "none" }),
  password: security(secret(1024), {
    label: "Password",
    help: "At least 8 characters; masked once set.",
    empty: "none",
  }),
  passwordSet: security(z.boolean().default(false), {
    label: "Password is set",
    help: "Read-only.",
    control: "none",
  }),
  apiKey: settingIn("api-key")(z.string().regex(/^([0-9a-f]{64})?$/).default("").meta({ secret: true }), {
    label: "API key",
    help: "Clients on other networks send it as X-Api-Key.",
    details: "Created at the first start and always accepted. Only `POST /api/settings/apikey` changes it.",
    control: "none",
    anchor: "api-key",
  }),
  certificateValidation: security(z.enum(["enabled", "disabledForLocalAddresses", "disabled"]).default("enabled"), {
    label: "Certificate validation",
    details: "For certificates of other servers. `disabledForLocalAddresses` suits managers with a self-signed one.",
    options: { enabled: "always", disabledForLocalAddresses: "not for local addresses", disabled: "never" },
    advanced: true,
  }),
  trustedProxies: security(z.array(z.string().min(1).max(64)).max(50).default([]), {
    label: "Trusted proxies",
    help: "Proxies whose X-Forwarded headers are trusted, separated by commas.",
    empty: "any local address",
    advanced: true,
  }),
  mediaRoots: security(z.array(z.string().min(1).max(4096)).max(100).default([]), {
    label: "Media folders",
    help: "One per line; only files in these folders can be encoded.",
    empty: "any readable file",
    details: "Set it to restrict Lathe to your media.",
    control: "lines",
  }),
  oidc: OidcSettings,
  proxyHeader: ProxyHeaderSettings,
});
