import type { Redact } from "../../platform/logs/log_line.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { Job, JobLog } from "../schema.ts";
import type { FailureExplanation } from "./schema.ts";

/** Number of lines at the end of the log that are part of a report. */
export const REPORT_LINES = 200;
/** Maximum number of characters of a line in a report. */
const LONGEST_LINE = 1000;

/** Machine on which the job failed. */
export interface ReportedSystem {
  version: string;
  denoVersion: string;
  os: string;
  architecture: string;
  processors: number;
}

/** Content of a failure report before its redaction. */
export interface ReportFacts {
  system: ReportedSystem;
  job: Job;
  failure: FailureExplanation;
  log: JobLog;
  /** Undefined if ffmpeg cannot be started. */
  capabilities: Capabilities | undefined;
}

/** Returns the text of a failure report, for attaching to a bug report. Pure. */
export function failureReport({ system, job, failure, log, capabilities }: ReportFacts, redact: Redact): string {
  const clean = (lines: readonly string[]) => lines.map((line) => redact(line.slice(0, LONGEST_LINE)).toWellFormed());
  const plan = [...job.resolvedProfile?.reasons ?? [], ...job.resolvedProfile?.summary ?? []];
  const sections: [title: string, lines: string[]][] = [
    ["System", systemLines(system)],
    ["Programs", clean(programLines(capabilities))],
    ["Job", clean(jobLines(job))],
    ["Cause", clean([`${failure.title} (${failure.group})`, failure.explanation, ...failure.lines])],
    ["Plan", clean(plan)],
    ["Command", clean([[log.command, ...log.args].join(" ")].filter((line) => line.trim() !== ""))],
    [`Log (last ${REPORT_LINES} lines)`, clean(log.lines.slice(-REPORT_LINES))],
  ];
  const text = sections.map(([title, lines]) => `## ${title}\n${lines.length === 0 ? "None" : lines.join("\n")}\n`);
  return `# Failure report of Lathe\nPaths, names, hosts and keys were replaced. Check the text before you publish it.\n\n${
    text.join("\n")
  }`;
}

const systemLines = ({ version, denoVersion, os, architecture, processors }: ReportedSystem): string[] => [
  `Lathe ${version}, Deno ${denoVersion}`,
  `${os} ${architecture}, ${processors} processors`,
];

/** Encoders that profiles use, with those of GPUs. */
const REPORTED_ENCODER =
  /^(?:lib(?:x26[45]|svtav1|aom-av1|opus|fdk_aac|mp3lame)|(?:h264|hevc|av1)_\w+|aac|e?ac3|flac|dca|truehd)$/;

function programLines(capabilities: Capabilities | undefined): string[] {
  if (capabilities === undefined) return ["ffmpeg cannot be started."];
  const { version, svtAv1Version, videoEncoders, audioEncoders, hwaccels } = capabilities;
  return [
    `ffmpeg ${version}${svtAv1Version === undefined ? "" : `, SVT-AV1 ${svtAv1Version}`}`,
    `Video encoders: ${videoEncoders.filter((name) => REPORTED_ENCODER.test(name)).join(", ")}`,
    `Audio encoders: ${audioEncoders.filter((name) => REPORTED_ENCODER.test(name)).join(", ")}`,
    `Hardware: ${hwaccels.join(", ") || "none"}`,
  ];
}

const jobLines = ({ id, status, attempt, errorCode, error, profileName, trigger, device, software, warnings }: Job) => [
  `${id}, ${status}, attempt ${attempt}, ${trigger}`,
  `Profile: ${profileName}`,
  ...device === undefined ? [] : [`GPU: ${device}`],
  ...software ? ["Encoded on the CPU after the GPU failed"] : [],
  `Error: ${errorCode ?? "none"}: ${error ?? ""}`,
  ...warnings.map((warning) => `Warning: ${warning}`),
];
