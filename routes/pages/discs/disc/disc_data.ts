import type { SharedContribution } from "../../../../lib/discs/identify/catalogues/sharedb_contribution.ts";
import type { Rip, RipEstimate, RipMedia } from "../../../../lib/discs/rip_schema.ts";
import type { CatalogRelease } from "../../../../lib/library/metadata/musicbrainz/model.ts";
import type { Options } from "../../../../lib/ui/field.tsx";

/** One disc with the options to choose from. */
export interface DiscData {
  rip: Rip;
  /** Profile names by ID. */
  profiles: Options;
  /** Connected managers. */
  connected: { movie: boolean; series: boolean; music: boolean };
  /** Estimate of the choice. Absent if there is nothing to choose or no profile to estimate with. */
  estimate?: RipEstimate;
  /** Data that would be sent to the shared index. Absent if the user is not to be asked. */
  contribution?: SharedContribution;
  /** Read offset from the settings, in samples. */
  readOffset?: number;
  /** The user's search and its results: of the managers' lookup, and for a CD of MusicBrainz. */
  search?: { q: string; found: RipMedia[]; releases?: CatalogRelease[]; problem?: string };
}
