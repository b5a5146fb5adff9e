import type { Selections } from "../../lib/jobs/intake/selections.ts";
import type { AttentionMemory } from "./attention_memory.ts";
import type { SetupMemory } from "./setup_memory.ts";
import type { Instance } from "../../lib/app/instance_model.ts";
import type { createEventStream } from "../../lib/app/events/stream.ts";

/**
 * Operations on the running program itself. Each returns immediately and takes effect after its response has been sent.
 */
export interface Control {
  /**
   * Restarts the listener with the current host settings, without interrupting running work. Returns the new address.
   */
  restart(): { port: number; urlBase: string };
  /** Closes and reopens the whole instance, for example after a restore. */
  reopen(): void;
  shutdown(): void;
}

/** All services that a route may use. */
export interface Services extends Omit<Instance, "close" | "store"> {
  stream: ReturnType<typeof createEventStream>;
  selections: Selections;
  /** Stops or restarts this process. */
  control: Control;
  /** Stored state of the first-run check. */
  setup: SetupMemory;
  attention: AttentionMemory;
  instance: {
    startedAt: Date;
    /** Address and URL base in use. The settings may already contain different values. */
    urlBase: string;
    inDocker: boolean;
    /** Environment variables of this process. */
    env: Record<string, string | undefined>;
    /** File names of browser assets with hash, by file name without hash. */
    assets: Record<string, string>;
    /** Folder with the built browser assets. */
    staticFiles: URL;
    /** Folder with the documentation. */
    docs: URL;
    machineName: string;
  };
}
