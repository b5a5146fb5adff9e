import * as z from "zod";
import { aspNet, Refusal } from "./http.ts";

/** An entry of the array that a failed validation returns. */
export interface ValidationError {
  propertyName: string;
  errorMessage: string;
  attemptedValue?: unknown;
  severity?: "error" | "warning";
  errorCode?: string;
}

export const invalid = (...errors: ValidationError[]): Refusal =>
  new Refusal(400, errors.map((error) => ({ severity: "error", isWarning: false, ...error })));

/** Creates an error of any other kind. */
export const failed = (status: number, message: string, description?: string): Refusal =>
  new Refusal(status, { message, description });

export const missing = (kind: string, id: number | string): Refusal =>
  failed(404, `${kind} with ID ${id} does not exist`, `NzbDrone.Core.Datastore.ModelNotFoundException: ${kind} ${id}`);

/** Accepts a name from a list, case-insensitively, or its number. */
export const nameOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.preprocess((value) => {
    if (typeof value === "number") return names[value] ?? value;
    if (typeof value !== "string") return value;
    return names.find((name) => name.toLowerCase() === value.toLowerCase()) ?? value;
  }, z.enum(names));

/**
 * Parses a body like the deserializer of the managers. For an invalid enum, the error response is a map. For a wrong
 * type, it has the error format of the framework.
 */
export function bodyAs<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body ?? undefined);
  if (error === undefined) return data as z.output<Schema>;
  const issues = error.issues.map((issue) => ({
    enumeration: issue.code === "invalid_value",
    path: ["$", ...issue.path.map(String)].join("."),
    text: `The JSON value could not be converted. Path: ${
      ["$", ...issue.path.map(String)].join(".")
    }. ${issue.message}`,
  }));
  if (body === undefined) throw aspNet({ "": ["A non-empty request body is required."] });
  const bad = issues.filter(({ enumeration }) => enumeration);
  if (bad.length > 0) {
    throw new Refusal(
      400,
      Object.fromEntries(bad.map(({ path, text }) => [path, { errors: [{ errorMessage: text }] }])),
    );
  }
  throw aspNet(Object.fromEntries(issues.map(({ path, text }) => [path, [text]])));
}
