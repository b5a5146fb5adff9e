import * as z from "zod";
import type { HttpClient } from "../../platform/http_client/model.ts";
import { type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import { type ListOptions, readList, streamList } from "./list.ts";
import { readRecordOf, type RecordOptions } from "./record.ts";
import { ask, connectTo, type Limits, type ManagerAddress, type ReadOptions } from "./request.ts";

/**
 * One application beside us, at one address. Paths lie below its API (`/movie`); answers are checked against a schema, and
 * fields it does not name are left alone. Everything throws `ManagerProblem`.
 */
export interface ManagerClient<K extends ManagerKind = ManagerKind> {
  readonly kind: K;
  /** The name people know it by. */
  readonly app: string;
  readonly url: string;
  get<T extends z.ZodType>(path: string, schema: T, options?: ReadOptions): Promise<z.infer<T>>;
  /** As `get`, with the time the other machine says it is. */
  getDated<T extends z.ZodType>(
    path: string,
    schema: T,
    limits?: Limits,
  ): Promise<{ data: z.infer<T>; date: Date | undefined }>;
  /** One record; a field that makes no sense is taken as missing, as in a list. */
  getRecord<T extends z.ZodType>(path: string, schema: T, options?: RecordOptions): Promise<z.infer<T>>;
  /** A whole list; odd records are left out. */
  getList<T extends z.ZodType>(path: string, schema: T, options?: ListOptions): Promise<z.infer<T>[]>;
  /** As `getList`, a few records at a time, any number of them in little memory. */
  streamList<T extends z.ZodType>(path: string, schema: T, options?: ListOptions): AsyncGenerator<z.infer<T>[]>;
  /** Sends `json`; an answer without a body is checked as undefined. */
  post<T extends z.ZodType>(path: string, json: unknown, schema: T, limits?: Limits): Promise<z.infer<T>>;
  put(path: string, limits?: Limits): Promise<void>;
  delete(path: string, limits?: Limits): Promise<void>;
}

/** What is done without a word, or with words that nobody reads. */
const ANYTHING = z.unknown();

/** Makes the client of one application at one address; it connects with the first request. */
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
