import { openInstance } from "../app/instance.ts";
import type { Instance } from "../app/instance_model.ts";
import type { ProgramFiles } from "../app/instance_options.ts";
import type { Log } from "../kit/log.ts";

/** Environment in which a command is run. */
export interface CommandContext {
  configDir: string;
  env: Record<string, string | undefined>;
  files: ProgramFiles;
}

/** Log of a command: only important messages, written to standard error. */
export const consoleLog: Log = (level, message) => {
  if (level !== "info") console.error(message);
};

/** Opens an instance in a folder for the duration of one command. */
export const openQuietly = (
  configDir: string,
  { env, files }: Pick<CommandContext, "env" | "files">,
): Promise<Instance> =>
  openInstance({
    configDir,
    env,
    files,
    openLog: () =>
      Promise.resolve({
        log: consoleLog,
        requestLog: consoleLog,
        change: () => {},
        dispose: () => Promise.resolve(),
      }),
  });
