import { join } from "node:path";
import { runAgent } from "../farm/agent/run_agent.ts";
import { Fault } from "../kit/fault.ts";
import { onEndSignals } from "../kit/process/end_signals.ts";
import { outliveLostSockets } from "../kit/process/lost_sockets.ts";
import type { Log } from "../kit/log.ts";
import type { AgentCommand } from "./agent_command.ts";

/** Prints log lines with the time to the terminal. */
const consoleLines: Log = (level, message) => {
  const line = `${new Date().toLocaleTimeString("en-GB")} ${message}`;
  if (level === "info") console.log(line);
  else console.error(line);
};

/**
 * Runs an agent for a service on another machine until it is stopped. Exit code 2 for an invalid join code, 3 if the
 * agent was revoked.
 */
export async function startAgent(
  { config, code, options }: AgentCommand,
  { configDir, workerUrl }: { configDir: string; workerUrl: URL },
): Promise<number> {
  const ended = new AbortController();
  outliveLostSockets((message) => consoleLines("warn", message));
  // A second signal has no further effect.
  const signals = onEndSignals(() => ended.abort(new Fault("shutting_down", "The agent was stopped.")));
  try {
    return await runAgent({
      folder: config ?? join(configDir, "agent"),
      code,
      options,
      workerUrl,
      log: consoleLines,
      signal: ended.signal,
    });
  } catch (error) {
    if (ended.signal.aborted) return 0;
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    console.error(`lathe: ${error.message}`);
    return 1;
  } finally {
    signals.off();
  }
}
