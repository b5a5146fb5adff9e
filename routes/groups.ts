import { API_GROUPS } from "./api/groups.ts";
import type { Group } from "./http/group.ts";

/** Groups of routes for the pages and their common parts. */
export const PAGE_GROUPS: readonly Group[] = [
  { at: ["/api/openapi.json", "/api/docs"], load: async () => (await import("./api/document.tsx")).documentRoutes },
  { at: ["/login", "/logout"], load: async () => (await import("./login.tsx")).loginRoutes },
  { at: ["/login/oidc"], load: async () => (await import("./provider_login.ts")).providerLoginRoutes },
  { at: ["/metrics"], load: async () => (await import("./metrics.ts")).metricsRoutes },
  {
    at: ["/", "/first-steps", "/home"],
    load: async () => (await import("./pages/home/home_pages.tsx")).homePages,
  },
  {
    at: ["/activity", "/jobs"],
    load: async () => (await import("./pages/jobs/activity_pages.tsx")).activityPages,
  },
  { at: ["/bin"], load: async () => (await import("./pages/jobs/bin/bin_pages.tsx")).binPages },
  { at: ["/review"], load: async () => (await import("./pages/jobs/review/review_pages.tsx")).reviewPages },
  {
    at: ["/encode", "/profiles", "/smart-profiles"],
    load: async () => (await import("./pages/encode/encode_pages.tsx")).encodePages,
  },
  { at: ["/checks", "/savings"], load: async () => (await import("./pages/jobs/report_pages.tsx")).reportPages },
  {
    at: ["/settings", "/setup"],
    load: async () => (await import("./pages/platform/settings_pages.tsx")).settingsPages,
  },
  {
    at: ["/manifest.webmanifest", "/service-worker.js", "/offline"],
    load: async () => (await import("./pages/platform/install_pages.tsx")).installPages,
  },
  { at: ["/static"], load: async () => (await import("./pages/platform/static_files.ts")).staticFiles },
  {
    at: ["/movies", "/series", "/views", "/settings/mappings", "/auto"],
    load: async () => (await import("./pages/library/video/library_pages.tsx")).libraryPages,
  },
  { at: ["/policies"], load: async () => (await import("./pages/library/policies/policy_pages.tsx")).policyPages },
  { at: ["/disk-usage"], load: async () => (await import("./pages/library/usage/usage_pages.tsx")).usagePages },
  { at: ["/music"], load: async () => (await import("./pages/library/music/music_pages.tsx")).musicPages },
  { at: ["/local"], load: async () => (await import("./pages/library/local/local_pages.tsx")).localPages },
  { at: ["/discs"], load: async () => (await import("./pages/discs/disc_pages.tsx")).discPages },
  {
    at: ["/scan", "/wanted"],
    load: async () => (await import("./pages/library/scan/scan_pages.tsx")).scanPages,
  },
  { at: ["/search"], load: async () => (await import("./pages/library/search/search_pages.tsx")).searchPages },
  { at: ["/system"], load: async () => (await import("./pages/platform/system/system_pages.tsx")).systemPages },
  { at: ["/agents"], load: async () => (await import("./pages/farm/agent_pages.tsx")).agentPages },
  { at: ["/docs"], load: async () => (await import("./pages/platform/help_pages.ts")).helpPages },
];

export const GROUPS: readonly Group[] = [...API_GROUPS, ...PAGE_GROUPS];
