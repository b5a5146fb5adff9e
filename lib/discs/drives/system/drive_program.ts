import { Fault } from "../../../kit/fault.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { findTool, type ToolSearch } from "../../../media/tools/tools.ts";

/** A program of the operating system for drives, which runs only briefly. */
export interface DriveProgram {
  name: string;
  args: string[];
  search?: ToolSearch;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Maximum output in bytes. These programs print only a few lines. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Returns the output of a program, regardless of its exit code. Undefined if it cannot be started or did not finish in
 * time.
 */
export async function outputOf({ name, args, search, ...options }: DriveProgram): Promise<string | undefined> {
  const { path } = await findTool(name, "", search);
  if (path === undefined) return undefined;
  const ended = await runProcess({ path, args, maxBytes: MAX_OUTPUT_BYTES, ...options }).catch(() => undefined);
  options.signal?.throwIfAborted();
  return ended === undefined || ended.timedOut ? undefined : new TextDecoder().decode(ended.stdout);
}

/** Runs a program that must succeed. `subject` names the drive in the error. Throws `upstream_failed`. */
export async function requireProgram(
  subject: string,
  { name, args, search, ...options }: DriveProgram,
): Promise<void> {
  const { path, error } = await findTool(name, "", search);
  if (path === undefined) throw new Fault("upstream_failed", `${subject} cannot be opened: ${error}`);
  const { code, stderr, timedOut } = await runProcess({ path, args, maxBytes: MAX_OUTPUT_BYTES, ...options }).catch(
    (error) => {
      options.signal?.throwIfAborted();
      throw new Fault("upstream_failed", `${subject} cannot be opened: ${path} cannot be started.`, { cause: error });
    },
  );
  if (timedOut) {
    throw new Fault("upstream_failed", `${subject} did not respond within ${Math.round(options.timeoutMs / 1000)} s.`);
  }
  if (code === 0) return;
  const message = stderr.split("\n").map((line) => line.trim()).find((line) => line !== "");
  throw new Fault(
    "upstream_failed",
    `${subject} could not be opened: ${message ?? `${name} exited with code ${code}`}`,
  );
}
