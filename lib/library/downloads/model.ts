import * as z from "zod";
import { Job } from "../../jobs/schema.ts";
import type { HistoryMark } from "../managers/history.ts";
import { Release } from "../search/model.ts";

/** What is asked of the grab, what it answers, and what is remembered of one under way. */

const id = z.int().positive();

/** A release of a search to download and, with `createJob`, a job that waits for it. `arrId` says for which title. */
export const GrabRequest = z.object({
  release: Release,
  profileId: z.string().min(1).max(64),
  title: z.string().trim().min(1).max(500),
  poster: z.string().max(1000).optional(),
  arrId: id.optional().describe("Movie, series or artist, as its manager counts"),
  albumId: id.optional(),
  seasonNumber: z.int().min(0).max(10_000).optional(),
  episodeIds: z.array(id).max(1000).optional(),
  createJob: z.boolean().default(true).describe("Encode it when it has come in"),
}).meta({ id: "GrabRequest" });
/** Body of `POST /api/search/grab`; the job encodes with `profileId`. */
export type GrabRequest = z.infer<typeof GrabRequest>;

/** The answer to a grab that was sent; `note` says what is special, for example that it was sent before. */
export const GrabAnswer = z.object({
  grabbed: z.boolean(),
  job: Job.nullable(),
  note: z.string().optional(),
}).meta({ id: "GrabAnswer" });
/** `job` is null when none was asked for, and for a release that Prowlarr alone knows. */
export type GrabAnswer = z.infer<typeof GrabAnswer>;

/** The part of a request that following it needs. */
export interface GrabFacts {
  title: string;
  poster?: string;
  profileId: string;
  releaseTitle: string;
  arrId?: number;
  albumId?: number;
  seasonNumber?: number;
  episodeIds?: number[];
  disc?: { format?: "uhd" | "bluray" | "dvd" };
  soulseek?: { username: string; directory: string; files: { filename: string; size: number }[] };
}

/** How far the files of a Soulseek grab are. */
export interface TransferFacts {
  /** New attempts after the first, by file name. */
  attempts: Record<string, number>;
  /** Why slskd did not take the last of them. */
  refused?: string;
  /** Lidarr's history before it was first asked to import: it may have done so without an answer. */
  mark?: HistoryMark;
  /** Lidarr's command that imports them, and how the folder is called over there. */
  commandId?: number;
  remoteFolder?: string;
  /** Imported file by file, after the folder as a whole was not understood. */
  byHand?: boolean;
}

/** What a look at everything under way came to. */
export interface GrabRound {
  waiting: number;
  queued: number;
  failed: number;
  /** Managers that did not answer, by name. */
  silent: string[];
}
