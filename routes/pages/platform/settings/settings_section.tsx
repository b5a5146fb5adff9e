import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { NamedConnection } from "../../../../lib/library/health/connection_states.ts";
import type { UnseenFile } from "../../../../lib/library/video/mappings/mapping_model.ts";
import type { PlayerState } from "../../../../lib/players/model.ts";
import type { OriginalChoice } from "../../../../lib/encode/profiles/overrides.ts";
import { type SectionId, sectionPlace } from "../../../../lib/platform/settings/pages.ts";
import type { Choice } from "../../../../lib/ui/choice_options.tsx";
import type { SettingObstacles } from "../../../data/setting_obstacles.ts";
import { Settings } from "../../../../lib/platform/settings/schema.ts";

/** Data used by all sections of a settings page. */
export interface SettingsData {
  /** Settings as returned by `GET /api/settings`, with masked secrets. */
  settings: Settings;
  profiles: (Choice & { original: OriginalChoice })[];
  obstacles?: SettingObstacles;
  /** GPUs of this machine, by device. */
  gpus?: Choice[];
  /** Dotted keys of settings that are set by environment variables. */
  locked: string[];
  restartRequired: boolean;
  /** Manager files that cannot be opened on this machine. Undefined if the files were not checked. */
  unseen?: UnseenFile[];
  /** Addresses of this instance that an OpenID Connect provider needs. Undefined on pages that do not show them. */
  signInAddresses?: { callback: string; loggedOut: string };
  /** State of the external applications. Undefined on pages that do not show it. */
  connections?: NamedConnection[];
  /** State of the players. Undefined on pages that do not show it. */
  players?: PlayerState[];
}

/** Default of every setting. */
export const DEFAULTS: Settings = Settings.parse({});

const SettingsContext = createContext<SettingsData>({
  settings: DEFAULTS,
  profiles: [],
  locked: [],
  restartRequired: false,
});
/** Provides the data to all fields below it, so that sections do not have to pass it on. */
export const SettingsProvider = SettingsContext.Provider;
/** Returns the data of the nearest `SettingsProvider`, or the defaults if there is none. */
export const useSettings = (): SettingsData => useContext(SettingsContext);

interface SectionProps {
  id: SectionId;
  /** Introduction above the fields. */
  lead?: ComponentChildren;
  children: ComponentChildren;
}

/** Group of settings with a heading. */
export function Section({ id, lead, children }: SectionProps) {
  const { label, advanced } = sectionPlace(id);
  return (
    <section class={advanced ? "form-section advanced" : "form-section"} id={id} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{label}</h2>
      {lead && <p class="quiet small">{lead}</p>}
      <div class="fields">{children}</div>
    </section>
  );
}

/** Group within a section. `foot` contains its buttons. */
export function Part({ title, id, advanced, foot, children }: {
  title: string;
  /** Anchor used by links from the search. */
  id?: string;
  advanced?: boolean;
  foot?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <fieldset id={id} class={advanced ? "part advanced" : "part"}>
      <legend>{title}</legend>
      <div class="fields">{children}</div>
      {foot}
    </fieldset>
  );
}

/**
 * Switch with the fields that apply only while it is on. CSS hides the fields depending on the switch, so this also
 * works without JavaScript.
 */
export function Feature({ on, children }: { on: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="feature">
      {on}
      <div class="fields feature-details">{children}</div>
    </div>
  );
}
