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
    help: "Proxies whose X-Forwarded headers are trusted, separated by commas. Empty = any local address.",
    advanced: true,
  },
  "general.security.mediaRoots": {
    section: "security",
    label: "Media folders",
    help: "One per line; only files in these folders can be encoded. Empty = any readable file.",
  },
  "general.security.authentication": { section: "security", label: "Authentication" },
  "general.security.authenticationRequired": { section: "security", label: "Authentication required" },
  "general.security.username": { section: "security", label: "User name", help: "Empty = none." },
  "general.security.password": {
    section: "security",
    label: "Password",
    help: "At least 8 characters; masked once set. Empty = none.",
  },
  "general.security.apiKey": {
    section: "api-key",
    label: "API key",
    help: "Clients on other networks send it as X-Api-Key.",
    anchor: "api-key",
  },
} as const satisfies Record<string, SettingText>;
