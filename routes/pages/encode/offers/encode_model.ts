import type { Offer } from "../../../../lib/encode/decision/offer.ts";
import type { MediaType } from "../../../../lib/encode/profiles/schema.ts";
import type { Probe } from "../../../../lib/media/probe/model.ts";
import type { SourceKind } from "./recommended.ts";

/** A profile of either kind, as a card shows it. */
export interface ProfileChoice {
  id: string;
  name: string;
  mediaType: MediaType;
  /** It decides per file. */
  smart: boolean;
  /** Made here, not built in. */
  own?: boolean;
}

/** What one profile would make of the chosen file, or why it cannot. */
export type ProfileOffer = { profile: ProfileChoice } & ({ outcome: Offer } | { reason: string });

/** The page that encodes chosen files: `offers` are for the first file, one per profile; `error` is why it has none. */
export interface EncodeData {
  /** Chosen files; empty = the folder browser. */
  paths: string[];
  /** The id they are kept under. */
  selectionId?: string;
  /** What is left out of the choice, and why. */
  note?: string;
  /** Facts of the first chosen file. */
  probe?: Probe;
  error?: string;
  /** What to do about it. */
  remedy?: string;
  /** What kind of file the first one is. */
  kind?: SourceKind;
  /** Those of the chosen files that Lathe itself wrote. */
  encodedHere?: string[];
  offers: ProfileOffer[];
  audioOnly: boolean;
  defaultProfileId: string;
}
