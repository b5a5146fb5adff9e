import { sql } from "drizzle-orm";
import { remembered } from "../../lib/kit/lazy.ts";
import type { JobRow } from "../schema/jobs.ts";
import type { Store } from "../store.ts";

/** Totals over the last completed jobs of a profile. */
export interface ProfilePace {
  profileId: string;
  audioOnly: boolean;
  seconds: number;
  inputBytes: number;
  outputBytes: number;
}

/** Totals of the queued jobs of a profile. */
export interface QueuedOfProfile {
  profileId: string;
  audioOnly: boolean;
  inputBytes: number;
  /** Sum of the estimated sizes. `bytesWithoutEstimate` is the total size of the sources without an estimate. */
  estimatedBytes: number;
  bytesWithoutEstimate: number;
}

/** A queued job with the data for its forecast. */
export type QueuedJob = Pick<JobRow, "id" | "profileId" | "audioOnly" | "estimatedBytes" | "inputSizeBytes">;

/** Data for the queue forecast. Each part is cached until `forget` is called. */
export interface QueueForecasts {
  paces(): Promise<ProfilePace[]>;
  queued(): Promise<QueuedOfProfile[]>;
  /** Returns the first jobs in queue order, at most `MAX_ORDERED`. */
  inOrder(): Promise<QueuedJob[]>;
  /** Clears the cache. Called when jobs were queued or have ended. */
  forget(): void;
}

/** Number of completed jobs from which the pace and output size of queued jobs are extrapolated. */
const PACE_JOBS = 200;

/** Maximum number of jobs whose start and end are forecast. */
const MAX_ORDERED = 2_000;

/** Creates the forecasts of a store. */
export function queueForecasts(store: Pick<Store, "db">): QueueForecasts {
  const paces = remembered(() => pacesByProfile(store, PACE_JOBS));
  const queued = remembered(() => queuedByProfile(store));
  const inOrder = remembered(() => firstQueued(store, MAX_ORDERED));
  return {
    paces: paces.get,
    queued: queued.get,
    inOrder: inOrder.get,
    forget() {
      for (const part of [paces, queued, inOrder]) part.forget();
    },
  };
}

type Flagged<T> = Omit<T, "audioOnly"> & { audioOnly: number };

/** Returns totals by profile over the last `limit` completed jobs. */
async function pacesByProfile({ db }: Pick<Store, "db">, limit: number): Promise<ProfilePace[]> {
  const rows = await db.all<Flagged<ProfilePace>>(sql`
    SELECT profile_id AS profileId, audio_only AS audioOnly, sum(duration_seconds) AS seconds,
      sum(input_size_bytes) AS inputBytes, sum(output_size_bytes) AS outputBytes
    FROM (SELECT * FROM jobs WHERE status = 'done' ORDER BY finished_at DESC LIMIT ${limit})
    WHERE duration_seconds > 0 AND input_size_bytes > 0 AND output_size_bytes > 0
    GROUP BY profile_id, audio_only`);
  return rows.map((row) => ({ ...row, audioOnly: row.audioOnly === 1 }));
}

async function queuedByProfile({ db }: Pick<Store, "db">): Promise<QueuedOfProfile[]> {
  const rows = await db.all<Flagged<QueuedOfProfile>>(sql`
    SELECT profile_id AS profileId, audio_only AS audioOnly, sum(input_size_bytes) AS inputBytes,
      coalesce(sum(estimated_bytes), 0) AS estimatedBytes,
      coalesce(sum(input_size_bytes) FILTER (WHERE estimated_bytes IS NULL), 0) AS bytesWithoutEstimate
    FROM jobs WHERE status = 'queued' GROUP BY profile_id, audio_only`);
  return rows.map((row) => ({ ...row, audioOnly: row.audioOnly === 1 }));
}

/** Reads all rows as one JSON text, because the client fetches every value of a row with a separate call. */
async function firstQueued({ db }: Pick<Store, "db">, limit: number): Promise<QueuedJob[]> {
  const [found] = await db.all<{ rows: string }>(sql`
    SELECT json_group_array(json_object('id', id, 'profileId', profile_id, 'audioOnly', audio_only,
      'estimatedBytes', estimated_bytes, 'inputSizeBytes', input_size_bytes)) AS rows
    FROM (SELECT * FROM jobs WHERE status = 'queued' ORDER BY position, id LIMIT ${limit})`);
  const rows: Flagged<QueuedJob>[] = JSON.parse(found?.rows ?? "[]");
  return rows.map((row) => ({ ...row, audioOnly: row.audioOnly === 1 }));
}
