import { z } from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { type ManagerAddress, ManagerProblem, readManager, type ReadOptions } from "./request.ts";
import { nameOfRecord, readRecord } from "./tolerant.ts";

/**
 * Reads one record of a manager as a list of them is read: a field that makes no sense is taken as missing. Throws
 * `ManagerProblem`, which names the field that the record cannot be without.
 */
export async function readManagerRecord<T extends z.ZodType>(
  http: Pick<HttpClient, "send">,
  kind: ManagerKind,
  address: ManagerAddress,
  path: string,
  schema: T,
  { whole = [], ...options }: ReadOptions & { whole?: readonly string[] } = {},
): Promise<z.infer<T>> {
  const value = await readManager(http, kind, address, path, z.unknown(), options);
  const { data, odd } = readRecord(schema, value, new Set(whole));
  if (data !== undefined) return data;
  const { title } = nameOfRecord(value, 1);
  throw new ManagerProblem(
    "malformed",
    `What ${MANAGERS[kind].app} answers of ${title} has an unknown shape: ${odd[0]}.`,
  );
}
