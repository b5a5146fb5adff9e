import * as z from "zod";
import { Fault, type FaultCode, FAULTS } from "../../kit/fault.ts";
import { askOwnProgram, type OwnProgram } from "../../kit/process/own_program.ts";
import type { PackOptions } from "./pack.ts";

/** A backup to be made by another process. */
export interface PackRequest extends PackOptions {
  kind: "pack";
}

const Answer = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string(), code: z.string().optional() }),
]);
type Answer = z.infer<typeof Answer>;

/** Makes a backup in a process of its own: what packs and reads archives stays in memory where it was used. Throws like `packArchive()`. */
export async function packInProcess(program: OwnProgram, options: PackOptions): Promise<void> {
  const answer = Answer.parse(await askOwnProgram(program, { ...options, kind: "pack" } satisfies PackRequest));
  if (answer.ok) return;
  const { message, code } = answer;
  if (code !== undefined && code in FAULTS) throw new Fault(code as FaultCode, message);
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** What that process does. */
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
