import type { EpisodeMap } from "../choose/episode_numbers.ts";
import type { DiscType } from "../model.ts";
import type { Rip, RipMedia, TitleRole } from "../rip_schema.ts";
import type { DiscTitle } from "../title_schema.ts";

/** What of a disc tells which film or season it is. */
export interface DiscFacts {
  /** What the drive or the user calls it. */
  label: string;
  volumeName?: string;
  /** The name in a Blu-ray's metadata. */
  discName?: string;
  discType: DiscType;
  fingerprint: { contentHash?: string; discId?: string };
  titles: readonly DiscTitle[];
  /** What is known before anything is looked up: a grab's title, a slot of a box set, a scanned barcode. */
  expected?: RipMedia;
}

/** What a disc was recognised as. */
export interface Identified {
  /** The best match; `unknown` with confidence 0 when there is none. */
  media: RipMedia;
  /** Other matches, the best first. */
  candidates: RipMedia[];
  /** What a catalogue of discs says about single titles, by their ids; absent when none knows the disc. */
  known?: KnownTitles;
  /** Sentences for the disc log: what was asked, and what could not be reached. */
  log: string[];
}

/** Titles that a catalogue names. */
export interface KnownTitles {
  source: NonNullable<Rip["episodeMapSource"]>;
  roles: Record<string, TitleRole>;
  episodes: EpisodeMap;
  /** The title that is the film. */
  feature?: number;
}

/** Recognises discs. */
export interface Identifier {
  /** Never throws for services that do not answer: the log says so. Throws when `signal` aborts. */
  identify(facts: DiscFacts, signal: AbortSignal): Promise<Identified>;
  /** How many episodes a season has, and how long each is; undefined when nobody knows. */
  season(media: RipMedia, signal: AbortSignal): Promise<SeasonFacts | undefined>;
}

/** The episodes of one season. */
export interface SeasonFacts {
  episodes: { number: number; title?: string; runtimeMinutes?: number }[];
}

/** Below this a person has to look before a disc is ripped. */
export const MIN_CONFIDENCE = 80;
