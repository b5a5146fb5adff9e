import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { UnseenFile } from "../../../../lib/library/video/mappings/mapping_model.ts";
import type { Profile } from "../../../../lib/encode/profiles/schema.ts";
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

/** The groups in their order: anchor and heading, and whether all of it is for those who ask to see everything. */
export const SECTIONS = [
  { id: "encoding", label: "Encoding" },
  { id: "hardware", label: "Hardware" },
  { id: "defaults", label: "Default profiles" },
  { id: "subtitles", label: "Picture subtitles" },
  { id: "programs", label: "Programs", advanced: true },
  { id: "searching", label: "Search" },
  { id: "connections", label: "Connections" },
  { id: "paths", label: "Path mappings" },
  { id: "local", label: "Local media" },
  { id: "auto", label: "Auto transcode" },
  { id: "metadata", label: "Metadata services" },
  { id: "notifications", label: "Notifications" },
  { id: "discs", label: "Discs" },
  { id: "agents", label: "Rip farm agents", advanced: true },
  { id: "experiments", label: "Experiments", advanced: true },
  { id: "host", label: "Host" },
  { id: "security", label: "Security" },
  { id: "proxy", label: "Proxy" },
  { id: "logging", label: "Logging" },
  { id: "updates", label: "Updates", advanced: true },
  { id: "backups", label: "Backups" },
] as const satisfies { id: string; label: string; advanced?: true }[];

interface SectionProps {
  id: (typeof SECTIONS)[number]["id"];
  /** What to know before changing anything here. */
  lead?: ComponentChildren;
  children: ComponentChildren;
}

/** One group with its heading. */
export function Section({ id, lead, children }: SectionProps) {
  const section = SECTIONS.find((one) => one.id === id);
  const isAdvanced = section !== undefined && "advanced" in section;
  return (
    <section class={isAdvanced ? "form-section advanced" : "form-section"} id={id} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>{section?.label}</h2>
      {lead && <p class="quiet small">{lead}</p>}
      <div class="fields">{children}</div>
    </section>
  );
}

/** A group within a section; `foot` is what can be done with it. */
export function Part({ title, advanced, foot, children }: {
  title: string;
  advanced?: boolean;
  foot?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <fieldset class={advanced ? "part advanced" : "part"}>
      <legend>{title}</legend>
      <div class="fields">{children}</div>
      {foot}
    </fieldset>
  );
}
