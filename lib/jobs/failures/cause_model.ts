import type { JobFailureCode } from "../../kit/fault.ts";

/** Kind of the action that resolves a cause. It determines the button. */
export type CauseActionKind = "retry" | "settings" | "health" | "docs" | "space" | "profile";

/** Action that resolves a cause. `target` is a path of Lathe. It is empty for a retry and for the choice of a profile. */
export interface CauseAction {
  label: string;
  kind: CauseActionKind;
  target: string;
}

/** Known cause of failed jobs. */
export interface Cause {
  /** Stable ID, such as `nvenc-driver-old`. */
  id: string;
  title: string;
  /** One or two sentences: the event, and the file, program or device. */
  explanation: string;
  remedy: string;
  /**
   * Patterns for one line of a tool's log or of the error message, without the contexts that ffmpeg prints in brackets.
   * No quantifier is unbounded, so that the time per line is limited.
   */
  match: readonly RegExp[];
  /** Error code that identifies the cause of a job whose lines match no entry. */
  code?: JobFailureCode;
  /** Exit codes that identify the cause if the tool printed no error. */
  exitCodes?: readonly number[];
  /**
   * Patterns for lines after which tools may continue, such as damage in the source. Such a line is the cause only if
   * no other error follows it in the log.
   */
  hints?: readonly RegExp[];
  /** True if tools often complete after the hints of this cause. A failed step that `isIndependent` then weighs more. */
  isPassable?: true;
  /**
   * Patterns for lines that name the step that failed, but not the reason. Such a line is the cause only if no line
   * gives a reason.
   */
  steps?: readonly RegExp[];
  /** True if defects in the source do not lead to a failure of this step. */
  isIndependent?: true;
  action?: CauseAction;
}

/** Actions that several causes share. */
export const ACTIONS = {
  retry: { label: "Retry", kind: "retry", target: "" },
  profile: { label: "Choose another profile", kind: "profile", target: "" },
  hardware: { label: "Open hardware settings", kind: "settings", target: "/settings/encoding#hardware" },
  programs: { label: "Open program settings", kind: "settings", target: "/settings/encoding#programs" },
  subtitles: { label: "Open subtitle settings", kind: "settings", target: "/settings/encoding#subtitles" },
  discs: { label: "Open disc settings", kind: "settings", target: "/settings/discs" },
  encodes: { label: "Open encode settings", kind: "settings", target: "/settings/encoding#encoding" },
  health: { label: "Open health checks", kind: "health", target: "/system" },
  space: { label: "Show disk usage", kind: "space", target: "/disk-usage" },
  help: { label: "Open troubleshooting", kind: "docs", target: "/docs/troubleshooting" },
} as const satisfies Record<string, CauseAction>;
