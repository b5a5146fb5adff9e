import type * as z from "zod";
import { concat } from "../../kit/bytes.ts";
import { parseUntrustedJson } from "../../kit/json/json.ts";
import { type JsonRecord, jsonRecords } from "../../kit/json/records.ts";
import type { HttpStream } from "../../platform/http_client/model.ts";
import { type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import {
  asManagerProblem,
  type Limits,
  type ManagerConnection,
  ManagerProblem,
  throwIfNoAddress,
  throwIfNoJson,
  throwIfRefused,
} from "./request.ts";
import { nameOfRecord, type OddRecord, readRecord } from "./tolerant.ts";

/** Options for reading a list, in addition to `Limits`. By default, invalid records are skipped without a message. */
export interface ListOptions extends Limits {
  /** Fields that must be valid. A record without them is skipped. */
  whole?: readonly string[];
  /** Called for each record that was skipped or read without a field. */
  onOdd?: (record: OddRecord) => void;
  /** True to treat a list without any valid record as empty. */
  mayAllBeOdd?: boolean;
}

/** Timeout in milliseconds. A manager that sends no data for this long is considered stuck. */
const SILENCE_MS = 120_000;
/** Timeout in milliseconds for a whole list, which may have any size. */
const LIST_MS = 10 * 60_000;
const REFUSAL_BYTES = 64 << 10;
/** Interval in milliseconds after which other tasks can run. */
const TURN_MS = 8;

/**
 * Yields a manager's list a few records at a time, so that memory use does not grow with the size of the list. Invalid
 * records are skipped and reported. Throws `ManagerProblem` if the response is not a list, ends early, or contains no
 * valid record.
 */
export async function* streamList<T extends z.ZodType>(
  connection: ManagerConnection,
  path: string,
  schema: T,
  { whole = [], onOdd = () => {}, mayAllBeOdd = false, totalMs = LIST_MS, signal }: ListOptions = {},
): AsyncGenerator<z.infer<T>[]> {
  const { kind } = connection;
  const { app } = MANAGERS[kind];
  throwIfNoAddress(connection);
  const answer = await connection.open(path, { headersMs: Math.min(totalMs, SILENCE_MS), totalMs, signal }).catch(
    asManagerProblem(kind),
  );
  await throwIfNoList(kind, answer);
  const kept = new Set(whole);
  let [place, good] = [0, 0];
  let odd: string | undefined;
  let turnEndsAt = performance.now() + TURN_MS;
  try {
    for await (const records of jsonRecords(answer.body)) {
      const read: z.infer<T>[] = [];
      for (const record of records) {
        place++;
        const { data, fields } = judged(record, schema, kept);
        if (fields.length > 0) {
          const name = nameOfRecord("value" in record ? record.value : undefined, place);
          for (const field of fields) onOdd({ ...name, field, leftOut: data === undefined });
        }
        if (data === undefined) odd ??= fields[0];
        else read.push(data);
      }
      good += read.length;
      if (read.length > 0) yield read;
      if (performance.now() < turnEndsAt) continue;
      await new Promise((resolve) => setImmediate(resolve));
      turnEndsAt = performance.now() + TURN_MS;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) return asManagerProblem(kind)(error);
    throw new ManagerProblem("malformed", `The response from ${app} has an unknown format.`, { cause: error });
  }
  if (good === 0 && place > 0 && !mayAllBeOdd) {
    throw new ManagerProblem(
      "malformed",
      `The response from ${app} has an unknown format: none of its ${place} records can be read (${odd}).`,
    );
  }
}

/** Reads a whole list into memory. Throws the errors of `streamList`. */
export async function readList<T extends z.ZodType>(
  ...asked: Parameters<typeof streamList<T>>
): Promise<z.infer<T>[]> {
  return (await Array.fromAsync(streamList<T>(...asked))).flat();
}

function judged<T extends z.ZodType>(
  record: JsonRecord,
  schema: T,
  whole: ReadonlySet<string>,
): { data?: z.infer<T>; fields: string[] } {
  if ("broken" in record) return { fields: [record.broken] };
  const { data, odd } = readRecord(schema, record.value, whole);
  return { data, fields: odd };
}

async function throwIfNoList(kind: ManagerKind, { status, headers, body }: HttpStream): Promise<void> {
  const type = headers.get("content-type") ?? "";
  if (status < 300 && /\bjson\b/.test(type)) return;
  const parts: Uint8Array[] = [];
  let size = 0;
  // Ending the loop early closes the connection.
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= REFUSAL_BYTES) break;
    }
  } catch {
    // If the body cannot be read, only the status is used.
  }
  // The last character may be incomplete.
  const text = new TextDecoder().decode(concat(parts), { stream: true });
  throwIfRefused(kind, "GET", { status, headers, text, value: parseUntrustedJson(text) });
  throwIfNoJson(kind, type);
}
