import type { Cause } from "../cause_model.ts";
import { GPU_CAUSES } from "./gpus.ts";
import { LATHE_CAUSES } from "./lathe.ts";
import { NVIDIA_CAUSES } from "./nvidia.ts";
import { PROGRAM_CAUSES } from "./programs.ts";
import { SOURCE_CAUSES } from "./source.ts";
import { STREAM_CAUSES } from "./streams.ts";
import { SYSTEM_CAUSES } from "./system.ts";

/**
 * All known causes. If the lines of a job match several, the first one applies. Causes in the system and in programs
 * precede those in files, because they also lead to errors about the file.
 */
export const CAUSES: readonly Cause[] = [
  ...LATHE_CAUSES,
  ...PROGRAM_CAUSES,
  ...NVIDIA_CAUSES,
  ...GPU_CAUSES,
  ...SYSTEM_CAUSES,
  ...SOURCE_CAUSES,
  ...STREAM_CAUSES,
];

/** Returns a cause by ID. Undefined for the ID of a newer or older version. */
export const causeById = (id: string): Cause | undefined => CAUSES.find((cause) => cause.id === id);
