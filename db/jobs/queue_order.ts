import { and, asc, eq, gte, inArray, max, min, ne, sql } from "drizzle-orm";
import {
  POSITION_GAP,
  positionBehind,
  positionBetween,
  positionInFront,
  spreadPositions,
} from "../../lib/jobs/queue/order.ts";
import { type JobState, RUNNING_STATES } from "../../lib/jobs/states.ts";
import { type JobRow, jobs } from "../schema/jobs.ts";
import type { Tx } from "../store.ts";

/** The states whose jobs have a place in the queue, or keep one to come back to. */
const PLACED: JobState[] = ["queued", "waiting", "waiting_for_space", ...RUNNING_STATES];

/** The position for a job that joins at the end. */
export async function positionAtEnd(tx: Tx): Promise<number> {
  const [row] = await tx.select({ last: max(jobs.position) }).from(jobs).where(inArray(jobs.status, PLACED));
  return positionBehind(row?.last ?? undefined);
}

/** The position for a job that joins at the top. */
export async function positionAtTop(tx: Tx): Promise<number> {
  const [row] = await tx.select({ first: min(jobs.position) }).from(jobs).where(inArray(jobs.status, PLACED));
  return positionInFront(row?.first ?? undefined);
}

/** The position that puts job `id` in front of the queued job `other`; undefined when that one is not queued. */
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

/** The position that makes job `id` number `place` (1-based) of the queue. */
export async function positionForPlace(tx: Tx, id: string, place: number): Promise<number> {
  const [following] = await tx.select({ id: jobs.id }).from(jobs).where(and(eq(jobs.status, "queued"), ne(jobs.id, id)))
    .orderBy(asc(jobs.position), asc(jobs.id)).limit(1).offset(place - 1);
  const found = following && await positionBefore(tx, id, following.id);
  return found ?? await positionAtEnd(tx);
}

/** Moves one queued job; undefined when it is not queued (any more). */
export const moveQueuedJob = async (tx: Tx, id: string, position: number): Promise<JobRow | undefined> =>
  (await tx.update(jobs).set({ position }).where(and(eq(jobs.id, id), eq(jobs.status, "queued"))).returning())[0];

/** Moves queued jobs to an end of the queue, in the order of `ids`; answers those that were queued. */
export async function moveQueuedJobs(tx: Tx, ids: string[], to: "top" | "bottom"): Promise<JobRow[]> {
  const first = to === "top" ? await positionAtTop(tx) - POSITION_GAP * (ids.length - 1) : await positionAtEnd(tx);
  const moves = JSON.stringify(ids.map((id, i) => [id, first + i * POSITION_GAP]));
  // The plus makes SQLite look each job up by its id: by its state, every queued job would be compared with every move.
  await tx.run(sql`
    UPDATE jobs SET position = place.value ->> 1 FROM json_each(${moves}) AS place
    WHERE jobs.id = place.value ->> 0 AND +jobs.status = 'queued'`);
  return await tx.select().from(jobs).where(and(inArray(jobs.id, ids), eq(jobs.status, "queued")));
}

/** So many jobs are numbered anew where there is no room left; more when they stand too close together. */
const FEW = 500;

/** Makes room in front of every job at `position` by moving it and its followers apart; the order stays. */
async function makeRoom(tx: Tx, position: number): Promise<void> {
  for (let count = FEW;; count *= 4) {
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
