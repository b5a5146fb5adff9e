import { hostname, userInfo } from "node:os";
import type { Redact } from "../../platform/logs/log_line.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";
import type { PrivateValues } from "./report_redaction.ts";

/** Maximum depth of nested settings. */
const DEEPEST = 12;

/** Collects the private values of this machine, of the settings and of a job. */
export function privateValues(
  row: JobRow,
  settings: unknown,
  folders: readonly string[],
  redact: Redact,
): PrivateValues {
  const texts = textsIn(settings);
  const urls = texts.flatMap((text) => /^[a-z]+:\/\//i.test(text) ? URL.parse(text) ?? [] : []);
  const paths = [row.sourcePath, row.outputPath, row.tempPath, row.plannedOutput, row.originalKeptAt, ...folders];
  return {
    redact,
    paths: [...paths, ...texts.filter(isPath)].filter(isText),
    titles: [row.title, row.subtitle, row.source.releaseTitle].filter(isText),
    users: [userName(), ...urls.map(({ username }) => username)].filter(isText),
    hosts: [hostname(), ...urls.map((url) => url.hostname)].filter(isText),
  };
}

const isText = (text: string | null | undefined): text is string => typeof text === "string" && text !== "";

const isPath = (text: string): boolean => /^(?:\/|[A-Za-z]:\\|\\\\)[^\n]{1,4096}$/.test(text);

/** Returns the name of the user of this process. Empty if the system has no name for it, as in some containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

/** Returns all texts in a value. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((part) => textsIn(part, depth + 1));
}
