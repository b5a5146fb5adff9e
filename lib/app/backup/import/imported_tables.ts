import { createHash } from "node:crypto";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { getTableName } from "drizzle-orm";
import * as z from "zod";
import {
  estimateOutcomes,
  jobDetails,
  jobFailures,
  jobs,
  qualityReports,
  recipes,
} from "../../../../db/schema/jobs.ts";
import { events, keyValues } from "../../../../db/schema/platform.ts";
import { expectedDiscs } from "../../../../db/schema/barcodes.ts";
import { boxSets, ripLog, rips } from "../../../../db/schema/discs.ts";
import { policies, policyRunJobs, policyRuns } from "../../../../db/schema/policies.ts";
import { profiles, smartProfiles } from "../../../../db/schema/profiles.ts";
import { autoMemory, cueSplits, rescans, savedViews } from "../../../../db/schema/library.ts";
import { ID_PATTERN } from "../../../kit/id.ts";
import { ProfileInput } from "../../../encode/profiles/schema.ts";
import { isSmart, SmartProfileInput } from "../../../encode/profiles/smart/schema.ts";
import { checkRecipe } from "../../../encode/profiles/validate.ts";
import { PolicyInput, policyNameKey } from "../../../library/policies/model.ts";
import { LIST_KINDS, SavedViewInput } from "../../../library/lists/model.ts";
import { ExpectedDisc } from "../../../library/barcodes/model.ts";
import { QualityReport } from "../../../jobs/reports/quality.ts";
import type { ForeignRow } from "./foreign_database.ts";
import { StoredBoxSet } from "../../../discs/box_set_schema.ts";
import { DRIVES_KEY, RememberedDrives } from "../../../discs/drives/drive_memory.ts";
import { importedCueSplit } from "./imported_cue_split.ts";
import { importedRip } from "./imported_rip.ts";
import { importedDetails, importedJob, type PathRules } from "./imported_job.ts";
import { driverValues, rowReader } from "./row_schema.ts";

/** Result of importing one row of a backup. */
export type ImportedRow =
  | { values: ForeignRow; interrupted?: boolean; pathLeftOut?: boolean }
  | { problem: string }
  /** The row is valid only on the machine or at the time of the backup. It is omitted without a note. */
  | "not taken";

/** Inputs for checking the rows of a backup. */
export interface ImportContext {
  paths: PathRules;
  now: Date;
}

/** An imported table, and the function that converts its rows. */
export interface ImportedTable {
  name: string;
  read(raw: ForeignRow, context: ImportContext): ImportedRow;
}

const id = z.string().regex(ID_PATTERN, "not an ID");
const ownId = id.refine((one) => !one.startsWith("builtin-"), "the ID of a built-in profile");
const Recipe = ProfileInput.extend({ id });
const SmartRecipe = z.object({
  id,
  name: SmartProfileInput.shape.name,
  mediaType: SmartProfileInput.shape.mediaType,
  smart: SmartProfileInput.omit({ name: true, description: true, mediaType: true, baseProfileId: true }),
  base: Recipe,
});

/** A table whose rows are imported without changes if every column is valid. */
function plain<T extends SQLiteTable>(
  table: T,
  fields: Parameters<typeof rowReader<T>>[1],
  judge: (row: T["$inferSelect"], raw: ForeignRow) => string | "not taken" | undefined = () => undefined,
): ImportedTable {
  const read = rowReader(table, fields);
  return {
    name: getTableName(table),
    read(raw) {
      const found = read(raw);
      if ("problem" in found) return found;
      const problem = judge(found.row, raw);
      if (problem === "not taken") return problem;
      return problem === undefined ? { values: driverValues(table, found.row) } : { problem };
    },
  };
}

/** Policies are imported as disabled, because their plan has to be checked on the files that exist now. */
function importedPolicies(): ImportedTable {
  const read = rowReader(policies, {
    id,
    name: PolicyInput.shape.name,
    rules: PolicyInput.omit({ name: true, enabled: true }),
  });
  return {
    name: getTableName(policies),
    read(raw) {
      const found = read(raw);
      if ("problem" in found) return found;
      const { row } = found;
      return row.nameKey === policyNameKey(row.name)
        ? { values: driverValues(policies, { ...row, enabled: false }) }
        : { problem: "name_key: does not match the name" };
    },
  };
}

/**
 * `key_values` entries that are imported: those set by the user, and the discs that were already detected in drives,
 * which are not new after a restore. The session secret and the state of tasks are created again.
 */
const KEPT_FACTS: Record<string, z.ZodType> = {
  "setup.dismissed": z.boolean(),
  "queue.paused": z.boolean(),
  [DRIVES_KEY]: RememberedDrives,
};

/**
 * Tables with history and user data, parent tables first. All other data is created again: data from managers and
 * disks, sessions, and the file state of jobs (temporary files, recycle bins, the journal).
 */
