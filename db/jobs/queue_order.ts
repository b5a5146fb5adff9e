import { and, asc, eq, gte, inArray, max, min, ne, sql } from "drizzle-orm";
import {
  POSITION_GAP,
  positionBehind,
  positionBetween,
  positionInFront,
  spreadPositions,
} from "../../lib/jobs/order.ts";
import { type JobState, RUNNING_STATES } from "../../lib/jobs/states.ts";
import { type JobRow, jobs } from "../schema/jobs.ts";
import type { Tx } from "../store.ts";

/** States in which a job has a queue position, or keeps the position to which it returns. */
const PLACED: JobState[] = ["queued", "waiting", "waiting_for_space", ...RUNNING_STATES];

/** Returns the position for a job at the end of the queue. */
export async function positionAtEnd(tx: Tx): Promise<number> {
  const [row] = await tx.select({ last: max(jobs.position) }).from(jobs).where(inArray(jobs.status, PLACED));
  return positionBehind(row?.last ?? undefined);
}

/** Returns the position for a job at the top of the queue. */
export async function positionAtTop(tx: Tx): Promise<number> {
  const [row] = await tx.select({ first: min(jobs.position) }).from(jobs).where(inArray(jobs.status, PLACED));
  return positionInFront(row?.first ?? undefined);
}

/** Returns the position that places job `id` before the queued job `other`, or undefined if `other` is not queued. */
export async function positionBefore(tx: Tx, id: string, other: string): Promise<number | undefined> {
  const [target] = await tx.select({ position: jobs.position }).from(jobs)
    .where(and(eq(jobs.id, other), eq(jobs.status, "queued"))).limit(1);
  if (target === undefined) return undefined;
  const [previous] = await tx.select({ position: max(jobs.position) }).from(jobs).where(
    and(
      inArray(jobs.status, PLACED),
      sql`(${jobs.position}, ${jobs.id}) < (${target.position}, ${other})`,
      ne(jobs.id, id),
    ),
  );
  const place = positionBetween(previous?.position ?? undefined, target.position);
  if (place !== undefined) return place;
  await makeRoom(tx, target.position);
  return await positionBefore(tx, id, other);
}

/** Returns the position that makes job `id` the job number `place` (1-based) of the queue. */
export async function positionForPlace(tx: Tx, id: string, place: number): Promise<number> {
  const [following] = await tx.select({ id: jobs.id }).from(jobs).where(and(eq(jobs.status, "queued"), ne(jobs.id, id)))
    .orderBy(asc(jobs.position), asc(jobs.id)).limit(1).offset(place - 1);
  const found = following && await positionBefore(tx, id, following.id);
  return found ?? await positionAtEnd(tx);
}

/** Moves one queued job. Returns undefined if it is not queued. */
export const moveQueuedJob = async (tx: Tx, id: string, position: number): Promise<JobRow | undefined> =>
  (await tx.update(jobs).set({ position }).where(and(eq(jobs.id, id), eq(jobs.status, "queued"))).returning())[0];

/** Moves queued jobs to one end of the queue, in the order of `ids`. Returns the IDs of those that were queued. */
export async function moveQueuedJobs(tx: Tx, ids: string[], to: "top" | "bottom"): Promise<JobRow[]> {
  const first = to === "top" ? await positionAtTop(tx) - POSITION_GAP * (ids.length - 1) : await positionAtEnd(tx);
  const moves = JSON.stringify(ids.map((id, i) => [id, first + i * POSITION_GAP]));
  // The plus sign makes SQLite look up jobs by ID. With the index of states, every move would scan all queued jobs.
  await tx.run(sql`
    UPDATE jobs SET position = place.value ->> 1 FROM json_each(${moves}) AS place
    WHERE jobs.id = place.value ->> 0 AND +jobs.status = 'queued'`);
  return await tx.select().from(jobs).where(and(inArray(jobs.id, ids), eq(jobs.status, "queued")));
}

/** Number of jobs that are renumbered to make room. It is increased if their positions are too close together. */
const FIRST_BATCH_SIZE = 500;

/**
 * Makes room before all jobs at `position` by spreading the positions of these jobs and those that follow. The order
 * does not change.
 */
async function makeRoom(tx: Tx, position: number): Promise<void> {
  for (let count = FIRST_BATCH_SIZE;; count *= 4) {
    const from = await tx.select({ id: jobs.id, position: jobs.position }).from(jobs)
      .where(and(inArray(jobs.status, PLACED), gte(jobs.position, position)))
      .orderBy(asc(jobs.position), asc(jobs.id)).limit(count + 1);
    const bound = from[count]?.position;
    const places = spreadPositions(Math.min(count, from.length), position, bound);
    if (places === undefined) continue;
    const moves = JSON.stringify(places.map((place, i) => [from[i]?.id, place]));
    await tx.run(
      sql`UPDATE jobs SET position = place.value ->> 1 FROM json_each(${moves}) AS place WHERE jobs.id = place.value ->> 0`,
    );
    return;
  }
}
