import { shortCardName } from "../../../lib/jobs/capacity/cards.ts";
import type { Context } from "hono";
import type { ComponentChildren } from "preact";
import { managerKind } from "../../../lib/platform/managers/kinds.ts";
import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { SETTINGS_PAGES, type SettingsPageId } from "../../../lib/platform/settings/pages.ts";
import { CALLBACK_PATH, ownAddress } from "../../data/own_address.ts";
import { toolsCheck } from "../../data/system_data.ts";
import { settingObstacles } from "../../data/setting_obstacles.ts";
import { profileOptions } from "../../data/profile_choices.ts";
import { drawing } from "../../http/draw.ts";
import { type AppEnv, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { MakemkvCard, MakemkvFacts } from "./settings/makemkv_card.tsx";
import { HardwareCard } from "../encode/hardware_card.tsx";
import { MetadataCard, MetadataFacts } from "./settings/metadata_card.tsx";
import { SettingsPage } from "./settings/settings.tsx";
import { ConnectionState } from "./settings/sections/settings_connections.tsx";
import { FoundSettings } from "./settings/settings_finder.tsx";
import { SettingsOverview } from "./settings/settings_overview.tsx";
import { type SettingsData, SettingsProvider } from "./settings/settings_section.tsx";
import { SetupPage } from "./setup.tsx";
import { hxForm } from "../../../lib/ui/hx.ts";
import { useLink } from "../../../lib/ui/render.tsx";
import { CopyButton } from "../../../lib/ui/components/copy_button.tsx";

/** Pages for settings and the initial setup. */
export function settingsPages(services: Services) {
  const { connectionStates } = services;
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/settings", async (c) => {
    const query = c.req.query("q") ?? "";
    switch (c.req.query("part")) {
      case "metadata":
        return fragment(c, <MetadataFacts {...await metadataOf(services)} />);
      case "found":
        return fragment(c, <FoundSettings query={query} />);
    }
    const connections = await connectionStates.current();
    return page(c, <SettingsOverview {...await settingsData(services)} connections={connections} query={query} />);
  });
  for (const { id } of SETTINGS_PAGES) {
    app.get(`/settings/${id}`, async (c) => {
      if (id === "discs" && c.req.query("part") === "makemkv") {
        return fragment(c, <MakemkvFacts setup={await services.makemkvSetup.state()} />);
      }
      const data = await settingsData(services);
      const signInAddresses = id === "security" ? signInAddressesOf(c, services) : undefined;
      const connections = id === "connections" ? await connectionStates.current() : undefined;
      const kind = managerKind(c.req.query("state") ?? "");
      if (kind !== undefined) {
        const state = <ConnectionState kind={kind} />;
        return fragment(c, <SettingsProvider value={{ ...data, connections }}>{state}</SettingsProvider>);
      }
      const unseen = id === "connections" ? await services.mappings.unseen() : undefined;
      const aside = await ASIDES[id]?.(services);
      const players = id === "players" ? await services.players.list() : undefined;
      const states = { unseen, connections, players, signInAddresses };
      return page(c, <SettingsPage id={id} {...data} {...states}>{aside}</SettingsPage>);
    });
  }
  app.get("/setup", async (c) => page(c, <SetupPage {...await toolsCheck(services)} />));
  return app;
}

const signInAddressesOf = (c: Context<AppEnv>, services: Services) => ({
  callback: ownAddress(c, services, CALLBACK_PATH),
  loggedOut: ownAddress(c, services, "/login"),
});

const metadataOf = async (services: Services) => ({ state: await services.metadataState(), now: new Date() });

/** Functions that render the cards below the form of some settings pages, by page. */
const ASIDES: Partial<Record<SettingsPageId, (services: Services) => Promise<ComponentChildren>>> = {
  encoding: async ({ settings, hardware }) => (
    <HardwareCard
      transcoding={(settings.masked() as Settings).transcoding}
      machine={await hardware.machine()}
    />
  ),
  discs: async ({ makemkvSetup }) => <MakemkvCard setup={await makemkvSetup.state()} />,
  library: async (services) => <MetadataCard {...await metadataOf(services)} />,
  security: () => Promise.resolve(<ApiKeyCard />),
};

/** Returns the settings with the data that their fields need. */
export async function settingsData(
  services: Pick<Services, "settings" | "profiles" | "hardware">,
): Promise<SettingsData> {
  const { settings, profiles, hardware } = services;
  const [choices, smart, plain, obstacles, machine] = await Promise.all([
    profileOptions(services),
    profiles.smart.list(),
    profiles.list(),
    settingObstacles(services),
    hardware.machine(),
  ]);
  const replacing = new Set(plain.filter(({ output }) => output.replaceOriginal).map(({ id }) => id));
  for (const { id, baseProfileId } of smart) if (replacing.has(baseProfileId)) replacing.add(id);
  return {
    settings: settings.masked() as Settings,
    profiles: choices.map((choice) => ({ ...choice, original: replacing.has(choice.id) ? "replace" : "keep" })),
    obstacles,
    gpus: [
      ...machine.nvidiaGpus.map(({ index, name }) => gpuChoice(String(index), name)),
      ...machine.renderNodes.map(({ path, vendor }) => gpuChoice(path, vendor)),
    ],
    locked: settings.locked(),
    restartRequired: settings.restartRequired(),
  };
}

/** Card with the API key. It has a separate form, because creating a new key takes effect immediately. */
export function ApiKeyCard() {
  const link = useLink();
  return (
    <section class="card stack settings-aside" id="api-key" aria-labelledby="key-h">
      <h2 id="key-h">API key</h2>
      <p class="quiet small">
        Clients on other networks send it as{" "}
        <code>X-Api-Key</code>. A new key is shown only once. The previous key stops working immediately, also in pages
        that remote clients have open.
      </p>
      <form
        {...hxForm(link("/api/settings/apikey"), { done: "A new API key was created.", reveal: "apiKey" })}
        class="actions"
      >
        <button type="submit">Create a new key</button>
        <output class="code" aria-label="The new API key" hidden></output>
        <CopyButton text="" what="the API key" />
      </form>
    </section>
  );
}

/** Returns a GPU as a choice: `GPU 0: NVIDIA RTX A2000`, `renderD128: Intel`. */
const gpuChoice = (id: string, model: string | undefined) => ({
  id,
  name: [shortCardName(id), model].filter(Boolean).join(": "),
});
