import type * as z from "zod";
import { concat } from "../../kit/bytes.ts";
import { foreignJson } from "../../kit/json/json.ts";
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

/** How a list is read, beyond `Limits`: by default odd records are left out in silence. */
export interface ListOptions extends Limits {
  /** Fields of which no part may be missing: a record is left out rather than read without them. */
  whole?: readonly string[];
  /** Told of every record that was left out or read without some field. */
  onOdd?: (record: OddRecord) => void;
  /** A list of which no record can be read is an empty one. */
  mayAllBeOdd?: boolean;
}

/** A manager that says nothing for so long has stopped. */
const SILENCE_MS = 120_000;
/** A list may be of any size, but its manager may not take for ever. */
const LIST_MS = 10 * 60_000;
const REFUSAL_BYTES = 64 << 10;
/** Others get their turn after so long. */
const TURN_MS = 8;

/**
 * Reads a list of a manager, a few records at a time, any number of them in little memory. An odd record is left out and told of.
 * Throws `ManagerProblem` when the list is none or ends early, and when none of its records can be read.
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
    throw new ManagerProblem("malformed", `The answer of ${app} has an unknown shape.`, { cause: error });
  }
  if (good === 0 && place > 0 && !mayAllBeOdd) {
    throw new ManagerProblem(
      "malformed",
      `The answer of ${app} has an unknown shape: none of its ${place} records can be read (${odd}).`,
    );
  }
}

/** A whole list, for callers that need all of it. Throws as `streamList`. */
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
  // Leaving the body ends the connection.
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= REFUSAL_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  // A character may be cut in two at the end.
  const text = new TextDecoder().decode(concat(parts), { stream: true });
  throwIfRefused(kind, "GET", { status, headers, text, value: foreignJson(text) });
  throwIfNoJson(kind, type);
}
