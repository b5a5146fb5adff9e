import type { ProgramFiles } from "../../lib/app/instance_options.ts";

/** Options with which the service is started. */
export interface RunOptions {
  configDir: string;
  /** Values from the command line, which take precedence over environment variables and settings. */
  host?: string;
  port?: number;
  env: Record<string, string | undefined>;
  files: ProgramFiles;
}

/** Result of one run of the service. */
export type Outcome = "ended" | "reopen" | "failed";
