import * as z from "zod";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import { ask, type Limits, type ManagerConnection, ManagerProblem } from "./request.ts";
import { nameOfRecord, readRecord } from "./tolerant.ts";

/** Options for reading one record, in addition to `Limits`. */
export interface RecordOptions extends Limits {
  /** Fields that must be complete. */
  whole?: readonly string[];
}

/**
 * Reads one record with the same tolerance as for lists: an invalid field is treated as missing. Throws a
 * `ManagerProblem` that names the field if it is required.
 */
export async function readRecordOf<T extends z.ZodType>(
  connection: ManagerConnection,
  path: string,
  schema: T,
  { whole = [], ...limits }: RecordOptions = {},
): Promise<z.infer<T>> {
  const { data: value } = await ask(connection, path, z.unknown(), limits);
  const { data, odd } = readRecord(schema, value, new Set(whole));
  if (data !== undefined) return data;
  const { title } = nameOfRecord(value, 1);
  throw new ManagerProblem(
    "malformed",
    `The response from ${MANAGERS[connection.kind].app} for ${title} has an unknown format: ${odd[0]}.`,
  );
}
