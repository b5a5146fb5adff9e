import type * as z from "zod";
import type { FieldError } from "../fault.ts";

type Issue = z.core.$ZodIssue;

/**
 * Describes the errors of a value by field. If several types are allowed, the most similar one is used. If none is
 * similar, the fields that distinguish the types are listed. Pure.
 */
export const fieldErrors = ({ issues }: { issues: readonly Issue[] }, value: unknown): FieldError[] =>
  flattened(issues, value).map(({ path, message }) => ({ path: path.map(String).join("."), message }));

interface FlatIssue extends Pick<Issue, "code" | "path" | "message"> {
  /** True if a top-level field of the type is missing, which indicates that another type was intended. */
  missing: boolean;
}

function flattened(issues: readonly Issue[], value: unknown): FlatIssue[] {
  return issues.flatMap((issue): FlatIssue[] => {
    const { code, path, message } = issue;
    const part = path.reduce<unknown>(partOf, value);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        code,
        path: [...path, key],
        message: "This field is unknown.",
        missing: false,
      }));
    }
    if (issue.code !== "invalid_union" || issue.errors.length === 0) {
      return [{ code, path, message, missing: path.length === 1 && part === undefined }];
    }
    return closest(issue.errors.map((errors) => flattened(errors, part))).map((one) => ({
      ...one,
      path: [...path, ...one.path],
      missing: path.length === 0 ? one.missing : path.length === 1 && part === undefined,
    }));
  });
}

const partOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** Returns the weight of one error in the comparison of a value with several types. */
function distance(issue: FlatIssue): number {
  if (issue.missing) return MISSING;
  return issue.code === "invalid_type" ? 30 : issue.code === "invalid_value" ? 2 : 1;
}
const MISSING = 1e6;

function closest(shapes: FlatIssue[][]): FlatIssue[] {
  const distances = shapes.map((issues) => issues.reduce((sum, issue) => sum + distance(issue), 0));
  const least = Math.min(...distances);
  const near = shapes.filter((_, i) => distances[i] === least);
  const [best = []] = near;
  if (near.length === 1 || least < MISSING) return best;
  const key = ({ path }: FlatIssue) => path.map(String).join(".");
  const inEvery = best.filter((issue) => near.every((issues) => issues.some((one) => key(one) === key(issue))));
  const common = new Set(inEvery.map(key));
  const apart = [...new Map(near.flat().map((issue) => [key(issue), issue])).values()]
    .filter((issue) => issue.missing && !common.has(key(issue)));
  const message = `Specify one of ${apart.map(key).join(", ")}.`;
  return [...inEvery, ...apart.map((issue) => ({ ...issue, message }))];
}
