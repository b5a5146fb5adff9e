import { and, count, eq, inArray, like, type SQL, sql, sum } from "drizzle-orm";
import { Fault } from "../../lib/kit/fault.ts";
import { titleKey } from "../../lib/kit/fold.ts";
import type { JobQuery } from "../../lib/jobs/request_schema.ts";
import { JOB_STATES, type JobState } from "../../lib/jobs/states.ts";
import { bindFirst } from "../bind.ts";
import { selectAsJson } from "../json_rows.ts";
import { jobCounts, type JobRow, jobs } from "../schema/jobs.ts";
import type { Database, Store } from "../store.ts";

const SORT_COLUMNS = {
  position: jobs.position,
  createdAt: jobs.createdAt,
  finishedAt: jobs.finishedAt,
  title: jobs.titleKey,
  size: jobs.inputSizeBytes,
} as const;

/** One page of rows. `total` is the number of rows in the whole list. */
export interface JobRowPage {
  rows: JobRow[];
  total: number;
  nextCursor?: string;
}

/**
 * Number of jobs in a state, with the total size of their sources, the bytes that they freed, and the bytes that
 * replacing their originals would free.
 */
export interface StateCount {
  jobs: number;
  inputBytes: number;
  savedBytes: number;
  wouldFreeBytes: number;
  /** Number of finished encodes for which the user has not decided whether they replace their originals. */
  undecided: number;
}

/** Queries that list many jobs. Each query uses an index. */
export const jobListing = (store: Pick<Store, "db">) =>
  bindFirst(store, {
    page: pageOfJobs,
    counts: countsByState,
    places: placesInQueue,
    pace: paceOfDoneJobs,
    inQueueOrder,
    figures: figuresOfJobs,
  });
/** Repository of job lists. */
export type JobListing = ReturnType<typeof jobListing>;

/**
 * Reads one page, starting at a cursor. Each state is read through its own index and the results are merged, so that
 * reading a page takes the same time for a hundred jobs and for a hundred thousand. Throws `invalid` for an invalid
 * cursor.
 */
async function pageOfJobs({ db }: Pick<Store, "db">, query: JobQuery): Promise<JobRowPage> {
  const states: readonly JobState[] = query.status.length > 0 ? [...new Set(query.status)] : JOB_STATES;
  const column = SORT_COLUMNS[query.sort];
  const direction = sql.raw(query.order);
  const filter = filters(query);
  const start = query.cursor === undefined ? undefined : afterCursor(query, query.cursor);
  const skipped = query.cursor === undefined ? ((query.page ?? 1) - 1) * query.limit : 0;
  const end = skipped + query.limit + 1;
  const pieces = states.map((state) =>
    sql`SELECT * FROM (SELECT ${jobs.id} AS id, ${column} AS sort_key FROM ${jobs} WHERE ${
      and(sql`${statusIn(query)} = ${state}`, filter, start)
    } ORDER BY ${column} ${direction}, ${jobs.id} ${direction} LIMIT ${end})`
  );
  const found = await db.all<{ id: string; sort_key: string | number }>(
    sql`${sql.join(pieces, sql` UNION ALL `)} ORDER BY sort_key ${direction}, id ${direction} LIMIT ${
      query.limit + 1
    } OFFSET ${skipped}`,
  );
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  const [rows, total] = await Promise.all([rowsOf(db, shown.map(({ id }) => id)), totalOf(db, query, states, filter)]);
  return {
    rows,
    total,
    nextCursor: found.length > shown.length && last ? encodeCursor([query.sort, last.sort_key, last.id]) : undefined,
  };
}

/** Counts by state, maintained by triggers. */
async function countsByState({ db }: Pick<Store, "db">): Promise<Record<JobState, StateCount>> {
  const none = JOB_STATES.map((state) => [
    state,
    { jobs: 0, inputBytes: 0, savedBytes: 0, wouldFreeBytes: 0, undecided: 0 },
  ]);
  const counts: Record<JobState, StateCount> = Object.fromEntries(none);
  for (const { status, ...numbers } of await db.select().from(jobCounts)) counts[status] = numbers;
  return counts;
}

/** Returns the 1-based queue positions of the queued jobs in `rows`. */
async function placesInQueue({ db }: Pick<Store, "db">, rows: JobRow[]): Promise<Map<string, number>> {
  const queued = rows.filter((row) => row.status === "queued");
  if (queued.length === 0) return new Map();
  const positions = queued.map((row) => row.position);
  const [first, last] = [Math.min(...positions), Math.max(...positions)];
  const found = await db.all<{ id: string; place: number }>(sql`
    SELECT id, place FROM (
      SELECT id, row_number() OVER (ORDER BY position, id)
        + (SELECT count(*) FROM jobs WHERE status = 'queued' AND position < ${first}) AS place
      FROM jobs WHERE status = 'queued' AND position BETWEEN ${first} AND ${last}
    ) WHERE id IN ${queued.map((row) => row.id)}`);
  return new Map(found.map(({ id, place }) => [id, place]));
}

