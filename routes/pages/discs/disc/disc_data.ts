import type { SharedContribution } from "../../../../lib/discs/identify/catalogues/sharedb_contribution.ts";
import type { Rip, RipEstimate, RipMedia } from "../../../../lib/discs/rip_schema.ts";
import type { CatalogRelease } from "../../../../lib/library/metadata/musicbrainz/model.ts";
import type { Options } from "../../../../lib/ui/field.tsx";

/** One disc, with what people choose from. */
export interface DiscData {
  rip: Rip;
  /** Names of profiles by their ids. */
  profiles: Options;
  /** Which managers there are. */
  connected: { movie: boolean; series: boolean; music: boolean };
  /** What the choice comes to; absent when there is nothing to choose, or no profile to judge by. */
  estimate?: RipEstimate;
  /** What would be sent of it to the shared index; absent where nobody is to be asked. */
  contribution?: SharedContribution;
  /** That of the settings, in samples. */
  readOffset?: number;
  /** What somebody searched for, and what the managers' lookup found; for a CD what MusicBrainz has. */
  search?: { q: string; found: RipMedia[]; releases?: CatalogRelease[]; problem?: string };
}
