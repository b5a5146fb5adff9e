import type { EpisodeMap } from "../choose/episode_numbers.ts";
import type { DiscType } from "../model.ts";
import type { Rip, RipMedia, TitleRole } from "../rip_schema.ts";
import type { DiscTitle } from "../title_schema.ts";

/** Facts that identify a disc's movie or season. */
export interface DiscFacts {
  /** Name from the drive, or entered by the user. */
  label: string;
  volumeName?: string;
  /** The name in the metadata of a Blu-ray. */
  discName?: string;
  discType: DiscType;
  fingerprint: { contentHash?: string; discId?: string };
  titles: readonly DiscTitle[];
  /** Media that was known before any lookup: the title of a grab, a slot of a box set, or a scanned barcode. */
  expected?: RipMedia;
}

/** Identification result of a disc. */
export interface Identified {
  /** The best match. `unknown` with confidence 0 if there is none. */
  media: RipMedia;
  /** Other matches, best first. */
  candidates: RipMedia[];
  /** Information from a disc catalogue about individual titles, by title ID. Absent if no catalogue has the disc. */
  known?: KnownTitles;
  /** Messages for the log of the disc about services that were queried or unavailable. */
  log: string[];
}

/** Titles identified by a catalogue. */
export interface KnownTitles {
  source: NonNullable<Rip["episodeMapSource"]>;
  roles: Record<string, TitleRole>;
  episodes: EpisodeMap;
  /** ID of the title that contains the movie. */
  feature?: number;
}

/** Identifies discs. */
export interface Identifier {
  /** Identifies a disc. Services that are unavailable are only logged. Throws when `signal` aborts. */
  identify(facts: DiscFacts, signal: AbortSignal): Promise<Identified>;
  /** Returns the episodes of a season with their lengths. Undefined if unknown. */
  season(media: RipMedia, signal: AbortSignal): Promise<SeasonFacts | undefined>;
}

/** The episodes of one season. */
export interface SeasonFacts {
  episodes: { number: number; title?: string; runtimeMinutes?: number }[];
}

/** Minimum confidence for ripping a disc without confirmation by the user. */
export const MIN_CONFIDENCE = 80;
