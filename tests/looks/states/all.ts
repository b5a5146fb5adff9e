import type { State } from "../state.ts";
import { DISC_STATES } from "./discs.ts";
import { POLICY_STATES } from "./policies.ts";
import { LIBRARY_STATES } from "./library.ts";
import { SETUP_STATES } from "./setup.ts";
import { SHELL_STATES } from "./shell.ts";
import { WORK_STATES } from "./work.ts";

/** Every state of the pages. */
export const STATES: State[] = [
  ...WORK_STATES,
  ...LIBRARY_STATES,
  ...POLICY_STATES,
  ...DISC_STATES,
  ...SETUP_STATES,
  ...SHELL_STATES,
];
