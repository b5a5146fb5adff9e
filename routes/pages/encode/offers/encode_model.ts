import type { OriginalChoice } from "../../../../lib/encode/profiles/overrides.ts";
import type { Offer } from "../../../../lib/encode/decision/offer.ts";
import type { MediaType } from "../../../../lib/encode/profiles/schema.ts";
import type { Probe } from "../../../../lib/media/probe/model.ts";
import type { SourceKind } from "./recommended.ts";

/** A profile or smart profile, as shown on a card. */
export interface ProfileChoice {
  id: string;
  name: string;
  mediaType: MediaType;
  /** True if the profile selects the recipe for each file. */
  smart: boolean;
  /** True if the user created the profile. */
  own?: boolean;
  /** Handling of the original: kept or replaced. Absent if this differs by file. */
  original?: OriginalChoice;
}

/** Result of one profile for the chosen file, or the reason why it cannot be used. */
export type ProfileOffer = { profile: ProfileChoice } & ({ outcome: Offer } | { reason: string });

/**
 * Data of the page that encodes chosen files. `offers` has one entry per profile for the first file. `error` is set if
 * no offers exist.
 */
export interface EncodeData {
  /** Chosen files. If empty, the folder browser is shown. */
  paths: string[];
  /** ID under which the server stores the chosen files. */
  selectionId?: string;
  /** Note with the files that were omitted from the choice, and the reason. */
  note?: string;
  /** Probe of the first chosen file. */
  probe?: Probe;
  error?: string;
  /** Advice for resolving the error. */
  remedy?: string;
  /** Media kind of the first file, for the recommended profiles. */
  kind?: SourceKind;
  /** Chosen files that were encoded by Lathe. */
  encodedHere?: string[];
  offers: ProfileOffer[];
  audioOnly: boolean;
  defaultProfileId: string;
}
