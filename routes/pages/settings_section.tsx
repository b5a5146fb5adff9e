import type { ComponentChildren } from "preact";
import type { Profile } from "../../lib/profiles/schema.ts";
import type { Settings } from "../../lib/settings/schema.ts";

export interface SettingsData {
  /** As `GET /api/settings` answers them: secrets masked. */
  settings: Settings;
  profiles: Pick<Profile, "id" | "name">[];
  /** Dotted keys the environment holds. */
  locked: string[];
  restartRequired: boolean;
}

/** The groups in their order: anchor and heading. */
export const SECTIONS = [
  ["encoding", "Encoding"],
  ["hardware", "Hardware"],
  ["defaults", "Default profiles"],
  ["subtitles", "Picture subtitles"],
  ["programs", "Programs"],
  ["host", "Host"],
  ["security", "Security"],
  ["logging", "Logging"],
] as const;

/** One group with its heading. */
export function Section({ id, children }: { id: (typeof SECTIONS)[number][0]; children: ComponentChildren }) {
  const label = SECTIONS.find(([section]) => section === id)?.[1];
  return (
    <section class="form-section" id={id} aria-label={label}>
      <h2>{label}</h2>
      <div class="fields">{children}</div>
    </section>
  );
}
