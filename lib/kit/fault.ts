/** All stable error codes of the API, with their HTTP status. */
export const FAULTS = {
  bad_request: 400,
  bad_json: 400,
  unauthorized: 401,
  forbidden: 403,
  path_not_allowed: 403,
  cross_site: 403,
  not_found: 404,
  no_preview: 404,
  barcode_unknown: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  bad_state: 409,
  already_queued: 409,
  builtin_readonly: 409,
  in_use: 409,
  output_exists: 409,
  gone: 410,
  too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  wrong_host: 421,
  invalid: 422,
  unreadable: 422,
  encoder_missing: 422,
  nothing_to_do: 422,
  nothing_selected: 422,
  no_profile: 422,
  throttled: 429,
  headers_too_large: 431,
  internal: 500,
  experiment_off: 501,
  upstream_failed: 502,
  busy: 503,
  tool_missing: 503,
  shutting_down: 503,
  upstream_timeout: 504,
} as const;

export type FaultCode = keyof typeof FAULTS;

/** An invalid field in a request. `path` is dotted, for example `source.localPath`. */
export interface FieldError {
  path: string;
  message: string;
}

/** An expected failure. `message` is shown to the user: what happened, to what, and what to do. */
export class Fault extends Error {
  override name = "Fault";
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: FaultCode,
    message: string,
    options: { cause?: unknown; fields?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): (typeof FAULTS)[FaultCode] {
    return FAULTS[this.code];
  }
}

/** Reason why a job failed, stored as its `errorCode`. Not an HTTP status. */
export type JobFailureCode =
  | "source_missing"
  | "source_changed"
  | "unreadable"
  | "encoder_missing"
  | "invalid_plan"
  | "nothing_to_do"
  | "tool_missing"
  | "tool_failed"
  | "stalled"
  | "disk_full"
  | "verification_failed"
  | "output_exists"
  | "publish_failed"
  | "interrupted"
  | "internal";

/** A failure of one job. `message` is the most relevant line, which is shown with the job. */
export class JobFailure extends Error {
  override name = "JobFailure";
  constructor(readonly code: JobFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
  }
}

/**
 * Returns the message shown for an internal error. The original message may contain paths and parameters, so it is only
 * logged.
 */
export const defectText = (error: unknown): string =>
  `An internal error occurred${error instanceof Error ? ` (${error.name})` : ""}; see the log for details.`;

/** True for errors from the operating system, whose messages contain the path and can be shown to users. */
export const isSystemError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code);
