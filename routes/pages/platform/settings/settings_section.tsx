import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { NamedConnection } from "../../../../lib/library/health/connection_states.ts";
import type { UnseenFile } from "../../../../lib/library/video/mappings/mapping_model.ts";
import type { Profile } from "../../../../lib/encode/profiles/schema.ts";
import { type SectionId, sectionPlace } from "../../../../lib/ui/settings/setting_pages.ts";
import { Settings } from "../../../../lib/platform/settings/schema.ts";

/** What every section of the settings page draws from. */
export interface SettingsData {
  /** As `GET /api/settings` answers them: secrets masked. */
  settings: Settings;
  profiles: Pick<Profile, "id" | "name">[];
  /** Dotted keys the environment holds. */
  locked: string[];
  restartRequired: boolean;
  /** Files of the managers that cannot be opened here; absent while nobody looked. */
  unseen?: UnseenFile[];
  /** How the applications are; absent on pages that do not show them. */
  connections?: NamedConnection[];
}

/** What every setting is unless someone changes it. */
export const DEFAULTS: Settings = Settings.parse({});

const SettingsContext = createContext<SettingsData>({
  settings: DEFAULTS,
  profiles: [],
  locked: [],
  restartRequired: false,
});
/** Hands the data to all fields below it, so that no section has to pass it on. */
export const SettingsProvider = SettingsContext.Provider;
/** The data of the nearest `SettingsProvider`; the defaults outside of one. */
export const useSettings = (): SettingsData => useContext(SettingsContext);

interface SectionProps {
  id: SectionId;
  /** What to know before changing anything here. */
  lead?: ComponentChildren;
  children: ComponentChildren;
}

/** One group with its heading. */
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

/** A group within a section; `foot` is what can be done with it. */
export function Part({ title, id, advanced, foot, children }: {
  title: string;
  /** Its anchor, where the search leads to it. */
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

/** A switch with the fields that only matter while it is on; they are there without script too, for the switch in the page decides. */
export function Feature({ on, children }: { on: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="feature">
      {on}
      <div class="fields feature-details">{children}</div>
    </div>
  );
}
