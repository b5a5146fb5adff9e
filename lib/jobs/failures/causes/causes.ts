import type { Cause } from "../cause_model.ts";
import { DAMAGE_CAUSES } from "./damage.ts";
import { EXIT_CAUSES } from "./exits.ts";
import { FILTER_CAUSES } from "./filters.ts";
import { GPU_CAUSES } from "./gpus.ts";
import { INTEL_CAUSES } from "./intel.ts";
import { LATHE_CAUSES } from "./lathe.ts";
import { NVIDIA_CAUSES } from "./nvidia.ts";
import { OPTION_CAUSES } from "./options.ts";
import { PROGRAM_CAUSES } from "./programs.ts";
import { SOURCE_CAUSES } from "./source.ts";
import { STEP_CAUSES } from "./steps.ts";
import { STREAM_CAUSES } from "./streams.ts";
import { DISK_CAUSES } from "./system/disks.ts";
import { LIMIT_CAUSES } from "./system/limits.ts";
import { TRACK_CAUSES } from "./tracks.ts";

/**
 * All known causes. If the lines of a job match several, the first one applies. Causes in the system and in programs
 * precede those in files, because they also lead to errors about the file. Failed steps without a reason are last.
 */
export const CAUSES: readonly Cause[] = [
  ...LATHE_CAUSES,
  ...PROGRAM_CAUSES,
  ...NVIDIA_CAUSES,
  ...GPU_CAUSES,
  ...INTEL_CAUSES,
  ...DISK_CAUSES,
  ...LIMIT_CAUSES,
  ...EXIT_CAUSES,
  ...SOURCE_CAUSES,
  ...DAMAGE_CAUSES,
  ...TRACK_CAUSES,
  ...FILTER_CAUSES,
  ...STREAM_CAUSES,
  ...OPTION_CAUSES,
  ...STEP_CAUSES,
];

/** Returns a cause by ID. Undefined for the ID of a newer or older version. */
export const causeById = (id: string): Cause | undefined => CAUSES.find((cause) => cause.id === id);
