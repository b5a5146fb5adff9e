import { sql } from "drizzle-orm";
import { remembered } from "../../lib/kit/lazy.ts";
import type { Store } from "../store.ts";

/** What the last jobs of a profile took and left, summed up. */
export interface ProfilePace {
  profileId: string;
  audioOnly: boolean;
  seconds: number;
  inputBytes: number;
  outputBytes: number;
}

/** What is queued with a profile. */
export interface QueuedOfProfile {
  profileId: string;
  audioOnly: boolean;
  inputBytes: number;
  /** The sum of the estimates that are there, and of the sources without one. */
  estimatedBytes: number;
  bytesWithoutEstimate: number;
}

/** What the forecast of the queue is made from; each part is read once, and again after `forget`. */
export interface QueueForecasts {
  paces(): Promise<ProfilePace[]>;
  queued(): Promise<QueuedOfProfile[]>;
  /** Jobs were queued, or ended. */
  forget(): void;
}

/** Done jobs whose pace and gain are taken for those of the queue. */
const PACE_JOBS = 200;

/** Binds the forecast to its rows. */
export function queueForecasts(store: Pick<Store, "db">): QueueForecasts {
  const paces = remembered(() => pacesByProfile(store, PACE_JOBS));
  const queued = remembered(() => queuedByProfile(store));
  return {
    paces: paces.get,
    queued: queued.get,
    forget() {
      paces.forget();
      queued.forget();
    },
  };
}

type Flagged<T> = Omit<T, "audioOnly"> & { audioOnly: number };

/** By profile, of the last `limit` done jobs. */
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
