import * as z from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { type ListOptions, readList, streamList } from "./list.ts";
import {
  ask,
  connectTo,
  type Limits,
  type ManagerAddress,
  type ManagerConnection,
  ManagerProblem,
  type ReadOptions,
} from "./request.ts";
import { nameOfRecord, readRecord } from "./tolerant.ts";

/**
 * API client of one external application at one address. Paths are relative to its API (`/movie`). Responses are
 * validated with a schema. Unknown fields are ignored. All methods throw `ManagerProblem`.
 */
export interface ManagerClient<K extends ManagerKind = ManagerKind> {
  readonly kind: K;
  /** Display name of the application. */
  readonly app: string;
  readonly url: string;
  get<T extends z.ZodType>(path: string, schema: T, options?: ReadOptions): Promise<z.infer<T>>;
  /** Same as `get`, but also returns the date of the response, on the application's clock. */
  getDated<T extends z.ZodType>(
    path: string,
    schema: T,
    limits?: Limits,
  ): Promise<{ data: z.infer<T>; date: Date | undefined }>;
  /** Reads one record. An invalid field is treated as missing, as in a list. */
  getRecord<T extends z.ZodType>(path: string, schema: T, options?: RecordOptions): Promise<z.infer<T>>;
  /** Reads a whole list. Invalid records are skipped. */
  getList<T extends z.ZodType>(path: string, schema: T, options?: ListOptions): Promise<z.infer<T>[]>;
  /** Same as `getList`, but yields a few records at a time, so that memory use does not grow with the list. */
  streamList<T extends z.ZodType>(path: string, schema: T, options?: ListOptions): AsyncGenerator<z.infer<T>[]>;
  /** Sends `json` in a POST request. A response without a body is validated as undefined. */
  post<T extends z.ZodType>(path: string, json: unknown, schema: T, limits?: Limits): Promise<z.infer<T>>;
  put(path: string, limits?: Limits): Promise<void>;
  delete(path: string, limits?: Limits): Promise<void>;
}

/** Schema for requests whose response is empty or not used. */
const ANYTHING = z.unknown();

/** Creates the client of an application at one address. The first request opens the connection. */
export function createManagerClient<K extends ManagerKind>(
  http: Pick<HttpClient, "send" | "open">,
  kind: K,
  { url, apiKey }: ManagerAddress,
): ManagerClient<K> {
  const connection = connectTo(http, kind, { url, apiKey });
  return {
    kind,
    app: MANAGERS[kind].app,
    url,
    get: async (path, schema, options) => (await ask(connection, path, schema, options)).data,
    getDated: (path, schema, limits) => ask(connection, path, schema, limits),
    getRecord: (path, schema, options) => readRecordOf(connection, path, schema, options),
    getList: (path, schema, options) => readList(connection, path, schema, options),
    streamList: (path, schema, options) => streamList(connection, path, schema, options),
    post: async (path, json, schema, limits) =>
      (await ask(connection, path, schema, { method: "POST", json, ...limits })).data,
    put: async (path, limits) => void await ask(connection, path, ANYTHING, { method: "PUT", ...limits }),
    delete: async (path, limits) => void await ask(connection, path, ANYTHING, { method: "DELETE", ...limits }),
  };
}

/** Options for reading one record, in addition to `Limits`. */
interface RecordOptions extends Limits {
  /** Fields of the record that must be valid. */
  whole?: readonly string[];
}

/**
 * Reads one record with the same tolerance as for lists: an invalid field is treated as missing. If a required field is
 * invalid, throws a `ManagerProblem` with the name of the field.
 */
async function readRecordOf<T extends z.ZodType>(
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
