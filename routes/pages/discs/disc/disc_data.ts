import type { SharedContribution } from "../../../../lib/discs/identify/catalogues/sharedb_contribution.ts";
import type { Rip, RipEstimate, RipMedia } from "../../../../lib/discs/rip_schema.ts";
import type { CatalogRelease } from "../../../../lib/library/metadata/musicbrainz/model.ts";
import type { Choice } from "../../../../lib/ui/choice_options.tsx";

/** One disc, with the options of its page. */
export interface DiscData {
  rip: Rip;
  /** Profiles for the titles. */
  profiles: readonly Choice[];
  /** Connected managers. */
  connected: { movie: boolean; series: boolean; music: boolean };
  /** Wide image of the movie or series. Absent if no manager has the title. */
  backdrop?: string | undefined;
  /** Estimate for the selection. Absent if there is nothing to select or no profile for the estimate. */
  estimate?: RipEstimate;
  /** Data that would be sent to the shared index. Absent if the question is not shown. */
  contribution?: SharedContribution;
  /** Read offset from the settings, in samples. */
  readOffset?: number;
  /** Search text of the user, and the results from the managers or, for a CD, from MusicBrainz. */
  search?: { q: string; found: RipMedia[]; releases?: CatalogRelease[]; problem?: string };
}
