import type { ComponentType } from "preact";
import type { SectionId } from "../../../../lib/platform/settings/pages.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { KIND_LABELS } from "./sections/settings_notifications.tsx";

/** Introduction of each section, shown above its fields. */
export const LEADS: Partial<Record<SectionId, ComponentType>> = {
  connections: () => <>Tests use the values entered below, even if they are not saved yet.</>,
  paths: () => (
    <>
      Needed when an application sees a folder under a different path than Lathe, as in containers. The longest matching
      remote path is used.
    </>
  ),
  hardware: () => (
    <>
      Software encoding makes the smallest files. You can <a href="#hardware-test-h">test a method</a>{" "}
      before you save it.
    </>
  ),
  defaults: () => <>Used if no other profile is selected. Smart profiles can be selected as well.</>,
  local: () => <>Lists the titles on disk that are not in a manager's library.</>,
  metadata: () => <>Only the data needed for a lookup is sent to these services.</>,
  auto: () => <>Queues new remuxes from the managers' libraries automatically.</>,
  discs: () => (
    <>
      For more about these settings, see <a href={useLink()("/docs/discs")}>Discs</a> in the help.
    </>
  ),
  notifications: () => <>{`Targets can be ${KIND_LABELS.join(", ")}. Choose the events for each target.`}</>,
  players: () => (
    <>
      With the optional webhook of a player, encodes wait as soon as playback starts:{" "}
      <code>/api/players/ID/webhook?apikey=KEY</code> on this server, as described under{" "}
      <a href={useLink()("/docs/settings")}>Settings</a> in the help.
    </>
  ),
  mqtt: () => (
    <>
      Only Home Assistant needs MQTT. Homepage and Homarr read{" "}
      <code>/api/widget</code>. The steps for each of them are under{" "}
      <a href={useLink()("/docs/dashboards")}>Dashboards</a> in the help.
    </>
  ),
  proxy: () => <>Used for metadata, cover art and managers on other machines.</>,
  updates: () => <>Lathe shows how to install new releases; it does not install them.</>,
  backups: () => <>Backups contain the secrets from these settings. Keep their folder private.</>,
  security: () => (
    <>
      Anyone who can change these settings can run programs on this server. Require a login if others can reach it. The
      API key is created in <a href="#api-key">a separate card</a>.
    </>
  ),
  agents: () => (
    <>
      Other machines encode segments of movies for this server. You can add and manage them on the{" "}
      <a href={useLink()("/agents")}>Agents page</a>.
    </>
  ),
  experiments: () => <>These features may change or be removed.</>,
};
