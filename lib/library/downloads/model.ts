import * as z from "zod";
import { Job } from "../../jobs/schema.ts";
import type { HistoryMark } from "../managers/history.ts";
import { Release } from "../search_model.ts";

/** Request and response of a grab, and the stored state of a grab in progress. */

const id = z.int().positive();

/**
 * A release from a search that is to be downloaded and, with `createJob`, a job that waits for it. `arrId` is the title
 * for which it was grabbed.
 */
export const GrabRequest = z.object({
  release: Release,
  profileId: z.string().min(1).max(64),
  title: z.string().trim().min(1).max(500),
  poster: z.string().max(1000).optional(),
  arrId: id.optional().describe("ID of the movie, series or artist in its manager"),
  albumId: id.optional(),
  seasonNumber: z.int().min(0).max(10_000).optional(),
  episodeIds: z.array(id).max(1000).optional(),
  createJob: z.boolean().default(true).describe("Encode it once it has been imported"),
}).meta({ id: "GrabRequest" });
/** Body of `POST /api/search/grab`. The job encodes with `profileId`. */
export type GrabRequest = z.infer<typeof GrabRequest>;

/** Response to a grab. `note` contains any remarks, for example that the release was already sent. */
export const GrabAnswer = z.object({
  grabbed: z.boolean(),
  job: Job.nullable(),
  note: z.string().optional(),
}).meta({ id: "GrabAnswer" });
/** `job` is null if none was requested, and for a release that only Prowlarr has. */
export type GrabAnswer = z.infer<typeof GrabAnswer>;

/** The part of a request that is needed to follow the grab. */
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

/** Progress of a Soulseek grab. */
export interface TransferFacts {
  /** Number of retries by file name. */
  attempts: Record<string, number>;
  /** Reason why slskd refused the last retry. */
  refused?: string;
  /** Position in Lidarr's history before the first import request, which may have succeeded without a response. */
  mark?: HistoryMark;
  /** Lidarr's import command, and the path of the folder in Lidarr. */
  commandId?: number;
  remoteFolder?: string;
  /** True if the files were imported individually because Lidarr did not recognise the folder as a whole. */
  byHand?: boolean;
}

/** Result of one round for all grabs. */
export interface GrabRound {
  waiting: number;
  queued: number;
  failed: number;
  /** Names of managers that did not respond. */
  silent: string[];
}
