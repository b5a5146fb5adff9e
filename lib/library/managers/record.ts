import * as z from "zod";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import { ask, type Limits, type ManagerConnection, ManagerProblem } from "./request.ts";
import { nameOfRecord, readRecord } from "./tolerant.ts";

/** How one record is read, beyond `Limits`. */
export interface RecordOptions extends Limits {
  /** Fields of which no part may be missing. */
  whole?: readonly string[];
}

/**
 * Reads one record of a manager as a list of them is read: a field that makes no sense is taken as missing. Throws
 * `ManagerProblem`, which names the field that the record cannot be without.
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
    `What ${MANAGERS[connection.kind].app} answers of ${title} has an unknown shape: ${odd[0]}.`,
  );
}
