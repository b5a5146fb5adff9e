import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for security. */
export const SECURITY_TEXTS = {
  "general.security.certificateValidation": {
    section: "security",
    label: "Certificate validation",
    advanced: true,
  },
  "general.security.trustedProxies": {
    section: "security",
    label: "Trusted proxies",
    help: "Proxies whose X-Forwarded headers are trusted, with commas. Empty = any local address.",
    advanced: true,
  },
  "general.security.mediaRoots": {
    section: "security",
    label: "Media folders",
    help: "One a line; only files below these may be encoded. Empty = any readable file.",
  },
  "general.security.authentication": { section: "security", label: "Authentication" },
  "general.security.authenticationRequired": { section: "security", label: "Authentication required" },
  "general.security.username": { section: "security", label: "User name", help: "Empty = none." },
  "general.security.password": {
    section: "security",
    label: "Password",
    help: "At least 8 characters; shown as stars once it is set. Empty = none.",
  },
  "general.security.apiKey": {
    section: "api-key",
    label: "API key",
    help: "Callers from other networks send it as X-Api-Key.",
    anchor: "api-key",
  },
} as const satisfies Record<string, SettingText>;