/** Columns needed for totals over selected jobs. */
export type JobFigureRow = Pick<
  JobRow,
  "id" | "status" | "profileId" | "audioOnly" | "estimatedBytes" | "inputSizeBytes" | "outputSizeBytes" | "review"
>;

/** Returns at most `limit` jobs of a list, for a selection of the whole list. */
async function figuresOfJobs({ db }: Pick<Store, "db">, query: JobQuery, limit: number): Promise<JobFigureRow[]> {
  const { id, status, profileId, audioOnly, estimatedBytes, inputSizeBytes, outputSizeBytes, review } = jobs;
  const columns = { id, status, profileId, audioOnly, estimatedBytes, inputSizeBytes, outputSizeBytes, review };
  return await db.select(columns).from(jobs)
    .where(and(query.status.length > 0 ? inArray(status, query.status) : undefined, filters(query))).limit(limit);
}

/** Returns the IDs of queued jobs among `ids`, in queue order. */
async function inQueueOrder({ db }: Pick<Store, "db">, ids: string[]): Promise<string[]> {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM jobs WHERE status = 'queued' AND id IN ${wanted} ORDER BY position, id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the total encoding time in seconds and the total source size in bytes of the last `limit` completed jobs. */
async function paceOfDoneJobs({ db }: Pick<Store, "db">, limit: number): Promise<{ seconds: number; bytes: number }> {
  const recent = db.select({ seconds: jobs.durationSeconds, bytes: jobs.inputSizeBytes }).from(jobs)
    .where(eq(jobs.status, "done")).orderBy(sql`finished_at DESC`).limit(limit).as("recent");
  const [row] = await db.select({ seconds: sum(recent.seconds), bytes: sum(recent.bytes) }).from(recent);
  return { seconds: Number(row?.seconds ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/**
 * The few jobs of a title or in review are found through a dedicated index. The plus sign keeps SQLite from using the
 * index of states and reading all jobs in a state.
 */
const statusIn = ({ arr, arrId, review }: JobQuery): SQL =>
  review !== undefined || arr !== undefined && arrId !== undefined ? sql`+${jobs.status}` : sql`${jobs.status}`;

function filters({ trigger, profileId, arr, arrId, q, review }: JobQuery): SQL | undefined {
  return and(
    review && eq(jobs.review, review),
    trigger && eq(jobs.trigger, trigger),
    profileId !== undefined ? eq(jobs.profileId, profileId) : undefined,
    arr !== undefined ? eq(jobs.arr, arr) : undefined,
    arrId !== undefined
      ? sql`iif(json_valid(${jobs.source}), ${jobs.source} ->> '$.arrId', NULL) = ${arrId}`
      : undefined,
    q ? sql`${like(jobs.titleKey, `%${titleKey(q).replace(/[\\%_]/g, "\\$&")}%`)} ESCAPE '\\'` : undefined,
  );
}

async function rowsOf(db: Database, ids: string[]): Promise<JobRow[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await selectAsJson(db, jobs, inArray(jobs.id, ids))).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

async function totalOf(
  db: Database,
  query: JobQuery,
  states: readonly JobState[],
  filter: SQL | undefined,
): Promise<number> {
  const [row] = filter === undefined
    ? await db.select({ n: sum(jobCounts.jobs) }).from(jobCounts).where(inArray(jobCounts.status, [...states]))
    : await db.select({ n: count() }).from(jobs).where(and(sql`${statusIn(query)} IN ${states}`, filter));
  return Number(row?.n ?? 0);
}

function afterCursor(query: JobQuery, cursor: string): SQL {
  const [sort, key, id] = decodeCursor(cursor);
  if (sort !== query.sort) throw badCursor();
  const compare = sql.raw(query.order === "asc" ? ">" : "<");
  return sql`(${SORT_COLUMNS[query.sort]}, ${jobs.id}) ${compare} (${key}, ${id})`;
}

type Cursor = [sort: string, key: string | number, id: string];

const encodeCursor = (cursor: Cursor): string =>
  btoa(Array.from(new TextEncoder().encode(JSON.stringify(cursor)), (b) => String.fromCharCode(b)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function decodeCursor(text: string): Cursor {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (Array.isArray(value) && value.length === 3 && value.every((v) => ["string", "number"].includes(typeof v))) {
      return [String(value[0]), value[1], String(value[2])];
    }
  } catch {
    // The cursor is not base64 or not JSON. It is rejected below.
  }
  throw badCursor();
}

const badCursor = () =>
  new Fault("invalid", "The cursor does not belong to this list; start again without a cursor.", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
