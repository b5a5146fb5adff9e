import type { ComponentType } from "preact";
import type { SectionId } from "../../../../lib/platform/settings/pages.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { KIND_LABELS } from "./sections/settings_notifications.tsx";

/** Introduction of each section, shown above its fields. */
export const LEADS: Partial<Record<SectionId, ComponentType>> = {
  connections: () => <>Tests use the values entered here, before they are saved.</>,
  paths: () => (
    <>
      Needed when an application sees a folder under a different path than Lathe, as in containers. The longest matching
      remote path is used.
    </>
  ),
  hardware: () => (
    <>
      Software gives the smallest files. A method can be <a href="#hardware-test-h">tested</a> before it is saved.
    </>
  ),
  defaults: () => <>Used where nothing else is selected. Smart profiles can be selected, too.</>,
  local: () => <>An index of the titles on disk that are not in a manager's library.</>,
  metadata: () => <>Only the data needed for a lookup is sent to these services.</>,
  auto: () => <>Queues new remuxes from the managers' libraries automatically.</>,
  discs: () => (
    <>
      These settings are explained under <a href={useLink()("/docs/discs")}>Discs</a> in the help.
    </>
  ),
  notifications: () => <>{`${KIND_LABELS.join(", ")}: choose the events for each target.`}</>,
  players: () => (
    <>
      A webhook of the player is optional and makes encodes wait at once:{" "}
      <code>/api/players/ID/webhook?apikey=KEY</code> on this server, as described under{" "}
      <a href={useLink()("/docs/settings")}>Settings</a> in the help.
    </>
  ),
  proxy: () => <>Used for metadata, cover art and managers on other machines.</>,
  updates: () => <>Lathe shows how to install a newer release; it does not update itself.</>,
  backups: () => <>Backups contain the secrets from these settings. Keep their folder private.</>,
  security: () => (
    <>
      Anyone who can change these settings can run programs on this server. Require a login if others can reach it. The
      API key is created in <a href="#api-key">a separate card</a>.
    </>
  ),
  agents: () => (
    <>
      Other machines encode parts of movies for this server. They join and are shown on the{" "}
      <a href={useLink()("/agents")}>Agents page</a>.
    </>
  ),
  experiments: () => <>These features may change or be removed.</>,
};
