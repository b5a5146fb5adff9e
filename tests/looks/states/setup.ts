import { SETTINGS_PAGES } from "../../../lib/platform/settings/pages.ts";
import { address, type State, visit } from "../state.ts";

/** States of Profiles, Settings, System and Help. */
export const SETUP_STATES: State[] = [
  address("profiles", "/profiles", "h1"),
  address("profile", ({ profile }) => `/profiles/${profile}`, "#profile-preview pre"),
  address("profile-preset", "/profiles/builtin-movie-1080p", "h1"),
  address("profile-smart", "/smart-profiles/builtin-smart-anime", "h1"),
  address("profile-import", "/profiles/import", "h1"),
  address("settings", "/settings", "h1"),
  ...SETTINGS_PAGES.map(({ id }) => address(`settings-${id}`, `/settings/${id}`, "h2")),
  address("mappings", "/settings/mappings", "h1"),
  {
    name: "settings-search",
    open: async (page, { url }) => {
      await visit(page, url, "/settings");
      await page.locator("main input[type=search]").first().pressSequentially("temp");
    },
  },
  address("system", "/system", "h1"),
  ...["tasks", "events", "logs", "backups", "updates"].map((id) => address(`system-${id}`, `/system/${id}`, "h1")),
  address("checks", "/checks", "h1"),
  address("setup", "/setup", "h1"),
  address("help", "/docs", "h1"),
  address("help-page", "/docs/settings", "h1"),
  address("help-evidence", "/docs/evidence", "h1"),
  address("api", "/api/docs", "h1"),
];
