import { and, asc, count, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import {
  besideOriginal,
  NOTHING_FREED,
  REVIEW_DECISIONS,
  type ReviewDecision,
  type ReviewPlace,
} from "../../lib/jobs/review.ts";
import { bindFirst } from "../bind.ts";
import { type JobRow, jobs } from "../schema/jobs.ts";
import type { Store, Tx } from "../store.ts";

/** Queries for finished encodes whose originals were kept, newest first. They use a dedicated index. */
export const reviewRepository = (store: Store) => bindFirst(store, { around: undecidedAround, decide: decideReview });
/** Repository of reviews. */
export type ReviewRepository = ReturnType<typeof reviewRepository>;

type Place = Pick<JobRow, "finishedAt" | "id">;

/** Returns the undecided jobs next to a job, which need not be undecided itself. Without a job, `next` is the first. */
async function undecidedAround({ db }: Store, job?: Place): Promise<ReviewPlace> {
  const neighbour = (newer: boolean) =>
    db.select({ id: jobs.id }).from(jobs)
      .where(and(eq(jobs.review, "undecided"), job && beside(job, newer)))
      .orderBy(...[jobs.finishedAt, jobs.id].map(newer ? asc : desc)).limit(1);
  const [[next], [previous], [before]] = await Promise.all([
    neighbour(false),
    job ? neighbour(true) : [],
    job ? db.select({ n: count() }).from(jobs).where(and(eq(jobs.review, "undecided"), beside(job, true))) : [{ n: 0 }],
  ]);
  return {
    before: before?.n ?? 0,
    ...(previous ? { previous: previous.id } : {}),
    ...(next ? { next: next.id } : {}),
  };
}

const beside = ({ finishedAt, id }: Place, newer: boolean): SQL =>
  sql`(${jobs.finishedAt}, ${jobs.id}) ${sql.raw(newer ? ">" : "<")} (${finishedAt}, ${id})`;

/** Applies a decision. Returns undefined if the state of the job does not allow the decision. */
const decideReview = (store: Store, id: string, decision: ReviewDecision): Promise<JobRow | undefined> =>
  store.write(async (tx) => {
    const { from, to } = REVIEW_DECISIONS[decision];
    const isOpen = and(eq(jobs.id, id), eq(jobs.review, from));
    const [row] = await tx.select({ original: jobs.inputSizeBytes, encode: jobs.outputSizeBytes }).from(jobs).where(
      isOpen,
    );
    if (row === undefined) return undefined;
    const columns = besideOriginal(to, { original: row.original, encode: row.encode ?? 0 });
    return (await tx.update(jobs).set(columns).where(isOpen).returning())[0];
  });

/** Ends the reviews of other encodes of an original that has been replaced. */
export async function endOtherReviews(tx: Tx, { id, sourcePath }: Pick<JobRow, "id" | "sourcePath">): Promise<void> {
  await tx.update(jobs).set(NOTHING_FREED)
    .where(and(eq(jobs.sourcePath, sourcePath), isNotNull(jobs.review), ne(jobs.id, id)));
}