export const IMPORTED_TABLES: readonly ImportedTable[] = [
  plain(
    recipes,
    { hash: z.string().regex(/^[0-9a-f]{64}$/), recipe: z.union([SmartRecipe, Recipe]) },
    (row, raw) =>
      createHash("sha256").update(String(raw.recipe)).digest("hex") !== row.hash
        ? "recipe: does not match its hash"
        : checkRecipe(isSmart(row.recipe) ? row.recipe.base : row.recipe)[0]?.message,
  ),
  plain(
    profiles,
    { id: ownId, name: ProfileInput.shape.name, profile: ProfileInput },
    ({ profile }) => checkRecipe(profile)[0]?.message,
  ),
  plain(smartProfiles, { id: ownId, name: SmartProfileInput.shape.name, profile: SmartProfileInput }),
  {
    name: getTableName(jobs),
    read(raw, context) {
      const found = importedJob(raw, context);
      return "problem" in found ? found : { ...found, values: driverValues(jobs, found.row) };
    },
  },
  {
    name: getTableName(jobDetails),
    read(raw) {
      const found = importedDetails(raw);
      return "problem" in found ? found : { values: driverValues(jobDetails, found.row) };
    },
  },
  plain(qualityReports, { jobId: id, report: QualityReport }),
  plain(estimateOutcomes, { jobId: id, videoRatio: z.number().min(0), megapixelsPerSecond: z.number().min(0) }),
  plain(rescans, { jobId: id }, ({ state }) => ["over", "restored"].includes(state) ? undefined : "not taken"),
  plain(jobFailures, {
    jobId: id,
    attempt: z.int().min(0).max(1_000_000),
    groupKey: z.string().regex(/^[a-z0-9-]{1,64}$/, "not a group of failures"),
    failedAt: z.int().min(0).max(8.64e15),
  }),
  plain(autoMemory, { localPath: z.string().min(1).max(4096) }),
  {
    name: getTableName(rips),
    read(raw, context) {
      const found = importedRip(raw, context);
      return "problem" in found
        ? found
        : { values: driverValues(rips, found.row), ...(found.interrupted ? { interrupted: true } : {}) };
    },
  },
  plain(ripLog, { ripId: id, text: z.string().max(4_000) }),
  plain(
    boxSets,
    { id, record: StoredBoxSet },
    ({ id, record }) => record.id === id ? undefined : "record: belongs to another set",
  ),
  {
    name: getTableName(cueSplits),
    read(raw, context) {
      const found = importedCueSplit(raw, context);
      return "problem" in found
        ? found
        : { values: driverValues(cueSplits, found.row), ...(found.interrupted ? { interrupted: true } : {}) };
    },
  },
  plain(
    expectedDiscs,
    { id, code: ExpectedDisc.shape.code, record: ExpectedDisc },
    (row) => row.record.id === row.id && row.record.code === row.code ? undefined : "record: belongs to another disc",
  ),
  plain(savedViews, {
    id,
    kind: z.enum(LIST_KINDS),
    name: SavedViewInput.shape.name,
    query: z.string().max(1_000),
  }),
  importedPolicies(),
  plain(policyRuns, { id, policyId: id, name: PolicyInput.shape.name }),
  plain(policyRunJobs, { runId: id, jobId: id, policyId: id }),
  // Rows get new IDs.
  plain(events, { id: z.unknown(), message: z.string().max(10_000) }),
  plain(keyValues, { key: z.string().max(200) }, ({ key, value }) => {
    const known = Object.hasOwn(KEPT_FACTS, key) ? KEPT_FACTS[key] : undefined;
    if (known === undefined) return "not taken";
    return known.safeParse(value).success ? undefined : `value: not valid for ${key}`;
  }),
];

/**
 * Names of all tables that a backup may contain: those that are imported, those that are not, and those of the migrator
 * and of SQLite.
 */
export const KNOWN_TABLES: readonly string[] = [
  ...IMPORTED_TABLES.map(({ name }) => name),
  "__drizzle_migrations",
  "sqlite_sequence",
  "sqlite_stat1",
  "sqlite_stat4",
  "job_counts",
  "file_steps",
  "encode_segments",
  // Agents must be approved again, because the archive may contain machines that have been revoked.
  "agents",
  "bin_entries",
  "undo_runs",
  "undo_run_jobs",
  "findings",
  "sessions",
  "login_failures",
  "task_runs",
  "local_folders",
  "local_items",
  "local_files",
  "catalogue_titles",
  "catalogue_episodes",
  "catalogue_state",
  "catalogue_albums",
  "catalogue_tracks",
  "grabs",
  "release_answers",
  "barcode_answers",
  "media_probes",
  "media_evaluations",
];

/** Lathe's triggers, which every valid backup contains. */
export const KNOWN_TRIGGERS: readonly string[] = ["job_counted_in", "job_counted_out", "job_counted_over"];
