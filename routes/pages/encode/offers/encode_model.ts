import type { Offer } from "../../../../lib/encode/decision/offer.ts";
import type { MediaType } from "../../../../lib/encode/profiles/schema.ts";
import type { Probe } from "../../../../lib/media/probe/model.ts";
import type { SourceKind } from "./recommended.ts";

/** A profile or smart profile, as shown on a card. */
export interface ProfileChoice {
  id: string;
  name: string;
  mediaType: MediaType;
  /** The profile decides per file. */
  smart: boolean;
  /** Created by the user, not built in. */
  own?: boolean;
}

/** Result of one profile for the chosen file, or the reason it cannot be used. */
export type ProfileOffer = { profile: ProfileChoice } & ({ outcome: Offer } | { reason: string });

/**
 * Data of the page that encodes chosen files. `offers` are for the first file, one per profile. `error` is set if it
 * has none.
 */
export interface EncodeData {
  /** Chosen files. Empty = the folder browser. */
  paths: string[];
  /** ID of the selection. */
  selectionId?: string;
  /** Files left out of the choice, and the reason. */
  note?: string;
  /** Probe of the first chosen file. */
  probe?: Probe;
  error?: string;
  /** Advice on the error. */
  remedy?: string;
  /** Kind of the first file. */
  kind?: SourceKind;
  /** Chosen files that Lathe itself encoded. */
  encodedHere?: string[];
  offers: ProfileOffer[];
  audioOnly: boolean;
  defaultProfileId: string;
}
