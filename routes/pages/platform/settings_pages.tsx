import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { toolsOf } from "../../api/platform/setup.ts";
import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { SettingsPage } from "./settings/settings.tsx";
import { SetupPage } from "./setup.tsx";

/** Settings, and what is set up first. */
export function settingsPages(services: Services) {
  const { settings, profiles } = services;
  const { page } = drawing(services);
  const app = router();
  app.get("/settings", async (c) =>
    page(
      c,
      <SettingsPage
        settings={settings.masked() as Settings}
        profiles={[...await profiles.smart.list(), ...await profiles.list()]}
        locked={settings.locked()}
        restartRequired={settings.restartRequired()}
        unseen={await services.mappings.unseen()}
        devices={await services.hardware.devices()}
      />,
    ));
  app.get("/setup", async (c) => page(c, <SetupPage {...await toolsOf(services)} />));
  return app;
}
