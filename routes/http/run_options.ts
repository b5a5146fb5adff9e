import type { ProgramFiles } from "../../lib/app/instance_options.ts";

/** How the service was started. */
export interface RunOptions {
  configDir: string;
  /** From the command line: win over environment and settings. */
  host?: string;
  port?: number;
  env: Record<string, string | undefined>;
  files: ProgramFiles;
}

/** How one life of the service ended. */
export type Outcome = "ended" | "reopen" | "failed";
