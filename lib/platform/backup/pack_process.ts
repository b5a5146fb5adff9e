import * as z from "zod";
import { Fault, type FaultCode, FAULTS } from "../../kit/fault.ts";
import { askOwnProgram, type OwnProgram } from "../../kit/process/own_program.ts";
import type { PackOptions } from "./pack.ts";

/** Request to the child process that creates a backup. */
export interface PackRequest extends PackOptions {
  kind: "pack";
}

const Answer = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string(), code: z.string().optional() }),
]);
type Answer = z.infer<typeof Answer>;

/**
 * Creates a backup in a child process, so that the memory used for packing is returned to the system. Throws the errors
 * of `packArchive()`.
 */
export async function packInProcess(program: OwnProgram, options: PackOptions): Promise<void> {
  const answer = Answer.parse(await askOwnProgram(program, { ...options, kind: "pack" } satisfies PackRequest));
  if (answer.ok) return;
  const { message, code } = answer;
  if (code !== undefined && code in FAULTS) throw new Fault(code as FaultCode, message);
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** Handles the request in the child process. */
export async function answerPackRequest(options: PackOptions): Promise<Answer> {
  const { packArchive } = await import("./pack.ts");
  try {
    await packArchive(options);
    return { ok: true };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message, ...(error instanceof Error && "code" in error ? { code: String(error.code) } : {}) };
  }
}
