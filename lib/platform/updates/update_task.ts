import { Fault } from "../../kit/fault.ts";
import type { TaskDefinition } from "../tasks/runner.ts";
import type { Updates } from "./service.ts";

/** Creates the task that checks for a newer version. */
export const updateTask = (updates: Updates): TaskDefinition => ({
  id: "updates",
  name: "Check for updates",
  schedule: () => ({ everySeconds: 12 * 3600 }),
  async run() {
    const { available, error } = await updates.status({ refresh: true }).catch((failure) => {
      // The throttled check is recent enough.
      if (failure instanceof Fault && failure.code === "throttled") return updates.status();
      throw failure;
    });
    if (error !== undefined) throw new Error(error);
    return available === undefined ? "This is the latest version" : `Version ${available} is available`;
  },
});
